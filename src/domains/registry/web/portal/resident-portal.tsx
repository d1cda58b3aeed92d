import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#domains/participants/contract.ts';
import type { residentProperties } from '#domains/registry/contract.ts';
import { PropertyId } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatRoundDollars } from '#platform/web/format-money.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { ownedPropertyQuery, residentQuery } from '../queries.ts';
import { ClaimProperty } from './claim-property.tsx';
import { Owed } from './owed.tsx';
import { portalHeading } from './portal-heading.ts';
import type { PortalSearch } from './portal-search.ts';
import { PortalTabs } from './portal-tabs.tsx';
import { ResidentChooser } from './resident-chooser.tsx';

/** A resident's properties and taxes, with payment. A government account opens the portal of any resident. */
export function ResidentPortal({ search, user }: { search: PortalSearch; user: User }) {
  const navigate = useNavigate({ from: '/detroit/resident' });
  const change = (next: Partial<PortalSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const [isPaying, setPaying] = useState(false);
  const isGovernment = user.role === 'government';
  const resident = isGovernment ? search.resident : user.id;
  const list = search.list ?? 1;
  const { data, error, refetch } = useQuery({
    ...residentQuery(resident ?? '', list),
    enabled: resident !== undefined,
  });
  const chosen = useChosen(resident, data, search.property);
  const pay = (property: string | undefined) => {
    setPaying(true);
    change({ tab: 'pay', property });
  };
  return (
    <div className="page-width">
      <title>Resident portal · Cairn</title>
      <PageHeader
        {...portalHeading}
        actions={resident === undefined || (error && !data) ? null : <Owed resident={data} onPay={pay} />}
      />
      {isGovernment ? (
        <ResidentChooser resident={search.resident} onChoose={(next) => change({ resident: next, list: undefined })} />
      ) : null}
      {resident === undefined ? null : error && !data ? (
        <ErrorState title="Couldn't load the properties" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Summary resident={data} />
          <div className="h-6" />
          {data === undefined || data.properties.length === data.totalProperties ? null : (
            <p className="mb-4 text-13 text-muted">
              {formatCount(data.properties.length)} of {formatCounted(data.totalProperties, 'property', 'properties')}{' '}
              are listed below. The totals count all of them.
            </p>
          )}
          {data === undefined ? (
            <Skeleton className="h-80 rounded-12" />
          ) : data.totalProperties === 0 ? (
            <EmptyState
              title="No property is linked to this account"
              description="Enter the code of the city's letter below to link your property. To pay a bill without that, use its number."
            />
          ) : (
            <PortalTabs
              resident={data}
              choices={chosen === undefined ? data.properties : [chosen, ...data.properties]}
              search={search}
              isGovernment={isGovernment}
              paying={[isPaying, setPaying]}
              onChange={change}
              onPay={pay}
            />
          )}
          <Pagination
            page={list}
            totalPages={data?.pagination.totalPages ?? 0}
            onPageChange={(next) => change({ list: next === 1 ? undefined : next, property: undefined })}
            label="Properties"
          />
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

type Resident = ResponseIn<typeof residentProperties>;

/** Returns the chosen property of a resident if the listed page does not have it. */
function useChosen(resident: string | undefined, listed: Resident | undefined, property: string | undefined) {
  const isElsewhere =
    listed !== undefined &&
    listed.properties.length < listed.totalProperties &&
    PropertyId.safeParse(property).success &&
    !listed.properties.some(({ propertyId }) => propertyId === property);
  const { data } = useQuery({ ...ownedPropertyQuery(resident ?? '', property ?? ''), enabled: isElsewhere });
  return isElsewhere ? data?.properties[0] : undefined;
}

/** The totals of a resident. Tax is owed by all owners of a property together, and its value is counted by share. */
function Summary({ resident }: { resident: Resident | undefined }) {
  const owed = resident?.totalTaxOwed;
  const assessed = resident?.totalAssessedValue;
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
