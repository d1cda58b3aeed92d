import { useQuery } from '@tanstack/react-query';
import type { AdministeredAccount, User } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { accountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';
import { AccountSheet } from './account-sheet.tsx';
import type { AdminTabProps } from './admin-search.ts';
import { exportAccounts } from './export-accounts.ts';
import { accountsQuery } from './queries.ts';

const rowKey = (account: AdministeredAccount) => account.id;
const none = { search: undefined, role: undefined, status: undefined, administrator: undefined, auditor: undefined };

/** All accounts and participants. A row opens its details and actions. */
export function AccountsTab({
  viewer,
  mayChange,
  search,
  onChange,
}: AdminTabProps & { viewer: User; mayChange: boolean }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(accountsQuery(search));
  return (
    <>
      <AccountFilters search={search} onChange={onChange} />
      {error && !data ? (
        <ErrorState title="Couldn't load the accounts" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Accounts"
          columns={accountColumns}
          rows={data?.accounts}
          rowKey={rowKey}
          selectedKey={search.account}
          skeletonRows={5}
          onOpen={(account) => onChange({ account: account.id })}
          onExport={() => void exportAccounts(search)}
          refreshing={isPlaceholderData}
          toolbar={
            <span aria-live="polite" className="tabular">
              {data === undefined ? 'Counting…' : formatCounted(data.pagination.total, 'account')}
            </span>
          }
          empty={
            <EmptyState
              title="No accounts found"
              action={<Button onClick={() => onChange(none)}>Clear Filters</Button>}
            />
          }
        />
      )}
      {data ? (
        <Pagination
          label="Accounts"
          page={search.page ?? 1}
          totalPages={data.pagination.totalPages}
          onPageChange={(page) => onChange({ page })}
        />
      ) : null}
      {search.account ? (
        <AccountSheet
          key={search.account}
          id={search.account}
          viewer={viewer}
          mayChange={mayChange}
          onClose={() => onChange({ account: undefined })}
        />
      ) : null}
    </>
  );
}
