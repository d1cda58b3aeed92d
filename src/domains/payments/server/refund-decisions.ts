import { sql } from 'kysely';
import { AppError, idempotencyMismatch } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

/** A request for a refund. Without cents, it refunds all that is left. */
export type RefundAsked = { readonly paymentId: string; readonly key: string; readonly cents: number | undefined };

/**
 * Returns how many cents an earlier request with this key decided to give back, or undefined if there was none.
 *
 * @throws AppError `request.idempotency_mismatch` for a key that asked for another amount
 */
export async function findRefundDecision(db: Database, asked: RefundAsked): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number; asked_cents: number | null }>`
    select cents, asked_cents from refund_decisions where payment_id = ${asked.paymentId} and key = ${asked.key}
  `.execute(db);
  if (rows[0] === undefined) return undefined;
  if (rows[0].asked_cents === (asked.cents ?? null)) return rows[0].cents;
  throw new AppError(idempotencyMismatch, 'This key refunded another amount.', {
    hint: 'Use a new Idempotency-Key for another refund.',
  });
}

/** Stores a decision, unless another process has stored one for this key. Returns the cents that count. */
export async function addRefundDecision(
  db: Database,
  asked: RefundAsked,
  decision: { readonly cents: number; readonly user: string; readonly at: number },
): Promise<number> {
  await sql`
    insert into refund_decisions (payment_id, key, asked_cents, cents, decided_by, decided_at)
    values (${asked.paymentId}, ${asked.key}, ${asked.cents ?? null}, ${decision.cents}, ${decision.user},
      ${new Date(decision.at)})
    on conflict (payment_id, key) do nothing
  `.execute(db);
  return (await findRefundDecision(db, asked)) ?? decision.cents;
}
