import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canRunRegistry } from '#domains/registry/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCount, formatCounted, nounFor } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { PaymentHistory } from '../payments/payment-history.tsx';
import { PropertyStatusBadge } from '../property-status.tsx';
import { propertyTypeNames } from '../property-type.ts';
import { propertyQuery } from '../queries.ts';
import { ReliefCard } from '../relief/relief-card.tsx';
import { CityActs } from './acts/city-acts.tsx';
import { Assessments } from './assessments.tsx';
import { DocumentCheck } from './document-check.tsx';
import { OwnerDesk } from './owner-desk.tsx';
import { Owners } from './owners.tsx';
import { PropertyBills } from './property-bills.tsx';
import { PropertyQr } from './property-qr.tsx';
import { Succession } from './succession.tsx';
import { TitleHistory } from './title-history.tsx';
import type { TitleView } from './title-search.ts';
import { useOwns } from './use-owns.ts';

type Props = { propertyId: string; title: TitleView | undefined; onTitle: (view: TitleView) => void };

/** The public page of a property: facts, owners under pseudonyms, assessments, documents, and its title block by block. */
export function PropertyPage({ propertyId, title, onTitle }: Props) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(propertyQuery(propertyId));
  const owns = useOwns(propertyId);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <div className="page-width">
        <title>Property not found · Cairn</title>
        <PageHeader title={propertyId} />
        <EmptyState
          title="Property not found"
          description="The registry has no property with this id. Ids are capital letters, digits, dots and hyphens, such as HB-0012-004."
          action={
            <Link to="/detroit" className={buttonClass('primary')}>
              All properties
            </Link>
          }
        />
      </div>
    );
  if (error && !data)
    return (
      <div className="page-width">
        <PageHeader title={propertyId} />
        <ErrorState title="Couldn't load the property" error={error} onRetry={() => void refetch()} />
      </div>
    );
  const metadata = data?.metadata;
  const runsRegistry = user !== null && holds(user, canRunRegistry);
  return (
    <div className="page-width">
      <title>{`${data?.address ?? propertyId} · Cairn`}</title>
      <PageHeader
        title={data?.address ?? propertyId}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CopyChip text={propertyId} short={propertyId} label="Property ID" />
            {metadata ? <span>{metadata.neighborhood}</span> : null}
            {data ? <PropertyStatusBadge status={data.status} /> : null}
          </span>
        }
      />
      {data ? <Succession property={data} /> : null}
      {data !== undefined && runsRegistry ? (
        <div className="mb-5">
          <CityActs property={data} />
        </div>
      ) : null}
      {data === undefined || metadata === undefined ? (
        <Skeleton className="h-96 rounded-12" />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-5">
            {owns || runsRegistry ? <PropertyBills propertyId={propertyId} isOwn={!runsRegistry} /> : null}
            <TitleHistory property={data} view={title} onView={onTitle} />
            <PaymentHistory propertyId={propertyId} />
            <Assessments property={data} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <Card title="Facts">
              <KeyValueList
                items={[
                  { label: 'Assessed value', value: <span className="tabular">{data.assessedValueFormatted}</span> },
                  { label: 'Tax owed', value: <span className="tabular">{data.taxOwedFormatted}</span> },
                  { label: 'Use', value: propertyTypeNames[metadata.propertyType] },
                  { label: 'Building', value: `${formatCount(metadata.squareFootage)} sq ft` },
                  { label: 'Lot', value: `${formatCount(data.lotSquareFeet)} sq ft` },
                  { label: 'Built', value: data.yearBuilt === null ? 'Unknown' : String(data.yearBuilt) },
                ]}
              />
            </Card>
            <ReliefCard property={data} />
            <Owners owners={data.owners} />
            <OwnerDesk propertyId={propertyId} />
            <DocumentCheck propertyId={data.propertyId} documents={data.documents} documentCount={data.documentCount} />
            <PropertyQr propertyId={propertyId} />
            <p className="text-13 text-pretty text-muted">
              Visitors see no names on this page. {formatCounted(data.titleLength, 'block')} of the ledger{' '}
              {nounFor(data.titleLength, 'concerns', 'concern')} this property.
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
