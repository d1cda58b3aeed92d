import type { InvoicePayment } from '#domains/billing/contract.ts';
import { type ReceivedState, receivedColumns } from '#domains/payments/web/index.ts';
import { centsOf } from '#platform/web/dollars.ts';

/** Returns the status of a payment. */
function stateOf({ payment, paid, left, reason }: InvoicePayment): ReceivedState {
  if (payment.status === 'pending')
    return { tone: 'amber', text: payment.paymentMethod === 'fiat' ? 'To be confirmed' : 'Not arrived' };
  if (payment.status === 'failed' && reason !== null) return { tone: 'red', text: 'Not paid', reason };
  if (payment.status === 'failed') return { tone: 'grey', text: 'Closed' };
  if (paid < 0 || (payment.reverses === null && left === 0)) return { tone: 'red', text: 'Taken back' };
  return { tone: 'green', text: 'Arrived' };
}

export const paymentColumns = receivedColumns<InvoicePayment>({ countedCents: ({ paid }) => centsOf(paid), stateOf });
