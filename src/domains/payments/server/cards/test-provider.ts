import {
  type NextStep,
  type PaymentOption,
  type TestCard,
  testCardNames,
  testCards,
} from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PaymentRow } from '../payments.ts';
import type { CardIntent, CardProvider } from './card-provider.ts';
import { DISPUTED } from './disputes.ts';
import {
  addTestCharge,
  addTestRefund,
  endTestCharge,
  findTestCharge,
  listTestCharges,
  readDueDisputes,
  type TestCharge,
} from './test-charges.ts';

const DISPUTED_AFTER_MILLISECONDS = 2 * 60_000;
/** As long as a real provider's card page stays open. */
const CONFIRMED_WITHIN_MILLISECONDS = 24 * 3_600_000;
const DISPUTES_AT_ONCE = 100;

const option: PaymentOption = {
  method: 'fiat',
  offered: true,
  note: 'TEST: sample cards. No money moves, and no card number is needed.',
  isTest: true,
  cards: testCards.map((card) => ({ card, name: testCardNames[card] })),
};

/** Returns the provider of the demo, labeled TEST. Its cards are chosen by their behavior, and its charges are rows of a table. */
export function createTestProvider({ database, clock }: { database: Database; clock: Clock }): CardProvider {
  return {
    name: 'test',
    isTest: true,
    option,
    roundMilliseconds: 15_000,
    charge: (payment, card, stored) =>
      addTestCharge(database, newCharge(payment.paymentId, stored?.testCard ?? card ?? 'test_success', clock())),
    store: async (_, card) => ({
      state: 'ready',
      label: testCardNames[card],
      testCard: card,
      customerId: null,
      sessionId: null,
      methodId: null,
      url: null,
    }),
    readStored: async () => undefined,
    forget: async () => undefined,
    read: async (payment) => intentOf(payment, await findTestCharge(database, payment.paymentId), clock()),
    async cancel({ paymentId }, reason) {
      await addTestCharge(database, newCharge(paymentId, 'test_needs_step', clock()));
      await endTestCharge(database, paymentId, reason);
    },
    next: async ({ paymentId }): Promise<NextStep> => ({ kind: 'confirm', path: `/detroit/pay?payment=${paymentId}` }),
    async refund(payment, cents, key) {
      await addTestCharge(database, newCharge(payment.paymentId, 'test_success', clock()));
      if (await addTestRefund(database, { paymentId: payment.paymentId, key, cents }, payment.amountCents)) return;
      throw new AppError(validationFailed, 'The refund is more than what is left of this payment.', {
        errors: [{ in: 'body', pointer: '/amount', message: 'amount must be at most what is left of the payment' }],
      });
    },
    find: async ({ paymentId }) => paymentId,
    async list(from, to) {
      const listed = await listTestCharges(database, from, to);
      return listed.map(({ paymentId, amountCents, openedAt, charge }) => ({
        intentId: `test_${paymentId}`,
        paymentId,
        createdAt: openedAt,
        keptCents: charge === undefined ? amountCents : keptOf(amountCents, charge, clock()),
      }));
    },
    dueEvents: async () =>
      (await readDueDisputes(database, clock(), DISPUTES_AT_ONCE)).map((paymentId) => ({
        id: `dispute_${paymentId}`,
        kind: 'charge.dispute.created',
        paymentId,
        intentId: undefined,
      })),
  };
}

const DECLINED = 'The card was declined (TEST). Use another card, or pay by bank transfer.';

const newCharge = (paymentId: string, card: TestCard, now: number): TestCharge => ({
  paymentId,
  card,
  state: card === 'test_declined' ? 'failed' : card === 'test_needs_step' ? 'waiting' : 'succeeded',
  reason: card === 'test_declined' ? DECLINED : null,
  refundedCents: 0,
  disputedAt: card === 'test_disputed' ? now + DISPUTED_AFTER_MILLISECONDS : null,
});

const isDisputed = ({ disputedAt }: TestCharge, now: number) => disputedAt !== null && disputedAt <= now;

const keptOf = (cents: number, charge: TestCharge, now: number) =>
  isDisputed(charge, now) ? 0 : cents - charge.refundedCents;

/** Returns the state of a payment. Without a charge it may still be confirmed: the process died before charging, or it names no card. */
function intentOf(payment: PaymentRow, charge: TestCharge | undefined, now: number): CardIntent {
  const cents = payment.amountCents;
  const none = { receivedCents: 0, keptCents: 0 };
  if (charge === undefined && payment.state === 'completed')
    return { state: 'succeeded', receivedCents: cents, keptCents: cents, reason: null };
  if (charge === undefined || charge.state === 'waiting') {
    if (now < payment.openedAt + CONFIRMED_WITHIN_MILLISECONDS) return { state: 'waiting', ...none, reason: null };
    return { state: 'failed', ...none, reason: 'The payment was not confirmed within a day (TEST).' };
  }
  if (charge.state === 'failed') return { state: 'failed', ...none, reason: charge.reason };
  const reason = isDisputed(charge, now)
    ? `${DISPUTED} (TEST).`
    : charge.refundedCents > 0
      ? 'Refunded to the card (TEST).'
      : null;
  return { state: 'succeeded', receivedCents: cents, keptCents: keptOf(cents, charge, now), reason };
}
