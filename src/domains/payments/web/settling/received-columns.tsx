import { Link } from '@tanstack/react-router';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { type Payment, paymentMethodNames } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { TransactionLink } from '../transaction/transaction-link.tsx';

/** The state of a payment, in a word or two, and the reason for it. */
export type ReceivedState = { readonly tone: Tone; readonly text: string; readonly reason?: string | null };

/** Returns the state of a payment that was closed without money, and why. */
export const closedState = ({ paymentMethod }: Payment, reason: string | null): ReceivedState =>
  paymentMethod === 'fiat' && reason !== null
    ? { tone: 'red', text: 'Not paid', reason }
    : { tone: 'grey', text: 'Closed', reason: reason ?? 'The money did not arrive.' };

type Told<Row> = {
  /** What a completed payment counted for, in cents: without its fee, and negative if it took one back. */
  readonly countedCents: (row: Row) => number;
  readonly stateOf: (row: Row) => ReceivedState;
};

/** The columns of payments for one thing, such as an invoice or the cash of an account. */
export const receivedColumns = <Row extends { readonly payment: Payment }>({
  countedCents,
  stateOf,
}: Told<Row>): readonly Column<Row>[] => [
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => (
      <span>
        <Link to="/detroit/pay" search={{ payment: row.payment.id }} className={linkClass}>
          {row.payment.status === 'completed' ? formatCents(countedCents(row)) : row.payment.amountFormatted}
        </Link>{' '}
        by {paymentMethodNames[row.payment.paymentMethod]}
        {row.payment.status === 'completed' && countedCents(row) !== row.payment.amount
          ? `, ${row.payment.amountFormatted} with its fee`
          : ''}
      </span>
    ),
    text: (row) => (row.payment.status === 'completed' ? countedCents(row) : row.payment.amount) / 100,
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
    cell: (row) => {
      const { tone, text, reason } = stateOf(row);
      return (
        <span className="inline-flex flex-col items-start gap-1">
          <Badge tone={tone}>{text}</Badge>
          {reason ? <span className="wrap-anywhere text-12 text-muted">{reason}</span> : null}
        </span>
      );
    },
    text: (row) => [stateOf(row).text, stateOf(row).reason].filter(Boolean).join(': '),
    phone: 'mark',
  },
];
