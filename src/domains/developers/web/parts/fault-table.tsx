import { Link } from '@tanstack/react-router';
import type { ApiFault } from '../api/api-document.ts';
import { adviceOn } from '../api/error-fixes.ts';
import { keepLanguage } from '../reference/reference-search.ts';
import { Prose } from './prose.tsx';
import { StatusBadge } from './status-badge.tsx';

/** The refusals of an operation: what each means, and what to do about it. */
export function FaultTable({ faults }: { faults: readonly ApiFault[] }) {
  return (
    <ul aria-label="Refusals" className="divide-y divide-line rounded-8 border border-line">
      {faults.map((fault) => {
        const { meaning, fix } = adviceOn(fault);
        return (
          <li
            key={fault.code}
            className="grid gap-x-4 gap-y-1 px-3 py-2.5 sm:grid-cols-[4rem_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <span>
              <StatusBadge status={fault.status} />
            </span>
            <Link
              to="/api-docs"
              search={keepLanguage}
              hash={`error-${fault.code}`}
              className="font-mono text-13 wrap-anywhere text-accent-ink hover:underline"
            >
              {fault.code}
            </Link>
            <span className="text-13 text-pretty text-muted">
              <Prose text={`${meaning} ${fix}`} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
