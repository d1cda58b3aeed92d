import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import { NoticeDesk } from '../notices/notice-desk.tsx';
import { PendingPayments } from '../payments/pending-payments.tsx';
import { pendingTransfersQuery, ratesQuery } from '../queries.ts';
import { MapImport } from '../roll/map-import.tsx';
import { RollExport } from '../roll/roll-export.tsx';
import { RollImport } from '../roll/roll-import.tsx';
import { Appeals } from './appeals.tsx';
import { cityHeading } from './city-heading.ts';
import type { CitySearch } from './city-search.ts';
import { Levies } from './levies.tsx';
import { MethodFeesCard } from './method-fees-form.tsx';
import { RatesFormCard } from './rates-form.tsx';

/** The desk of a government account for the whole roll: confirm payments, set rates and levy, remind owners, import and export. */
export function CityDesk({ search }: { search: CitySearch }) {
  const navigate = useNavigate({ from: '/detroit/city' });
  const pending = useQuery(pendingTransfersQuery(1)).data?.pagination.total;
  const content = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={content} tabIndex={-1} className="page-width outline-none">
      <title>City desk · Cairn</title>
      <PageHeader
        {...cityHeading}
        actions={
          <Link to="/payments/statements" className={buttonClass()}>
            Bank statements
          </Link>
        }
      />
      <Tabs
        label="City desk"
        value={search.tab ?? 'payments'}
        onValueChange={(tab) =>
          void navigate({
            search: tab === 'payments' ? {} : { tab: tab as CitySearch['tab'] },
            replace: true,
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'payments',
            label: 'Payments',
            ...(pending === undefined ? {} : { count: pending }),
            content:
              pending === 0 ? (
                <EmptyState
                  title="No payments are waiting"
                  description="Announced transfers are listed here until they arrive."
                />
              ) : (
                <PendingPayments />
              ),
          },
          { value: 'taxes', label: 'Taxes', content: <Taxes /> },
          {
            value: 'appeals',
            label: 'Appeals',
            content: (
              <Appeals
                state={search.state ?? 'open'}
                page={search.page ?? 1}
                onChange={(next) =>
                  void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
                }
              />
            ),
          },
          { value: 'notices', label: 'Notices', content: <NoticeDesk /> },
          { value: 'roll', label: 'Property roll', content: <PropertyRoll /> },
        ]}
      />
    </div>
  );
}

function Taxes() {
  const { data, error, refetch } = useQuery(ratesQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the rates" error={error} onRetry={() => void refetch()} />;
  // As tall as a window, so that the footer does not move when the forms load.
  if (data === undefined) return <Skeleton className="h-240 rounded-12" />;
  const [newest] = data.rates;
  return (
    <div className="flex flex-col gap-5">
      <Levies years={data.rates.map(({ year }) => year)} />
      <Card
        title="Rates"
        description="By tax year, in mills: dollars of tax for $1,000 of assessed value. Bills levied by earlier rates stay as they are."
      >
        <RatesFormCard key={newest?.blockIndex ?? 0} newest={newest} thisYear={new Date().getFullYear()} />
      </Card>
      <MethodFeesCard />
    </div>
  );
}

const PropertyRoll = () => (
  <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
    <Card title="Import" description="Registers new properties and corrects changed facts. Each is a block of its own.">
      <RollImport />
    </Card>
    <div className="grid gap-5">
      <Card title="Export" description="All active properties with their geometry, without owners.">
        <RollExport />
      </Card>
      <Card title="Map" description="The water, parks, streets and names that the map draws between properties.">
        <MapImport />
      </Card>
    </div>
  </div>
);
