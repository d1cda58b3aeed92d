import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { User } from '#domains/participants/contract.ts';
import type { residentProperties } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { NoticesTab } from '../notices/notices-tab.tsx';
import { unreadQuery } from '../notices/queries.ts';
import { residentQuery } from '../queries.ts';
import { AutopayTab } from './autopay-tab.tsx';
import { ClaimProperty } from './claim-property.tsx';
import { MyProperties } from './my-properties.tsx';
import { ownedValueOf } from './owned-value.ts';
import { OwnershipTab } from './ownership-tab.tsx';
import { PayTaxes, SEVERAL } from './pay-taxes.tsx';
import { portalHeading } from './portal-heading.ts';
import type { PortalSearch } from './portal-search.ts';
import { ReliefTab } from './relief-tab.tsx';
import { ResidentChooser } from './resident-chooser.tsx';

/** What a resident owns and owes, with payment. A government account opens the portal of any resident. */
export function ResidentPortal({ search, user }: { search: PortalSearch; user: User }) {
  const navigate = useNavigate({ from: '/detroit/resident' });
  const change = (next: Partial<PortalSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const isGovernment = user.role === 'government';
  const resident = isGovernment ? search.resident : user.id;
  const { data, error, refetch } = useQuery({ ...residentQuery(resident ?? ''), enabled: resident !== undefined });
  const { data: unread } = useQuery({ ...unreadQuery, enabled: !isGovernment });
  const taxable = data?.properties.filter(({ taxOwed }) => taxOwed > 0) ?? [];
  return (
    <div className="page-width">
      <title>Resident portal · Cairn</title>
      <PageHeader {...portalHeading} />
      {isGovernment ? (
        <ResidentChooser resident={search.resident} onChoose={(chosen) => change({ resident: chosen })} />
      ) : null}
      {resident === undefined ? null : error && !data ? (
        <ErrorState title="Couldn't load the properties" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Summary resident={data} />
          <div className="h-6" />
          {data === undefined ? (
            <Skeleton className="h-80 rounded-12" />
          ) : data.totalProperties === 0 ? (
            <EmptyState
              title="No property is linked to this account"
              description="Enter the code of the city's letter below to link your property. To pay a bill without that, use its number."
            />
          ) : (
            <Tabs
              label="Resident portal"
              value={search.tab ?? 'properties'}
              onValueChange={(tab) => change({ tab: tab === 'properties' ? undefined : (tab as PortalSearch['tab']) })}
              tabs={[
                {
                  value: 'properties',
                  label: 'My Properties',
                  count: data.totalProperties,
                  content: (
                    <MyProperties
                      properties={data.properties}
                      ownerships={data.ownerships}
                      onPay={(property) => change({ tab: 'pay', property: property.propertyId })}
                      onPayAll={
                        taxable.length > 1
                          ? () => change({ tab: 'pay', property: SEVERAL, with: undefined })
                          : undefined
                      }
                    />
                  ),
                },
                {
                  value: 'pay',
                  label: 'Pay Taxes',
                  count: taxable.length,
                  content: (
                    <PayTaxes
                      properties={data.properties}
                      selected={search.property ?? taxable[0]?.propertyId}
                      onSelect={(property) => change({ property })}
                      together={search.with?.split(',')}
                      onTogether={(propertyIds) => change({ with: propertyIds.join() })}
                    />
                  ),
                },
                ...(isGovernment ? [] : [{ value: 'autopay', label: 'Autopay', content: <AutopayTab /> }]),
                {
                  value: 'relief',
                  label: 'Exemptions and Appeals',
                  content: (
                    <ReliefTab
                      properties={data.properties}
                      selected={search.property}
                      onSelect={(property) => change({ property })}
                    />
                  ),
                },
                { value: 'ownership', label: 'Ownership', content: <OwnershipTab resident={data} /> },
                ...(isGovernment
                  ? []
                  : [
                      {
                        value: 'notices',
                        label: 'Notices',
                        ...(unread === undefined ? {} : { count: unread }),
                        content: <NoticesTab page={search.page ?? 1} onPageChange={(page) => change({ page })} />,
                      },
                    ]),
              ]}
            />
          )}
          {isGovernment || data === undefined ? null : (
            <div className="mt-6">
              <ClaimProperty />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The totals of what a resident owns and owes. Tax is owed by all owners of a property together, and its value is counted by share. */
function Summary({ resident }: { resident: ResponseIn<typeof residentProperties> | undefined }) {
  const owed = resident?.properties.reduce((sum, { taxOwed }) => sum + taxOwed, 0);
  const assessed = resident && ownedValueOf(resident);
  const isPartial = resident?.ownerships.some(({ shares }) => shares.numerator !== shares.denominator) === true;
  return (
    <StatRow label="Summary">
      <Stat label="Properties" value={resident && formatCount(resident.totalProperties)} />
      <Stat
        label="Assessed value"
        value={assessed === undefined ? undefined : formatRoundDollars(assessed)}
        detail={assessed === undefined ? undefined : `${formatCents(assessed)}${isPartial ? ', by share' : ''}`}
      />
      <Stat
        label="Tax owed"
        value={owed === undefined ? undefined : formatRoundDollars(owed)}
        detail={owed === undefined ? undefined : `${formatCents(owed)}${isPartial ? ', of whole properties' : ''}`}
      />
      <Stat label="Ownerships" value={resident && formatCount(resident.totalOwnerships)} />
    </StatRow>
  );
}
