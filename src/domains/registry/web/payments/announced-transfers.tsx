import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Announced } from '#domains/registry/contract.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { billsQuery } from '../queries.ts';

/** Lists announced transfers, each with the reference that it states. */
export function AnnouncedTransfers({ transfers }: Pick<Announced, 'transfers'>) {
  if (transfers.length === 0) return null;
  return (
    <Card title="Announced transfers" description="These count once they have arrived with their reference.">
      <ul className="divide-y divide-line">
        {transfers.map(({ id, amountFormatted, reference, timestamp, properties }) => (
          <li key={id} className="py-2.5 first:pt-0 last:pb-0">
            <Link
              to="/detroit/pay"
              search={{ payment: id }}
              className="tabular rounded-6 font-medium text-accent-ink hover:underline"
            >
              {amountFormatted}
            </Link>
            {properties === 1 ? '' : ` for ${properties} properties`}
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

/** Warns before money is paid in addition to an announced transfer. */
export function AnnouncedWarning({ propertyId }: { propertyId: string }) {
  const { data } = useQuery(billsQuery(propertyId));
  if (data === undefined || data.announced.cents === 0) return null;
  return (
    <Banner kind="warning">
      {data.announced.formatted} is announced by bank transfer and has not arrived. A charge before it arrives does not
      take it into account.
    </Banner>
  );
}
