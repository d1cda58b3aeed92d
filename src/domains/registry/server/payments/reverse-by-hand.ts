import type { Account } from '#domains/participants/server/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { answerPayment, followCard, readRoot } from '#domains/payments/server/index.ts';
import { createTurns } from '#platform/server/in-turn.ts';
import type { Registry } from '../open-registry.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';

/**
 * Runs what gives a payment back when nothing else gives back the same one, in this process. Between the moment in which a card gets its
 * money and the one in which the books say so, nobody else may take the payment back.
 */
export const inTurnOfPayment = createTurns();

/**
 * Takes back a completed payment by hand, and returns the entry that does so. It stays, also if a card provider still has the money:
 * the comparison with the provider then reports the difference. If it takes back such an entry, the payment counts as much as its
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
