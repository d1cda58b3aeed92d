import { sql } from 'kysely';
import type { LineState } from '#domains/payments/contract.ts';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { fingerprintOf, type IdempotencyKey } from '#platform/server/database/idempotency-keys.ts';
import { runWrite, write } from '#platform/server/database/one-statement.ts';
import { type Act, type LineRow, lineColumns, toLine } from './bank-lines.ts';

/** The outcome of a line. */
export type Outcome = {
  readonly lineId: string;
  readonly round: number;
  readonly state: Exclude<LineState, 'acting'>;
  readonly paymentId: string | null;
  readonly blockIndex: number | null;
  /** The block that put it into suspense, if any. */
  readonly suspenseIndex: number | null;
};

/** Stores outcomes. Outcomes that another process has stored, or that a later decision replaced, stay. */
export async function storeOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await runWrite(
    db,
    write`
      update bank_lines set state = t.state, payment_id = t.payment, block_index = t.block,
        suspense_index = coalesce(t.suspense, bank_lines.suspense_index)
      from unnest(
        ${textArray(outcomes.map((one) => one.lineId))}::text[], ${int4Array(outcomes.map((one) => one.round))}::int[],
        ${textArray(outcomes.map((one) => one.state))}::text[], ${textArray(outcomes.map((one) => one.paymentId))}::text[],
        ${int8Array(outcomes.map((one) => one.blockIndex))}::bigint[],
        ${int8Array(outcomes.map((one) => one.suspenseIndex))}::bigint[]
      ) as t (id, round, state, payment, block, suspense)
      where bank_lines.line_id = t.id::uuid and bank_lines.state = 'acting' and bank_lines.round = t.round
    `,
  );
}

/**
 * Replaces the refused act of a line, and returns the line to continue with. Undefined: another process has
 * finished it.
 */
export async function replaceAct(db: Database, line: LineRow, act: Act): Promise<LineRow | undefined> {
  const { rows } = await sql<Parameters<typeof toLine>[0]>`
    update bank_lines l set act = case when act = ${line.act} then ${act} else act end
    where line_id = ${line.lineId}::uuid and state = 'acting' and round = ${line.round} returning ${lineColumns}
  `.execute(db);
  return rows[0] === undefined ? undefined : toLine(rows[0]);
}

export type Decision = {
  readonly act: 'settle' | 'receive' | 'return';
  readonly kind: string | null;
  readonly subject: string | null;
  readonly paymentId: string | null;
  readonly reason: string | null;
  readonly by: string;
  readonly at: number;
};

/** Claims a line in suspense for a decision. Undefined unless it is in suspense: of two concurrent decisions, one gets it. */
export async function claimLine(db: Database, lineId: string, decision: Decision): Promise<LineRow | undefined> {
  const { rows } = await sql<Parameters<typeof toLine>[0]>`
    update bank_lines l set state = 'acting', act = ${decision.act}, kind = ${decision.kind}, subject = ${decision.subject},
      payment_id = ${decision.paymentId}, reason = ${decision.reason}, from_suspense = true, round = round + 1,
      decided_by = ${decision.by}, decided_at = to_timestamp(${decision.at} / 1000.0)
    where line_id = ${lineId}::uuid and state = 'suspense' returning ${lineColumns}
  `.execute(db);
  return rows[0] === undefined ? undefined : toLine(rows[0]);
}

/** Puts a line back into suspense after its decision was refused. */
export async function releaseLine(db: Database, { lineId, round, suspenseIndex }: LineRow): Promise<void> {
  await sql`
    update bank_lines set state = 'suspense', act = 'suspend', kind = null, subject = null, payment_id = null, reason = null,
      from_suspense = false, suspense_index = ${suspenseIndex}, block_index = ${suspenseIndex}
    where line_id = ${lineId}::uuid and state = 'acting' and round = ${round}
  `.execute(db);
}

/** Returns the idempotency key of an act. The first act on arrival has one key, and each decision of an account another. */
export function keyOf({
  lineId,
  act: what,
  fromSuspense,
  decidedAt,
  kind,
  subject,
  paymentId,
  round,
}: LineRow): IdempotencyKey {
  const decision = fromSuspense ? ` ${JSON.stringify([decidedAt, kind, subject, paymentId])}` : '';
  const key = `${lineId} ${what} ${fromSuspense ? round : 0}${decision}`;
  return { scope: 'bank-line', key, fingerprint: fingerprintOf(key) };
}
