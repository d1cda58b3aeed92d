import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import { formatFraction } from '#platform/web/format-fraction.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { PaymentHistory } from '../payments/payment-history.tsx';
import { PropertyStatusBadge } from '../property-status.tsx';
import { holderName, propertyTypeNames } from '../property-type.ts';
import { propertyQuery } from '../queries.ts';

/** The selected property: its facts and owners, with a link to its page. */
export function PropertyDetails({ propertyId }: { propertyId: string }) {
  const { data, error, refetch } = useQuery(propertyQuery(propertyId));
  if (error && !data)
    return <ErrorState title="Couldn't load the property" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-80 rounded-12" />;
  const { metadata } = data;
  return (
    <>
      <Card
        title={data.address}
        action={<PropertyStatusBadge status={data.status} />}
        description={`${metadata.neighborhood} · ${propertyTypeNames[metadata.propertyType]}`}
      >
        <KeyValueList
          items={[
            {
              label: 'Property ID',
              value: <CopyChip text={data.propertyId} short={data.propertyId} label="Property ID" />,
            },
            { label: 'Assessed value', value: <span className="tabular">{data.assessedValueFormatted}</span> },
            { label: 'Tax owed', value: <span className="tabular">{data.taxOwedFormatted}</span> },
            { label: 'Building', value: `${formatCount(metadata.squareFootage)} sq ft` },
            { label: 'Lot', value: `${formatCount(data.lotSquareFeet)} sq ft` },
            {
              label: data.owners.length === 1 ? 'Owner' : 'Owners',
              value: (
                <ul>
                  {data.owners.map(({ holder, fraction }) => (
                    <li key={holder}>
                      {holderName(holder)} · {formatFraction(fraction.numerator / fraction.denominator)}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
        <p className="mt-4">
          <Link to="/detroit/properties/$propertyId" params={{ propertyId }} className={linkClass}>
            Title history and documents of {data.propertyId}
          </Link>
        </p>
      </Card>
      <div className="h-5" />
      <PaymentHistory propertyId={propertyId} />
    </>
  );
}
