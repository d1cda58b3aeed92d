import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { pendingPaymentsOf } from '../queries.ts';

/** Lists unconfirmed card payments for a property, so that an owner does not pay the same amount twice. */
export function PendingCards({ propertyId }: { propertyId: string }) {
  const { data } = useQuery(pendingPaymentsOf(propertyId));
  const pending = (data?.payments ?? []).filter(({ paymentMethod }) => paymentMethod === 'fiat');
  if (pending.length === 0) return null;
  return (
    <Card title="Card payments to confirm" description="These count once their payers have confirmed them.">
      <ul className="divide-y divide-line">
        {pending.map(({ id, amountFormatted, timestamp }) => (
          <li key={id} className="py-2.5 first:pt-0 last:pb-0">
            <Link
              to="/detroit/pay"
              search={{ payment: id }}
              className="tabular rounded-6 font-medium text-accent-ink hover:underline"
            >
              Confirm {amountFormatted}
            </Link>
            <span className="block text-13 text-muted">
              begun <Time at={timestamp} format="day" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
