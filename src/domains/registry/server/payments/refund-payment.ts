import type { Account } from '#domains/participants/server/index.ts';
import { type PaymentAnswer, paymentSettled } from '#domains/payments/contract.ts';
import { answerPayment, leftOf, readFamily, refundCard } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { createTurns } from '#platform/server/in-turn.ts';
import type { Registry } from '../open-registry.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';

export type Refund = { readonly amount?: number | undefined; readonly reason: string };

/**
 * Gives a completed payment back, or a part of it, and returns the newest entry that records it. A card gets the money from its
 * provider first; for other methods the city has paid it out.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `request.invalid` above what is left
 */
export const refundPayment = (
  registry: Registry,
  caller: Account,
  paymentId: string,
  refund: Refund,
  key: string | undefined,
): Promise<PaymentAnswer> => inTurn(paymentId, () => refundNow(registry, caller, paymentId, refund, key));

/** What is left of a payment is read, given back and recorded before the next refund of it begins. */
const inTurn = createTurns();

async function refundNow(
  registry: Registry,
  caller: Account,
  paymentId: string,
  { amount, reason }: Refund,
  key: string | undefined,
): Promise<PaymentAnswer> {
  const { database, payments } = registry;
  const family = await readFamily(database, paymentId);
  const [payment] = family;
  if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
  const left = leftOf(family);
  const cents = amount ?? left;
  if (payment.state !== 'completed' || payment.reverses !== null || left === 0)
    throw new AppError(paymentSettled, `The payment ${paymentId} cannot be refunded.`, {
      hint: 'Only a completed payment that was not given back yet can.',
    });
  if (cents > left)
    throw new AppError(validationFailed, `Only ${formatCents(left)} of the payment is left.`, {
      errors: [
        { in: 'body', pointer: '/amount', message: `amount must be at most ${left} cents (${formatCents(left)})` },
      ],
    });
  // Without a key, an equal request in the same state is the same refund.
  const once = key === undefined ? `refund:${paymentId}:${family.length}:${cents}` : `refund:${paymentId}:${key}`;
  if (payment.method === 'fiat' && payments.cards !== undefined)
    await refundCard(payments.cards, payment, { cents, key: once, reason, user: caller.username });
  else await payments.payee(PROPERTY_TAX).reverse(paymentId, reason, caller.username, { cents, key: once });
  const newest = (await readFamily(database, paymentId)).at(-1) ?? payment;
  return answerPayment(payments, newest);
}
