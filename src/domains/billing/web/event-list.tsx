import type { z } from 'zod';
import type { BillingEvent } from '#domains/billing/contract.ts';
import { Time } from '#platform/web/ui/value/time.tsx';

/** The events of a subscription and their actors, in the order given. */
export const EventList = ({ events }: { events: readonly z.infer<typeof BillingEvent>[] }) => (
  <ul className="divide-y divide-line">
    {events.map(({ at, kind, text, by }) => (
      <li key={`${at} ${kind} ${text}`} className="py-2 first:pt-0 last:pb-0">
        <p className="text-pretty">{text}</p>
        <p className="text-13 text-muted">
          <Time at={at} format="utc day" />
          {by === null ? null : ` · ${by}`}
        </p>
      </li>
    ))}
  </ul>
);
