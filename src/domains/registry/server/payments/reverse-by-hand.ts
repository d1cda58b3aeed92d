import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { answerPayment, followCard, readRoot } from '#domains/payments/server/index.ts';
import { createTurns } from '#platform/server/in-turn.ts';
import type { Registry } from '../open-registry.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';

/**
 * Runs refunds and reversals of the same payment one at a time, in this process. Between the refund to a card and its entry in the
 * books, no other request may take the payment back.
 */
export const inTurnOfPayment = createTurns();

/**
 * Takes back a completed payment by hand, and returns the new entry. The entry stays, even if a card provider still has the money:
 * the comparison with the provider then reports the difference. Taking back such an entry makes the payment count as much as its
 * provider has.
 *
 * @throws AppError `payments.not_found`, `payments.settled`
 */
export async function reverse(
  registry: Registry,
  caller: Account,
  paymentId: string,
  reason: string,
): Promise<PaymentAnswer> {
  const { database, payments } = registry;
  const rootId = (await readRoot(database, paymentId)) ?? paymentId;
  const reversalId = await inTurnOfPayment(rootId, async () => {
    const done = await payments.payee(PROPERTY_TAX).reverse(paymentId, reason, caller.username, { byHand: true });
    if (paymentId !== rootId && payments.cards !== undefined) await followCard(payments.cards, rootId);
    return done;
  });
  const reversal = await payments.find(reversalId);
  if (reversal === undefined) throw noSuchPayment(reversalId);
  return answerPayment(payments, reversal);
}
