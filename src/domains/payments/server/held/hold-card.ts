import type { CardIntent } from '../cards/card-provider.ts';
import type { Cards } from '../cards/cards.ts';
import type { PaymentRow } from '../payments.ts';
import { claimHeld, findHeldByOrigin, insertHeld } from './held-money.ts';

/**
 * Holds card money that arrived for a closed payment. If the provider takes it back while it is held, it counts as returned;
 * the next round puts that into the books.
 */
export async function holdCard(
  { database, clock }: Pick<Cards, 'database' | 'clock'>,
  { paymentId }: Pick<PaymentRow, 'paymentId'>,
  { state, keptCents, reason }: CardIntent,
): Promise<void> {
  if (state !== 'succeeded') return;
  const origin = `card:${paymentId}`;
  if (keptCents > 0) {
    await insertHeld(database, { method: 'fiat', origin, cents: keptCents, cameFor: paymentId, arrivedAt: clock() });
    return;
  }
  const row = await findHeldByOrigin(database, origin);
  if (row?.state !== 'held') return;
  const nobody = { kind: null, subject: null, paymentId: null, returnHash: null, decidedBy: null };
  const why = reason ?? 'The card provider took the money back.';
  await claimHeld(database, row.heldId, { ...nobody, act: 'return', reason: why, at: clock() });
}
