import { Link } from '@tanstack/react-router';
import type { InvoicePayment } from '#domains/billing/contract.ts';
import { BlockLink, linkClass } from '#domains/ledger/web/index.ts';
import { paymentMethodNames } from '#domains/payments/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { centsOf, formatDollars } from '../amounts.ts';

/** Says where a payment stands. */
function stateOf({ payment, paid, left }: InvoicePayment): { readonly tone: Tone; readonly text: string } {
  if (payment.status === 'pending') return { tone: 'amber', text: 'Not arrived' };
  if (payment.status === 'failed') return { tone: 'grey', text: 'Closed' };
  if (paid < 0 || (payment.reverses === null && left === 0)) return { tone: 'red', text: 'Taken back' };
  return { tone: 'green', text: 'Arrived' };
}

export const paymentColumns: readonly Column<InvoicePayment>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: ({ payment, paid }) => (
      <span>
        <Link to="/detroit/pay" search={{ payment: payment.id }} className={linkClass}>
          {payment.status === 'completed' ? formatDollars(paid) : payment.amountFormatted}
        </Link>{' '}
        by {paymentMethodNames[payment.paymentMethod]}
        {payment.status === 'completed' && centsOf(paid) !== payment.amount
          ? `, ${payment.amountFormatted} with its fee`
          : ''}
      </span>
    ),
    text: ({ payment, paid }) => (payment.status === 'completed' ? paid : payment.amount / 100),
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
    cell: (payment) => <Badge tone={stateOf(payment).tone}>{stateOf(payment).text}</Badge>,
    text: (payment) => stateOf(payment).text,
    phone: 'mark',
  },
];
