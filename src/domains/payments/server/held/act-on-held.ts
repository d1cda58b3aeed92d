import { AppError } from '#platform/contract/errors.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { isDamage } from '../digital/settle-frozen.ts';
import type { MoneySource } from '../payee.ts';
import { readPayments } from '../payments.ts';
import { type HeldRow, readUnfinishedHeld, releaseHeld, storeBooked, storeDecided } from './held-money.ts';
import { holdTransfers, markTransfer, readTransferOf } from './hold-transfers.ts';
import type { Held } from './open-held.ts';

const UNFINISHED_MAX = 200;

/**
 * Holds what arrived, puts it into the books, and carries out decisions that a stopped process left behind. Each block has an idempotency
 * key of the money and its decision, so that repeating it changes nothing.
 */
export async function continueHeld(held: Held, olderThan: number): Promise<void> {
  const { database, digital } = held.payments;
  await holdTransfers(digital);
  for (const row of await readUnfinishedHeld(database, olderThan, UNFINISHED_MAX))
    await (row.state === 'booking' ? book(held, row) : carryOut(held, row).catch(unlessRefused));
}

/** Ignores that the decision was refused; the money is then held again. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError) || error.kind.status >= 500) throw error;
}

/** Puts money into the books. If its transfer is not worth its cents, or already brought other money, it is only logged. */
async function book({ payments, suspense }: Held, row: HeldRow): Promise<void> {
  const { heldId, method, cents } = row;
  const { database, digital } = payments;
  try {
    const transfers = method === 'fiat' ? undefined : [await readTransferOf(database, row)];
    const request = { act: 'received', line: heldId, method, cents, transfers } as const;
    const { index } = await suspense.append(request, keyOf(heldId, 'received'));
    await storeBooked(database, heldId, index);
  } catch (error) {
    if (!isDamage(error)) throw error;
    digital.reportOnce(heldId, error);
  }
}

/**
 * Carries out a decision, and stores it.
 *
 * @throws AppError what the payee or the card provider refuses; the money is then held again
 */
export async function carryOut(held: Held, row: HeldRow): Promise<void> {
  const { database } = held.payments;
  try {
    const outcome = row.act === 'return' ? await giveBack(held, row) : await assignTo(held, row);
    if (row.method !== 'fiat') await markTransfer(database, row.origin, outcome.state);
    await storeDecided(database, row, outcome);
  } catch (error) {
    if (error instanceof AppError && error.kind.status < 500) await releaseHeld(database, row);
    throw error;
  }
}

async function assignTo({ payments }: Held, row: HeldRow) {
  const { heldId, method, cents, act, kind, subject, paymentId, round, decidedBy } = row;
  const payee = payments.payee(kind ?? '');
  const key = keyOf(heldId, `${act} ${round}`);
  const source: MoneySource = { account: `suspense:${method}`, line: heldId, key, method };
  let paid = paymentId ?? '';
  if (act === 'settle') await payee.settle(paid, cents, decidedBy ?? undefined, { source });
  else if (payee.unannounced === undefined) throw new Error(`Payments of kind ${kind} are only paid when announced`);
  else paid = await payee.unannounced.receive(subject ?? '', cents, decidedBy ?? '', source);
  const [payment] = await readPayments(payments.database, [paid]);
  return { state: 'assigned' as const, paymentId: paid, blockIndex: payment?.settledIndex ?? null };
}

async function giveBack({ payments, suspense }: Held, row: HeldRow) {
  const { heldId, method, cents, cameFor, round, decidedBy } = row;
  // The provider refunds once per key. Money that it took back on its own has no account that decided.
  if (method === 'fiat' && decidedBy !== null) {
    const [payment] = await readPayments(payments.database, [cameFor ?? '']);
    if (payments.cards === undefined || payment === undefined) throw new Error('Broken invariant: a card was charged');
    await payments.cards.provider.refund(payment, cents, `held:${heldId}`);
  }
  const request = { act: 'returned' as const, line: heldId, method, cents, user: decidedBy ?? undefined };
  const { index } = await suspense.append(request, keyOf(heldId, `returned ${round}`));
  return { state: 'returned' as const, paymentId: null, blockIndex: index };
}

function keyOf(heldId: string, what: string): IdempotencyKey {
  const key = `${heldId} ${what}`;
  return { scope: 'held-money', key, fingerprint: fingerprintOf(key) };
}
