import type { InvoicePayment } from '#domains/billing/contract.ts';
import { closedState, type ReceivedState, receivedColumns } from '#domains/payments/web/index.ts';
import { centsOf } from '#platform/web/dollars.ts';

/** Returns the status of a payment. */
function stateOf({ payment, paid, left, reason }: InvoicePayment): ReceivedState {
  if (payment.status === 'pending')
    return { tone: 'amber', text: payment.paymentMethod === 'fiat' ? 'To be confirmed' : 'Not arrived' };
  if (payment.status === 'failed') return closedState(payment, reason);
  if (paid < 0 || (payment.reverses === null && left === 0)) return { tone: 'red', text: 'Taken back' };
  return { tone: 'green', text: 'Arrived' };
}

export const paymentColumns = receivedColumns<InvoicePayment>({ countedCents: ({ paid }) => centsOf(paid), stateOf });
