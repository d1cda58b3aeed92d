import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import type { Deposit, Payout } from '#domains/market/contract.ts';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { centsOf, formatDollars } from '../amounts.ts';

type State = { readonly tone: Tone; readonly text: string };

/** Says where a deposit stands: its payment, and how far the cash of the account followed. */
export function stateOf({ payment, cash, moved }: Deposit): State {
  if (payment.status === 'pending') return { tone: 'amber', text: 'Not arrived' };
  if (payment.status === 'failed') return { tone: 'grey', text: 'Closed' };
  if (moved !== cash) return cash < 0 ? { tone: 'red', text: 'Owed' } : { tone: 'amber', text: 'On the way' };
  return cash < 0 ? { tone: 'red', text: 'Taken back' } : { tone: 'green', text: 'Added' };
}

const payoutStates: Readonly<Record<Payout['status'], State>> = {
  requested: { tone: 'amber', text: 'Requested' },
  sent: { tone: 'green', text: 'Sent' },
  returned: { tone: 'grey', text: 'Returned' },
};

export const depositColumns: readonly Column<Deposit>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ payment, cash }) => (
      <span>
        <Link to="/detroit/pay" search={{ payment: payment.id }} className={linkClass}>
          {payment.status === 'completed' ? formatDollars(cash) : payment.amountFormatted}
        </Link>{' '}
        by {paymentMethodNames[payment.paymentMethod]}
        {payment.status === 'completed' && centsOf(cash) < payment.amount
          ? `, ${payment.amountFormatted} with its fee`
          : ''}
      </span>
    ),
    text: ({ payment, cash }) => (payment.status === 'completed' ? cash : payment.amount / 100),
    hideable: false,
    phone: 'title',
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ payment }) =>
      payment.txHash !== null ? (
        <TransactionLink hash={payment.txHash} />
      ) : payment.reference === null ? (
        '–'
      ) : (
        <code className="text-12 wrap-anywhere">{payment.reference}</code>
      ),
    text: ({ payment }) => payment.txHash ?? payment.reference ?? '',
    phone: 'value',
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ payment }) => <Time at={payment.timestamp} />,
    text: ({ payment }) => payment.timestamp,
    phone: 'value',
  },
  {
    id: 'block',
    header: 'Block',
    cell: ({ payment }) => <BlockLink index={payment.block.index} />,
    text: ({ payment }) => payment.block.index,
    phone: 'labeled',
  },
  {
    id: 'state',
    header: 'State',
    cell: (deposit) => <Badge tone={stateOf(deposit).tone}>{stateOf(deposit).text}</Badge>,
    text: (deposit) => stateOf(deposit).text,
    phone: 'mark',
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
