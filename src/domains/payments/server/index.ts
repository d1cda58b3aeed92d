export { readAnnouncedOn } from './announced-on.ts';
export { answerPayment } from './answer-payment.ts';
export { type BookEntry, balanced, insertEntries, move, type Posting, readBalances } from './books.ts';
export { followCard } from './cards/apply-intent.ts';
export { cancelCard } from './cards/cancel-card.ts';
export { isDispute } from './cards/disputes.ts';
export { refundCard } from './cards/refund-card.ts';
export { settleWaiting } from './cards/settle-waiting.ts';
export { DamagedCard, findStoredCard, type Seals } from './cards/stored/seal-cards.ts';
export { noSuchCard } from './cards/stored/store-card.ts';
export { readStoredCard, type StoredCardRow } from './cards/stored/stored-cards.ts';
export { readClosingReasons } from './closing-reasons.ts';
export { compareBooks } from './compare-books.ts';
export { creditorReference, findCreditorReferences } from './creditor-reference.ts';
export { openDemoWallet } from './digital/demo-wallet.ts';
export { StatedTransfers, stateTransfers } from './digital/paid-transfers.ts';
export type { PaidTransfer } from './digital/receipts.ts';
export { type LineMove, moveFrom } from './line-uses.ts';
export type { Method } from './method.ts';
export { type FeesVersion, insertFees, readFees, readFeesVersions } from './method-fees.ts';
export type { MoneyUses, UsedMoney } from './money-uses.ts';
export { oneSubjectBlockTypes } from './one-subject/block-types.ts';
export { actionsOf, compareOneSubject } from './one-subject/compare.ts';
export { confirmOneSubject, failOneSubject, reverseOneSubject } from './one-subject/decide.ts';
export { type OpenCardPayment, readOpenCardPayments } from './one-subject/open-card-payments.ts';
export { type OneSubjectPayments, openOneSubject } from './one-subject/open-one-subject.ts';
export { readPaidOn } from './one-subject/paid-on.ts';
export { payOneSubject } from './one-subject/pay.ts';
export { describeEntry, type ReplayedPayment } from './one-subject/replay.ts';
export type { Due, OneSubject } from './one-subject/settings.ts';
export { openPayments, type Payments } from './open-payments.ts';
export type { Evidence, MoneySource, Payee, Recognized } from './payee.ts';
export { isPayer, newPayerKey, notPayer, type PayerCall } from './payer.ts';
export {
  DamagedPayment,
  methodOf,
  ownBlocks,
  type PaymentBlock,
  type PaymentWithBlocks,
  readPaymentsWithBlocks,
  reversedBy,
} from './payment-blocks.ts';
export { newPaymentId } from './payment-id.ts';
export {
  type Allocation,
  countPayments,
  findOpenedBy,
  leftOf,
  listPayments,
  type PaymentPart,
  type PaymentRow,
  type PendingFor,
  readFamily,
  readPayments,
  readPendingFor,
  readRoot,
  readSettledAfter,
} from './payments.ts';
export {
  type BookedPosting,
  findEntriesBeside,
  findForeignEntries,
  readEntries,
  readPostingsTo,
  readSuspended,
} from './read-entries.ts';
export { addRefundDecision, findRefundDecision } from './refund-decisions.ts';
export { paidSubjectsOf, showPayments, subjectsOf } from './show-payments.ts';
export { recordStatement } from './statements/record-statement.ts';
export { readUnknownPayments } from './unknown-payments.ts';
export { type Allocated, writePayments } from './write-payments.ts';
