import { isDeepStrictEqual } from 'node:util';
import { paymentSettled } from '#domains/payments/contract.ts';
import { AppError, unavailable, validationFailed } from '#platform/contract/errors.ts';
import { holdCard } from '../held/hold-card.ts';
import type { PaymentRow } from '../payments.ts';
import { leftOf, readFamily } from '../payments.ts';
import type { CardIntent } from './card-provider.ts';
import type { Cards } from './cards.ts';

export type Act =
  | { readonly kind: 'none' }
  | { readonly kind: 'settle'; readonly cents: number }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'reverse'; readonly paymentId: string; readonly cents: number; readonly reason: string };

/**
 * Returns the next entry that brings a payment closer to the provider's state: the payment is settled or closed, and then the sum
 * of its entries follows what the provider keeps. `family` is the payment and the entries that took it back, oldest first.
 *
 * An entry by which an account took something back stays. So does a closed payment, even if money arrives later: the money is held for
 * a person to decide.
 */
export function decide(family: readonly PaymentRow[], intent: CardIntent): Act {
  const [payment] = family;
  if (payment === undefined || payment.state === 'failed') return { kind: 'none' };
  if (payment.state === 'pending') {
    if (intent.state === 'succeeded') return { kind: 'settle', cents: intent.receivedCents };
    if (intent.state === 'failed') return { kind: 'fail', reason: intent.reason ?? 'The card was not charged.' };
    return { kind: 'none' };
  }
  if (intent.state !== 'succeeded') return { kind: 'none' };
  const remains = (one: PaymentRow) => Math.abs(one.amountCents) - one.reversedCents;
  // What an account took back by hand stays taken back, although the provider has it. The daily comparison reports it.
  const byHand = family.reduce((sum, one) => sum + (one.byHand && one.amountCents < 0 ? remains(one) : 0), 0);
  const difference = Math.max(0, intent.keptCents - byHand) - leftOf(family);
  if (difference === 0) return { kind: 'none' };
  // If less is kept, take back the newest entry that counts. If more is kept, take back the newest reversal.
  const entry = family.findLast(
    (one) =>
      !(one.byHand && one.amountCents < 0) && Math.sign(one.amountCents) !== Math.sign(difference) && remains(one) > 0,
  );
  if (entry === undefined) return { kind: 'none' };
  return {
    kind: 'reverse',
    paymentId: entry.paymentId,
    cents: Math.min(Math.abs(difference), remains(entry)),
    reason: intent.reason ?? (difference < 0 ? 'The card provider took the money back.' : 'The money came back.'),
  };
}

export type Cause = { readonly reason: string; readonly user: string };

/** Each round adds an entry, and few payments ever have more than three. */
const ROUNDS_MAX = 20;

/**
 * Reads a payment at its provider again and records what changed, until both agree. Safe to repeat, at any time and in any number
 * of processes: entries are judged in order, and one that another process has recorded is refused or returned. `cause` names who
 * brought the change about and why, and `closing` why the payment was closed; otherwise the provider's reason is recorded.
 */
export async function applyIntent(cards: Cards, paymentId: string, cause?: Cause, closing?: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const family = await readFamily(cards.database, paymentId);
    const [payment] = family;
    if (payment === undefined || payment.method !== 'fiat') return;
    // Read in each round: otherwise another process's refund would look like money that came back.
    const intent = await cards.provider.read(payment);
    if (payment.state === 'failed') return holdCard(cards, payment, intent);
    const act = decide(family, intent);
    if (act.kind === 'none') return;
    const key = `${family.length}:${intent.keptCents}`;
    await perform(cards, payment, act, { key, cause, closing }).catch(unlessSettled);
    const after = await readFamily(cards.database, paymentId);
    if (isDeepStrictEqual(after, family)) throw new Error(`The payment ${paymentId} did not change`);
  }
  throw new Error(`The payment ${paymentId} does not come to agree with its provider`);
}

/**
 * Brings a card payment whose manual entry was taken back to the provider's current amount. Does nothing for a payment
 * by another method. If the provider does not answer, its next notice or the daily comparison catches up.
 */
export const followCard = (cards: Cards, paymentId: string): Promise<void> =>
  applyIntent(cards, paymentId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== unavailable) throw error;
  });

type Context = { readonly key: string; readonly cause: Cause | undefined; readonly closing: string | undefined };

async function perform(
  cards: Cards,
  payment: PaymentRow,
  act: Exclude<Act, { kind: 'none' }>,
  { key, cause, closing }: Context,
): Promise<void> {
  const payee = cards.payee(payment.kind);
  if (act.kind === 'settle') await payee.settle(payment.paymentId, act.cents, undefined);
  else if (act.kind === 'fail') await payee.fail(payment.paymentId, closing ?? act.reason, undefined);
  else await payee.reverse(act.paymentId, cause?.reason ?? act.reason, cause?.user, { cents: act.cents, key });
}

/** Ignores that another process was faster: the payment is settled, or less is left of it than this round read. The next round reads again. */
function unlessSettled(error: unknown): void {
  if (!(error instanceof AppError) || (error.kind !== paymentSettled && error.kind !== validationFailed)) throw error;
}
