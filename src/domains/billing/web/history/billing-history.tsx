import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import type { SubscriptionTabProps } from '../billing-search.ts';
import { BillingCard } from '../pay/billing-card.tsx';
import { invoicesQuery } from '../queries.ts';
import { InvoiceDetails } from './invoice-details.tsx';
import { recordColumns } from './record-columns.tsx';

/** The invoices and credit notes of the account, the newest first. One opens next to the list. */
export function BillingHistory({ search, onChange }: SubscriptionTabProps) {
  const page = search.page ?? 1;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(invoicesQuery(page));
  const listed = data?.billingHistory.find(({ id }) => id === search.invoice);
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load your invoices"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <DataTable
        name="Billing history"
        columns={recordColumns}
        rows={data?.billingHistory}
        rowKey={({ id }) => id}
        skeletonRows={5}
        refreshing={isPlaceholderData}
        selectedKey={search.invoice}
        onOpen={({ id }) => onChange({ invoice: id })}
        empty={
          <EmptyState
            title="No invoices yet"
            description="The first one is issued when your trial ends and your subscription begins."
          />
        }
      />
      {data && data.pagination.totalPages > 1 ? (
        <Pagination
          label="Billing history"
          page={page}
          totalPages={data.pagination.totalPages}
          onPageChange={(next) => onChange({ page: next === 1 ? undefined : next })}
        />
      ) : null}
      <BillingCard />
      {search.invoice === undefined ? null : (
        <Sheet
          open
          onOpenChange={(open) => open || onChange({ invoice: undefined })}
          title={listed?.number ?? 'Invoice'}
        >
          <InvoiceDetails invoiceId={search.invoice} />
        </Sheet>
      )}
    </div>
  );
}
