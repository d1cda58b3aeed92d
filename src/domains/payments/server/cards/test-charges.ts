import { sql } from 'kysely';
import type { TestCard } from '#domains/payments/contract.ts';
import { AppError, idempotencyMismatch } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

export type TestCharge = {
  readonly paymentId: string;
  readonly card: TestCard;
  readonly state: 'waiting' | 'succeeded' | 'failed';
  readonly reason: string | null;
  readonly refundedCents: number;
  /** Milliseconds since the epoch. */
  readonly disputedAt: number | null;
};

type Row = {
  payment_id: string;
  amount_cents: number;
  opened_at: string;
  card: TestCard | null;
  state: TestCharge['state'] | null;
  reason: string | null;
  refunded_cents: number | null;
  disputed_at: string | null;
};

const toCharge = (row: Row): TestCharge | undefined =>
  row.card === null || row.state === null
    ? undefined
    : {
        paymentId: row.payment_id,
        card: row.card,
        state: row.state,
        reason: row.reason,
        refundedCents: row.refunded_cents ?? 0,
        disputedAt: row.disputed_at === null ? null : Date.parse(row.disputed_at),
      };

/** Finds the charge of a payment. A payment that completed in its opening block has none until its first later event. */
export async function findTestCharge(db: Database, paymentId: string): Promise<TestCharge | undefined> {
  const { rows } = await sql<Row>`
    select c.*, 0 as amount_cents, null as opened_at from test_card_charges c where payment_id = ${paymentId}
  `.execute(db);
  return rows[0] === undefined ? undefined : toCharge(rows[0]);
}

/** Adds a charge, unless the payment has one. */
export async function addTestCharge(db: Database, charge: TestCharge): Promise<void> {
  await sql`
    insert into test_card_charges (payment_id, card, state, reason, refunded_cents, disputed_at) values (
      ${charge.paymentId}, ${charge.card}, ${charge.state}, ${charge.reason}, ${charge.refundedCents},
      ${charge.disputedAt === null ? null : new Date(charge.disputedAt)}
    ) on conflict (payment_id) do nothing
  `.execute(db);
}

/** Ends a waiting charge. Does nothing if it has already ended. */
export async function endTestCharge(db: Database, paymentId: string, reason: string | null): Promise<void> {
  await sql`
    update test_card_charges set state = ${reason === null ? 'succeeded' : 'failed'}, reason = ${reason}
    where payment_id = ${paymentId} and state = 'waiting'
  `.execute(db);
}

export type TestRefund = { readonly paymentId: string; readonly key: string; readonly cents: number };

/**
 * Adds a refund of at most what is left of `ofCents`, once for each key, and reports whether it is stored.
 *
 * @throws AppError `request.idempotency_mismatch` for a key that refunded another amount
 */
export function addTestRefund(database: Database, refund: TestRefund, ofCents: number): Promise<boolean> {
  const { paymentId, key, cents } = refund;
  return database.transaction().execute(async (tx) => {
    await sql`select 1 from test_card_charges where payment_id = ${paymentId} for update`.execute(tx);
    const { rows } = await sql<{ cents: number }>`
      select cents from test_card_refunds where payment_id = ${paymentId} and key = ${key}
    `.execute(tx);
    if (rows[0] !== undefined && rows[0].cents !== cents)
      throw new AppError(idempotencyMismatch, 'This key refunded another amount.', {
        hint: 'Use a new Idempotency-Key for another refund.',
      });
    if (rows[0] !== undefined) return true;
    const { numAffectedRows } = await sql`
      update test_card_charges set refunded_cents = refunded_cents + ${cents}
      where payment_id = ${paymentId} and state = 'succeeded' and refunded_cents + ${cents} <= ${ofCents}
    `.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await sql`insert into test_card_refunds (payment_id, key, cents) values (${paymentId}, ${key}, ${cents})`.execute(
      tx,
    );
    return true;
  });
}

/** Reads the payments that were disputed by a time and have no handled event. */
export async function readDueDisputes(db: Database, now: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id from test_card_charges c where disputed_at <= ${new Date(now)} and state = 'succeeded'
      and not exists (select 1 from card_events where provider = 'test' and event_id = 'dispute_' || c.payment_id)
    order by disputed_at limit ${limit}
  `.execute(db);
  return rows.map((row) => row.payment_id);
}

/** Returns the payments that were opened in a time span and charged, with their charges if they have one. */
export async function listTestCharges(db: Database, from: number, to: number) {
  const { rows } = await sql<Row>`
    select p.payment_id, p.amount_cents, p.opened_at, c.card, c.state, c.reason, c.refunded_cents, c.disputed_at
    from payments p left join test_card_charges c using (payment_id)
    where p.method = 'fiat' and p.reverses is null and p.opened_at >= ${new Date(from)} and p.opened_at < ${new Date(to)}
      and case when c.state is null then p.state = 'completed' else c.state = 'succeeded' end
  `.execute(db);
  return rows.map((row) => ({
    paymentId: row.payment_id,
    amountCents: row.amount_cents,
    openedAt: Date.parse(row.opened_at),
    charge: toCharge(row),
  }));
}
