import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { appendBlocks, readBlocksAt } from '#domains/ledger/server/index.ts';
import type { Statement, StatementLine } from '#domains/payments/contract.ts';
import type { Clock } from '#platform/server/clock.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Act, type LineRow, type Plan, planText, readLinesAt, readRecordedLines } from './bank-lines.ts';
import { paymentBlockTypes, StatementRecorded } from './payment-block-types.ts';

/**
 * Appends a block with the hash of the lines of a statement and of their plans. `sent` are the lines from position `from` on, of which the
 * first `known` were stored by an earlier request. If one of those has no block, because an older version stored it, it gets
 * one if it equals the line that was sent.
 */
export async function recordLines(
  tx: Database,
  statement: Pick<Statement, 'id'>,
  sent: { readonly from: number; readonly lines: readonly StatementLine[]; readonly known: number },
  plans: readonly Plan[],
  by: { readonly user: string; readonly clock: Clock },
): Promise<void> {
  const stored = await readLinesAt(tx, statement.id, sent.from, sent.lines.length);
  const lines = stored.flatMap((line, n) => {
    const isOwn = line.statementId === statement.id && line.position === sent.from + n && line.recordIndex === null;
    const plan = plans[n] as Plan;
    const isWaiting = line.state === 'acting' && !line.fromSuspense && plan.act !== null && isSame(line, sent.lines[n]);
    return isOwn && (n >= sent.known || isWaiting) ? [{ ...line, ...plan, plan: planText(plan) }] : [];
  });
  if (lines.length === 0) return;
  const draft = paymentBlockTypes.draft({
    action: 'payments.statement_recorded',
    user: by.user,
    statement: statement.id,
    lines: lines.length,
    sha256: await hashLines(tx, statement.id, lines),
  });
  const [block] = await appendBlocks(tx, [draft], by.clock);
  await sql`
    update bank_lines set record_index = ${block?.index}, plan = t.plan, act = t.act, kind = t.kind, subject = t.subject,
      payment_id = t.payment
    from unnest(
      ${textArray(lines.map(({ lineId }) => lineId))}::text[], ${textArray(lines.map(({ plan }) => plan))}::text[],
      ${textArray(lines.map(({ act }) => act))}::text[], ${textArray(lines.map(({ kind }) => kind))}::text[],
      ${textArray(lines.map(({ subject }) => subject))}::text[], ${textArray(lines.map(({ paymentId }) => paymentId))}::text[]
    ) as t (id, plan, act, kind, subject, payment)
    where line_id = t.id::uuid
  `.execute(tx);
}

const isSame = (a: StatementLine, b: StatementLine | undefined): boolean =>
  b !== undefined && a.cents === b.cents && a.currency === b.currency && a.bookedOn === b.bookedOn && a.text === b.text;

/** What a block confirms of a line: its plan, and the account that sent it. */
export type Recorded = { readonly plan: string; readonly user: string };

/** Reads what blocks confirm of lines. If any line of a block differs from its hash, all lines of that block are absent. */
export async function readRecorded(db: Database, lines: readonly LineRow[]): Promise<Map<string, Recorded>> {
  const indexes = [...new Set(lines.flatMap(({ recordIndex }) => recordIndex ?? []))];
  const [blocks, recorded] = await Promise.all([readBlocksAt(db, indexes), readRecordedLines(db, indexes)]);
  const confirmed = new Map<string, Recorded>();
  for (const [index, own] of Map.groupBy(recorded, ({ recordIndex }) => recordIndex)) {
    const { data } = StatementRecorded.safeParse(blocks.find((block) => block.index === index)?.data);
    if (data === undefined || data.lines !== own.length) continue;
    if (data.sha256 !== (await hashLines(db, data.statement, own))) continue;
    for (const { lineId, plan } of own) confirmed.set(lineId, { plan: plan ?? '', user: data.user });
  }
  // A line that was read before the hash was checked may have had other cents.
  const hashed = new Map(recorded.map((line) => [line.lineId, line]));
  for (const line of lines) if (hashed.get(line.lineId)?.cents !== line.cents) confirmed.delete(line.lineId);
  return confirmed;
}

/** Returns the SHA-256 in hex of the salt of a statement and of its lines, in their order. */
export async function hashLines(db: Database, statementId: string, lines: readonly LineRow[]): Promise<string> {
  const { rows } = await sql<{ salt: string }>`
    select salt::text as salt from bank_statements where statement_id = ${statementId}::uuid
  `.execute(db);
  const parts = lines.map((line) => [
    line.lineId,
    line.position,
    line.bookedOn,
    line.cents,
    line.currency,
    line.text,
    line.counterparty,
    line.entryReference,
    line.plan,
  ]);
  return hash('sha256', JSON.stringify([rows[0]?.salt, statementId, parts]), 'hex');
}

/** The acts that may replace a planned act that was refused. */
const instead: Record<Act, readonly Act[]> = {
  settle: ['settle', 'match', 'receive', 'suspend'],
  match: ['match', 'suspend'],
  receive: ['receive', 'suspend'],
  suspend: ['suspend'],
  reverse: ['reverse'],
  return: [],
};

/** Reports whether the act of a line is the one that its block commits to, or one that may replace it after a refusal. */
export function isPlanned({ act, kind, subject, paymentId }: LineRow, plan: string | null): boolean {
  const planned = (Object.keys(instead) as Act[]).find(
    (one) => planText({ act: one, kind, subject, paymentId }) === plan,
  );
  return planned !== undefined && act !== null && instead[planned].includes(act);
}
