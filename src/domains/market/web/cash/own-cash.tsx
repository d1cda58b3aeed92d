import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#platform/web/dollars.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { AddCash } from './add-cash.tsx';
import { ownDepositColumns, payoutColumns } from './cash-columns.tsx';
import { depositsQuery, payoutsQuery } from './queries.ts';
import { WithdrawCash } from './withdraw-cash.tsx';

/** The cash of the account: the amount it owes, the newest deposits and payouts, and the forms for new ones. */
export function OwnCash({ free }: { free: number | undefined }) {
  const deposits = useQuery(depositsQuery);
  const payouts = useQuery(payoutsQuery);
  const { owed = 0 } = deposits.data ?? {};
  const failed = [deposits, payouts].find(({ error, data }) => error !== null && data === undefined);
  return (
    <section aria-label="Cash" className="flex flex-col gap-6">
      {owed > 0 ? (
        <Banner kind="warning">
          A deposit was taken back, and {formatDollars(owed)} of it is missing. Deposits and sales cover it. Until then
          nothing can be bought or withdrawn.
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <AddCash />
        <WithdrawCash free={free} />
      </div>
      {failed?.error ? (
        <ErrorState
          title="Couldn't load deposits and payouts"
          error={failed.error}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {deposits.data?.deposits.length ? (
        <DataTable
          name="Deposits"
          columns={ownDepositColumns}
          rows={deposits.data.deposits}
          rowKey={({ payment }) => payment.id}
          empty={null}
        />
      ) : null}
      {payouts.data?.payouts.length ? (
        <DataTable
          name="Payouts"
          columns={payoutColumns}
          rows={payouts.data.payouts}
          rowKey={({ payoutId }) => payoutId}
          empty={null}
        />
      ) : null}
    </section>
  );
}
