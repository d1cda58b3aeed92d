export { answerPayment } from './answer-payment.ts';
export { type BookEntry, balanced, insertEntries, move, type Posting, readBalances } from './books.ts';
export { refundCard } from './cards/refund-card.ts';
export { creditorReference } from './creditor-reference.ts';
export type { Method } from './method.ts';
export { openPayments, type Payments } from './open-payments.ts';
export type { Evidence, MoneySource, Payee, Recognized } from './payee.ts';
export { newPaymentId } from './payment-id.ts';
export {
  type Allocated,
  type Allocation,
  countPending,
  findOpenedBy,
  leftOf,
  listPayments,
  type PaymentRow,
  readFamily,
  readPayments,
  showPayments,
  writePayments,
} from './payments.ts';
