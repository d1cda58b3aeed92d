import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type HeldMoney, paymentMethodNames } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { statementsQuery } from '../statements/queries.ts';
import { HeldDialog } from './held-dialog.tsx';
import { heldNames, heldTones } from './held-words.ts';
import { heldQuery } from './queries.ts';

const columns: readonly Column<HeldMoney>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amountFormatted, method }) => (
      <span className="whitespace-nowrap">
        <span className="tabular font-medium">{amountFormatted}</span> in {paymentMethodNames[method]}
      </span>
    ),
    text: ({ cents }) => cents / 100,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'why',
    header: 'Why it is held',
    cell: ({ explanation }) => <span className="line-clamp-2 text-13 text-muted">{explanation}</span>,
    text: ({ explanation }) => explanation,
    phone: 'value',
  },
  {
    id: 'arrived',
    header: 'Arrived',
    cell: ({ arrivedAt }) => <Time at={arrivedAt} format="day" />,
    text: ({ arrivedAt }) => arrivedAt,
    phone: 'value',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={heldTones[state]}>{heldNames[state]}</Badge>,
    text: ({ state }) => heldNames[state],
    phone: 'mark',
  },
];

type Props = { show: 'open' | 'decided'; page: number; onPageChange: (page: number) => void };

/** Lists money in suspense that came by card, USDC or ETH. Opening a row shows it with the possible decisions. */
export function HeldMoneyTable({ show, page, onPageChange }: Props) {
  const [opened, setOpened] = useState<HeldMoney>();
  const { data, error, refetch, isPlaceholderData } = useQuery(heldQuery(show, page));
  if (error && !data)
    return <ErrorState title="Couldn't load the money" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-5">
      {show === 'open' && data !== undefined && data.openCents > 0 ? (
        <p>
          <span className="tabular font-semibold">{data.openFormatted}</span>{' '}
          <span className="text-muted">is in suspense in the books.</span>
        </p>
      ) : null}
      {show === 'open' ? <SuspenseOfStatements /> : null}
      <DataTable
        name={show === 'open' ? 'Money in suspense' : 'Decided'}
        columns={columns}
        rows={data?.money}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        refreshing={isPlaceholderData}
        skeletonRows={3}
        empty={
          show === 'open' ? (
            <EmptyState
              title="No money by card, USDC or ETH is waiting"
              description="Money that fits no payment is listed here."
            />
          ) : (
            <EmptyState title="Nothing was decided yet" description="Assigned and returned money is listed here." />
          )
        }
      />
      {data && data.pagination.totalPages > 1 ? (
        <Pagination
          label="Money in suspense"
          page={page}
          totalPages={data.pagination.totalPages}
          onPageChange={onPageChange}
        />
      ) : null}
      {opened ? <HeldDialog money={opened} onClose={() => setOpened(undefined)} /> : null}
    </div>
  );
}

/** Links to money in suspense that came by bank transfer, which is decided with the statements. */
function SuspenseOfStatements() {
  const { data } = useQuery(statementsQuery(1));
  if (data === undefined || data.suspenseCents === 0) return null;
  return (
    <Banner
      action={
        <Link to="/payments/statements" search={{ view: 'suspense' }} className={buttonClass('secondary', 'small')}>
          Open Suspense
        </Link>
      }
    >
      {formatCents(data.suspenseCents)} by bank transfer waits with the bank statements.
    </Banner>
  );
}
