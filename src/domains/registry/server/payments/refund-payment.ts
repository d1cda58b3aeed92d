import type { Account } from '#domains/participants/server/index.ts';
import { type PaymentAnswer, paymentSettled } from '#domains/payments/contract.ts';
import {
  addRefundDecision,
  answerPayment,
  findRefundDecision,
  followCard,
  leftOf,
  type PaymentRow,
  readFamily,
  refundCard,
} from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Registry } from '../open-registry.ts';
import { requireUnaltered } from './replay-payment.ts';
import { noSuchPayment, PROPERTY_TAX } from './requirements.ts';
import { inTurnOfPayment } from './reverse-by-hand.ts';

export type Refund = { readonly amount?: number | undefined; readonly reason: string };

/**
 * Refunds a completed payment, or a part of it, and returns the newest entry that records it. A card gets the money from its
 * provider first; for other methods the city has paid it out. Requests with the same key refund once. Without a key, an equal
 * request that arrives before an earlier one was answered is the same refund.
 *
 * @throws AppError `payments.not_found`, `payments.settled`, `request.invalid` above what is left,
 * `request.idempotency_mismatch`, `server.unavailable` if an entry differs from its blocks
 */
export async function refundPayment(
  registry: Registry,
  caller: Account,
  paymentId: string,
  refund: Refund,
  key: string | undefined,
): Promise<PaymentAnswer> {
  if (key !== undefined) return refundOnce(registry, caller, paymentId, refund, key);
  const name = `${paymentId}:${refund.amount ?? 'all'}`;
  const running = runningOf(registry);
  const same = running.get(name);
  if (same !== undefined) return same;
  const own = refundOnce(registry, caller, paymentId, refund, undefined).finally(() => running.delete(name));
  running.set(name, own);
  return own;
}

/** The refunds without a key in progress. */
const allRunning = new WeakMap<Registry, Map<string, Promise<PaymentAnswer>>>();

function runningOf(registry: Registry): Map<string, Promise<PaymentAnswer>> {
  const running = allRunning.get(registry) ?? new Map<string, Promise<PaymentAnswer>>();
  allRunning.set(registry, running);
  return running;
}

async function refundOnce(
  { database, payments, clock }: Registry,
  caller: Account,
  paymentId: string,
  { amount, reason }: Refund,
  key: string | undefined,
): Promise<PaymentAnswer> {
  // Read before its turn: an equal request that another process carries out meanwhile is the same refund too.
  const entries = (await readFamily(database, paymentId)).length;
  return inTurnOfPayment(paymentId, async () => {
    const payment = await payments.find(paymentId);
    if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
    const once = `refund:${paymentId}:${key ?? `${entries}:${amount ?? 'all'}`}`;
    await requireUnaltered(
      database,
      (await readFamily(database, paymentId)).map((one) => one.paymentId),
    );
    const asked = { paymentId, key: once, cents: amount };
    const decided = await findRefundDecision(database, asked);
    // A dispute without a notice so far gets an entry of its own, with its reason, and leaves less to refund.
    if (decided === undefined && payments.cards !== undefined) await followCard(payments.cards, paymentId);
    // Stored before it is carried out, so that a repeated request refunds the amount that the first one decided.
    const cents =
      decided ??
      (await addRefundDecision(database, asked, {
        cents: requireLeft(await readFamily(database, paymentId), payment, amount),
        user: caller.username,
        at: clock(),
      }));
    if (payment.method === 'fiat' && payments.cards !== undefined)
      await refundCard(payments.cards, payment, { cents, key: once, reason, user: caller.username });
    else await payments.payee(PROPERTY_TAX).reverse(paymentId, reason, caller.username, { cents, key: once });
    return answerPayment(payments, (await readFamily(database, paymentId)).at(-1) ?? payment);
  });
}

function requireLeft(family: readonly PaymentRow[], payment: PaymentRow, amount: number | undefined): number {
  const left = leftOf(family);
  if (payment.state !== 'completed' || payment.reverses !== null || left === 0)
    throw new AppError(paymentSettled, `The payment ${payment.paymentId} cannot be refunded.`, {
      hint: 'Only a completed payment that has not been refunded can be.',
    });
  if ((amount ?? left) <= left) return amount ?? left;
  throw new AppError(validationFailed, `Only ${formatCents(left)} of the payment is left.`, {
    errors: [
      { in: 'body', pointer: '/amount', message: `amount must be at most ${left} cents (${formatCents(left)})` },
    ],
  });
}
