import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { Time } from '#platform/web/ui/value/time.tsx';
import { titleOf } from '../actions.ts';
import type { SentEvent } from './sent-events.ts';

/** The last events that the outbox sent, each with its asset and block. Renders nothing without any. */
export function SentList({ sent }: { sent: readonly SentEvent[] }) {
  if (sent.length === 0) return null;
  return (
    <section aria-labelledby="outbox-sent">
      <h3 id="outbox-sent" className="mb-2 text-13 font-medium text-muted">
        Last sent
      </h3>
      <ul aria-labelledby="outbox-sent" className="divide-y divide-line rounded-8 border border-line">
        {sent.map(({ action, assetId, block, at }) => (
          <li key={block} className="flex items-center gap-3 px-4 py-2.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {titleOf(action)}{' '}
              <Link to="/assets/$assetId" params={{ assetId }} className={linkClass}>
                {assetId}
              </Link>
            </span>
            <span className="text-right text-13 text-muted">
              <Time at={at / 1000} /> <BlockLink index={block} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
