import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { canAdministerBilling, SubscriptionStatus } from '#domains/billing/contract.ts';
import { Guard } from '#domains/participants/web/index.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { InvoicePaymentsDesk } from '../pay/payments-desk.tsx';
import { AdministeredBilling } from './administered-billing.tsx';
import { subscriptionsQuery } from './queries.ts';
import { subscriptionColumns } from './subscription-columns.tsx';
import type { SubscriptionsDeskSearch } from './subscriptions-desk-search.ts';

const heading = {
  title: 'Subscriptions',
  subtitle: 'Of all accounts. Every change here needs a reason and is recorded.',
};

/** The desk where an administrator sees all subscriptions, extends trials, and credits and voids invoices. */
export const SubscriptionsDesk = ({ search }: { search: SubscriptionsDeskSearch }) => (
  <Guard capability={canAdministerBilling} heading={heading}>
    {() => <Desk search={search} />}
  </Guard>
);

const choices = [
  { value: 'all', label: 'All' },
  { value: 'trial', label: 'Trial' },
  { value: 'active', label: 'Active' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'expired', label: 'Expired' },
] as const;

function Desk({ search }: { search: SubscriptionsDeskSearch }) {
  const navigate = useNavigate({ from: '/admin/subscriptions' });
  const onChange = (next: Partial<SubscriptionsDeskSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(subscriptionsQuery(search));
  const text = useTypedFilter(search.search ?? '', (value) =>
    onChange({ search: value.trim() || undefined, page: undefined }),
  );
  const isFiltered = search.search !== undefined || search.status !== undefined;
  return (
    <div className="page-width">
      <title>Subscriptions · Cairn</title>
      <PageHeader {...heading} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <TextField
          type="search"
          className="w-full sm:w-72"
          aria-label="Search by username"
          placeholder="Search by username…"
          leading={<Search aria-hidden="true" size={16} />}
          {...text}
        />
        <SegmentedControl
          label="Status"
          value={search.status ?? 'all'}
          onValueChange={(next) => onChange({ status: SubscriptionStatus.safeParse(next).data, page: undefined })}
          options={choices}
        />
      </div>
      {error && !data ? (
        <ErrorState
          title="Couldn't load the subscriptions"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <DataTable
            name="Subscriptions"
            columns={subscriptionColumns}
            rows={data?.subscriptions}
            rowKey={({ username }) => username}
            skeletonRows={8}
            refreshing={isPlaceholderData}
            selectedKey={search.account}
            onOpen={({ username }) => onChange({ account: username })}
            toolbar={
              <h2 className="text-14 font-semibold text-ink">
                {data ? formatCounted(data.pagination.total, 'subscription') : 'Subscriptions'}
              </h2>
            }
            empty={
              <EmptyState
                title={isFiltered ? 'No subscription matches' : 'No subscriptions yet'}
                description={
                  isFiltered ? 'Search by the beginning of a username.' : 'They appear here when trials start.'
                }
                {...(isFiltered
                  ? {
                      action: (
                        <Button onClick={() => onChange({ search: undefined, status: undefined })}>
                          Clear Filters
                        </Button>
                      ),
                    }
                  : {})}
              />
            }
          />
          {data && data.pagination.totalPages > 1 ? (
            <Pagination
              label="Subscriptions"
              page={search.page ?? 1}
              totalPages={data.pagination.totalPages}
              onPageChange={(next) => onChange({ page: next === 1 ? undefined : next })}
            />
          ) : null}
        </>
      )}
      <h2 className="mt-8 mb-3 text-16 font-semibold">Payments of invoices</h2>
      <InvoicePaymentsDesk />
      {search.account === undefined ? null : (
        <Sheet open onOpenChange={(open) => open || onChange({ account: undefined })} title={search.account}>
          <AdministeredBilling username={search.account} />
        </Sheet>
      )}
    </div>
  );
}
