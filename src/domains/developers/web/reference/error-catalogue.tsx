import { Link } from '@tanstack/react-router';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Prose } from '#platform/web/ui/value/prose.tsx';
import { adviceOn } from '../api/error-fixes.ts';
import type { everyFault } from '../api/operations.ts';
import { StatusBadge } from '../parts/status-badge.tsx';

/** Every error code: its status, meaning, fix, and the routes that return it. */
export function ErrorCatalogue({ faults, anchor }: { faults: ReturnType<typeof everyFault>; anchor: string }) {
  return (
    <div id="error-catalogue" className="scroll-mt-20">
      <Card title="Error catalog" description="Codes are stable. Rely on them, not on the messages." flush>
        <ul aria-label="Error codes" className="divide-y divide-line">
          {faults.map((fault) => {
            const id = `error-${fault.code}`;
            const { meaning, fix } = adviceOn(fault);
            return (
              <li
                key={fault.code}
                id={id}
                aria-current={anchor === id ? 'location' : undefined}
                className="grid scroll-mt-20 gap-x-4 gap-y-1 border-l-2 border-l-transparent px-5 py-3 aria-[current=location]:border-l-accent aria-[current=location]:bg-accent-soft/50 md:grid-cols-[4rem_minmax(0,15rem)_minmax(0,1fr)]"
              >
                <span>
                  <StatusBadge status={fault.status} />
                </span>
                <code className="font-mono text-13 font-medium wrap-anywhere">{fault.code}</code>
                <div className="min-w-0 text-13 text-pretty">
                  <p>
                    <Prose text={meaning} />
                  </p>
                  <p className="mt-0.5 text-muted">
                    <Prose text={fix} />
                  </p>
                  <Origins fault={fault} />
                </div>
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}

const originsShown = 6;

function Origins({ fault }: { fault: ReturnType<typeof everyFault>[number] }) {
  const { operations, anywhere } = fault;
  if (anywhere || operations.length > originsShown)
    return <p className="mt-1 text-12 text-muted">{anywhere ? 'Any route' : `${operations.length} routes`}</p>;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-12 text-muted">
      {operations.map(({ id, method, path }) => (
        <Link
          key={id}
          to="/api-docs"
          search={(before) => before}
          hash={id}
          className="font-mono leading-6 wrap-anywhere hover:underline"
        >
          {method} {path}
        </Link>
      ))}
    </p>
  );
}
