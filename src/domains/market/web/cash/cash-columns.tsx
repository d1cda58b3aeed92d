import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Deposit, Payout } from '#domains/market/contract.ts';
import { closedState, type ReceivedState, receivedColumns, TransactionLink } from '#domains/payments/web/index.ts';
import { centsOf, formatDollars } from '#platform/web/dollars.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { PendingDeposit } from './pending-deposit.tsx';

/** Returns the status of a deposit: of its payment, and of the cash it moves. */
export function stateOf({ payment, cash, moved, reason }: Deposit): ReceivedState {
  if (payment.status === 'pending') return { tone: 'amber', text: 'Not arrived' };
  if (payment.status === 'failed') return closedState(payment, reason);
  if (moved !== cash) return cash < 0 ? { tone: 'red', text: 'Owed' } : { tone: 'amber', text: 'On the way' };
  return cash < 0 ? { tone: 'red', text: 'Taken back' } : { tone: 'green', text: 'Added' };
}

const payoutStates: Readonly<Record<Payout['status'], ReceivedState>> = {
  requested: { tone: 'amber', text: 'Requested' },
  sent: { tone: 'green', text: 'Sent' },
  returned: { tone: 'grey', text: 'Returned' },
};

export const depositColumns = receivedColumns<Deposit>({ countedCents: ({ cash }) => centsOf(cash), stateOf });

/** For the account itself: the actions on a deposit that has not arrived. */
export const ownDepositColumns: readonly Column<Deposit>[] = [
  ...depositColumns,
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ payment }) => <PendingDeposit payment={payment} />,
    text: () => '',
    phone: 'labeled',
  },
];

export const payoutColumns: readonly Column<Payout>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ amount }) => <span className="tabular font-medium">{formatDollars(amount)}</span>,
    text: ({ amount }) => amount,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'to',
    header: 'To',
    cell: ({ ibanEnd }) => <span className="whitespace-nowrap">account ending in {ibanEnd}</span>,
    text: ({ ibanEnd }) => ibanEnd,
    phone: 'value',
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ requestedAt }) => <Time at={requestedAt} />,
    text: ({ requestedAt }) => requestedAt,
    phone: 'value',
  },
  {
    id: 'block',
    header: 'Block',
    cell: ({ blockIndex }) => <BlockLink index={blockIndex} />,
    text: ({ blockIndex }) => blockIndex,
    phone: 'labeled',
  },
  {
    id: 'transaction',
    header: 'Transaction',
    cell: ({ txHash }) => <TransactionLink hash={txHash} />,
    text: ({ txHash }) => txHash,
    phone: 'labeled',
  },
  {
    id: 'note',
    header: 'Note',
    cell: ({ note }) => <span className="wrap-anywhere text-13 text-muted">{note ?? '–'}</span>,
    text: ({ note }) => note ?? '',
    phone: 'labeled',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ status }) => <Badge tone={payoutStates[status].tone}>{payoutStates[status].text}</Badge>,
    text: ({ status }) => payoutStates[status].text,
    phone: 'mark',
  },
];
