import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCents } from '#platform/contract/money.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { paymentsQuery } from '../queries.ts';

/**
 * Returns the transfers that were announced for a property and have not arrived, and what they pay on it in cents. One for several
 * properties is listed and not counted: how much of it falls on each is known only once it has arrived.
 */
export function useAnnounced(propertyId: string) {
  const { data } = useQuery(paymentsQuery(propertyId));
  const transfers = (data?.payments ?? []).filter((one) => one.status === 'pending' && one.paymentMethod === 'bank');
  const cents = transfers.reduce((sum, { amount, subjects }) => sum + (subjects.length === 1 ? amount : 0), 0);
  return { transfers, cents };
}

/** Lists announced transfers, each with the reference that it states. */
export function AnnouncedTransfers({ transfers }: { transfers: ReturnType<typeof useAnnounced>['transfers'] }) {
  if (transfers.length === 0) return null;
  return (
    <Card title="Announced transfers" description="These count once they have arrived with their reference.">
      <ul className="divide-y divide-line">
        {transfers.map(({ id, amountFormatted, reference, timestamp, subjects }) => (
          <li key={id} className="py-2.5 first:pt-0 last:pb-0">
            <Link
              to="/detroit/pay"
              search={{ payment: id }}
              className="tabular rounded-6 font-medium text-accent-ink hover:underline"
            >
              {amountFormatted}
            </Link>
            {subjects.length === 1 ? '' : ` for ${subjects.length} properties`}
            <span className="block text-13 text-muted">
              {reference === null ? null : (
                <>
                  Reference <CopyChip text={reference} short={reference} label="Reference" />{' '}
                </>
              )}
              announced <Time at={timestamp} format="day" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Warns before money is paid on top of a transfer that is on its way. */
export function AnnouncedWarning({ propertyId }: { propertyId: string }) {
  const { cents } = useAnnounced(propertyId);
  if (cents === 0) return null;
  return (
    <Banner kind="warning">
      {formatCents(cents)} is announced by bank transfer and has not arrived. A charge before it arrives does not take
      it into account.
    </Banner>
  );
}
