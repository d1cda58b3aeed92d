import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmDeposit,
  failDeposit,
  listAllDeposits,
  type listAllPayouts,
  type PayoutState,
  reverseDeposit,
} from '#domains/market/contract.ts';
import { SettlingDesk } from '#domains/payments/web/index.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { depositColumns, payoutColumns } from './cash-columns.tsx';
import { DecidePayout } from './decide-payout.tsx';
import { allPayoutsQuery } from './queries.ts';
import { RecordCash } from './record-cash.tsx';

type AnyDeposit = ResponseIn<typeof listAllDeposits>['deposits'][number];
type AnyPayout = ResponseIn<typeof listAllPayouts>['payouts'][number];

/** The desk where an administrator confirms deposits, sends payouts, and records cash paid in at the counter. */
export const CashDesk = () => (
  <div className="flex flex-col gap-6">
    <AllDeposits />
    <AllPayouts />
    <RecordCash />
  </div>
);

function AllDeposits() {
  const queryClient = useQueryClient();
  return (
    <SettlingDesk<AnyDeposit>
      of={{
        noun: 'Deposit',
        confirm: confirmDeposit,
        close: failDeposit,
        takeBack: reverseDeposit,
        beforeConfirming: "Confirm it once the money is in the city's account.",
        beforeTakingBack:
          'For money that is gone, or that was confirmed by mistake. The account owes what its cash does not cover.',
        onSettled: () => void queryClient.invalidateQueries({ queryKey: ['market'] }),
      }}
      name="Deposits of all accounts"
      queryKey={['market', 'deposits', 'all']}
      read={async (query, signal) => {
        const { deposits, pagination } = await call(listAllDeposits, { query }, { signal });
        return { rows: deposits, totalPages: pagination.totalPages };
      }}
      columns={[...depositColumns, { ...whose, phone: 'labeled' }]}
      titleOf={({ payment, username }) =>
        `${payment.amountFormatted} of ${username ?? 'a closed account'}, ${payment.reference ?? payment.id}`
      }
    />
  );
}

function AllPayouts() {
  const [status, setStatus] = useState<PayoutState>('requested');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<AnyPayout>();
  const { data, error, isFetching, refetch } = useQuery(allPayoutsQuery(status, page));
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the payouts"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const columns: Column<AnyPayout>[] = [
    ...payoutColumns.filter(({ id }) => id !== 'to' && id !== 'transaction'),
    { ...whose, phone: 'labeled' },
    {
      id: 'iban',
      header: 'To',
      cell: ({ iban, holder, ibanEnd }) => (
        <span>
          {holder ?? 'Not readable on this server'}
          <code className="block text-12 wrap-anywhere">{iban ?? `…${ibanEnd}`}</code>
        </span>
      ),
      text: ({ iban, ibanEnd }) => iban ?? ibanEnd,
      phone: 'value',
    },
    {
      id: 'decide',
      header: 'Action',
      cell: (payout) =>
        payout.status === 'requested' ? (
          <Button size="small" onClick={() => setOpened(payout)}>
            Decide<span className="sr-only"> {payout.payoutId}</span>
          </Button>
        ) : (
          '–'
        ),
      phone: 'value',
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Payouts"
        value={status}
        onValueChange={(next) => {
          setStatus(next as PayoutState);
          setPage(1);
        }}
        options={[
          { value: 'requested', label: 'Requested' },
          { value: 'sent', label: 'Sent' },
          { value: 'returned', label: 'Returned' },
        ]}
      />
      <DataTable
        name="Payouts of all accounts"
        columns={columns}
        rows={data?.payouts}
        rowKey={({ payoutId }) => payoutId}
        skeletonRows={3}
        empty={<EmptyState title="No payouts here" description="Payouts that accounts request wait here to be sent." />}
      />
      <Pagination label="Payouts" page={page} totalPages={data?.pagination.totalPages ?? 0} onPageChange={setPage} />
      {opened ? (
        <DecidePayout
          key={opened.payoutId}
          // The network may execute its call while the dialog is open.
          payout={data?.payouts.find(({ payoutId }) => payoutId === opened.payoutId) ?? opened}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </div>
  );
}

const whose = {
  id: 'account',
  header: 'Account',
  cell: ({ username }: { username: string | null }) => username ?? '–',
  text: ({ username }: { username: string | null }) => username ?? '',
};
