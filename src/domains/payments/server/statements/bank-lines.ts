import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Candidate, LineState, StatementLine } from '#domains/payments/contract.ts';
import { byteaArray, int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite, write } from '#platform/server/database/one-statement.ts';

/** The planned act for the money of a line. */
export type Act = 'settle' | 'match' | 'receive' | 'suspend' | 'return' | 'reverse';

/** The decision about a line, and the other candidates. */
export type Plan = {
  readonly state: LineState;
  readonly act: Act | null;
  readonly kind: string | null;
  readonly subject: string | null;
  readonly paymentId: string | null;
  readonly candidates: readonly Candidate[];
};

export type LineRow = StatementLine &
  Plan & {
    readonly lineId: string;
    readonly statementId: string;
    readonly position: number;
    readonly fromSuspense: boolean;
    readonly round: number;
    readonly suspenseIndex: number | null;
    readonly blockIndex: number | null;
    readonly decidedBy: string;
    readonly decidedAt: number;
    readonly reason: string | null;
    /** The block with the hash of the statement's lines; null for an older line. */
    readonly recordIndex: number | null;
    /** The plan that this block commits to. */
    readonly plan: string | null;
  };

/** Returns a plan as its block commits to it. */
export const planText = ({
  act,
  kind,
  subject,
  paymentId,
}: Pick<Plan, 'act' | 'kind' | 'subject' | 'paymentId'>): string => JSON.stringify([act, kind, subject, paymentId]);

/** A line to insert unless one with its identity exists. */
export type NewLine = StatementLine &
  Plan & { readonly position: number; readonly identity: Buffer; readonly content: Buffer | null };

/** Stores the lines that no statement had yet. Inserting in the order of identities prevents a deadlock of two statements. */
export async function insertLines(
  tx: Database,
  lines: readonly NewLine[],
  { statementId, by, at }: { statementId: string; by: string; at: number },
): Promise<void> {
  const sorted = lines.toSorted((a, b) => a.identity.compare(b.identity));
  await runWrite(
    tx,
    write`
      insert into bank_lines (
        line_id, identity, statement_id, position, booked_on, cents, currency, text, counterparty, entry_reference, state, act,
        kind, subject, payment_id, candidates, content, decided_by, decided_at
      )
      select id::uuid, identity, ${statementId}::uuid, position, booked_on::date, cents, currency, text, counterparty, entry, state,
        act, kind, subject, payment, candidates::jsonb, decode(content, 'hex'), ${by}, to_timestamp(${at} / 1000.0)
      from unnest(
        ${textArray(sorted.map(() => randomUUID()))}::text[], ${byteaArray(sorted.map((line) => line.identity))}::bytea[],
        ${int4Array(sorted.map((line) => line.position))}::int[], ${textArray(sorted.map((line) => line.bookedOn))}::text[],
        ${int8Array(sorted.map((line) => line.cents))}::bigint[], ${textArray(sorted.map((line) => line.currency))}::text[],
        ${textArray(sorted.map((line) => line.text))}::text[], ${textArray(sorted.map((line) => line.counterparty))}::text[],
        ${textArray(sorted.map((line) => line.entryReference))}::text[], ${textArray(sorted.map((line) => line.state))}::text[],
        ${textArray(sorted.map((line) => line.act))}::text[], ${textArray(sorted.map((line) => line.kind))}::text[],
        ${textArray(sorted.map((line) => line.subject))}::text[], ${textArray(sorted.map((line) => line.paymentId))}::text[],
        ${textArray(sorted.map((line) => JSON.stringify(line.candidates)))}::text[],
        ${textArray(sorted.map((line) => line.content?.toString('hex') ?? null))}::text[]
      ) as t (
        id, identity, position, booked_on, cents, currency, text, counterparty, entry, state, act, kind, subject, payment, candidates,
        content
      )
      on conflict (identity) do nothing
    `,
  );
}

export type Sighting = { readonly position: number; readonly likeness: Buffer; readonly identity: Buffer };

/** Stores which lines a statement has. */
export async function insertSightings(tx: Database, statementId: string, seen: readonly Sighting[]): Promise<void> {
  await runWrite(
    tx,
    write`
      insert into bank_statement_lines (statement_id, position, likeness, line_id)
      select ${statementId}::uuid, t.position, t.likeness, l.line_id
      from unnest(
        ${int4Array(seen.map((line) => line.position))}::int[], ${byteaArray(seen.map((line) => line.likeness))}::bytea[],
        ${byteaArray(seen.map((line) => line.identity))}::bytea[]
      ) as t (position, likeness, identity)
      join bank_lines l on l.identity = t.identity
    `,
  );
}

/** Counts the lines of a statement that are alike, for each of these likenesses in hex. */
export async function countAlike(
  tx: Database,
  statementId: string,
  likenesses: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ likeness: string; count: number }>`
    select encode(likeness, 'hex') as likeness, count(*)::int as count from bank_statement_lines
    where statement_id = ${statementId}::uuid and likeness = any(${byteaArray(likenesses)}::bytea[]) group by likeness
  `.execute(tx);
  return new Map(rows.map(({ likeness, count }) => [likeness, count]));
}

type Row = {
  line_id: string;
  statement_id: string;
  position: number;
  booked_on: string;
  cents: number;
  currency: string;
  text: string;
  counterparty: string;
  entry_reference: string | null;
  state: LineState;
  act: Act | null;
  kind: string | null;
  subject: string | null;
  payment_id: string | null;
  from_suspense: boolean;
  round: number;
  candidates: Candidate[];
  suspense_index: number | null;
  block_index: number | null;
  decided_by: string;
  decided_at: string;
  reason: string | null;
  record_index: number | null;
  plan: string | null;
};

/** The columns of a line, for a query that names the table `l`. */
export const lineColumns = sql`
  l.line_id, l.statement_id, l.position, l.booked_on::text, l.cents, l.currency, l.text, l.counterparty, l.entry_reference, l.state,
  l.act, l.kind, l.subject, l.payment_id, l.from_suspense, l.round, l.candidates, l.suspense_index, l.block_index, l.decided_by,
  l.decided_at, l.reason, l.record_index, l.plan
`;

export const toLine = (row: Row): LineRow => ({
  lineId: row.line_id,
  statementId: row.statement_id,
  position: row.position,
  bookedOn: row.booked_on,
  cents: row.cents,
  currency: row.currency,
  text: row.text,
  counterparty: row.counterparty,
  entryReference: row.entry_reference,
  state: row.state,
  act: row.act,
  kind: row.kind,
  subject: row.subject,
  paymentId: row.payment_id,
  fromSuspense: row.from_suspense,
  round: row.round,
  candidates: row.candidates,
  suspenseIndex: row.suspense_index,
  blockIndex: row.block_index,
  decidedBy: row.decided_by,
  decidedAt: Date.parse(row.decided_at),
  reason: row.reason,
  recordIndex: row.record_index,
  plan: row.plan,
});

/** Reads lines of a statement by position. */
export async function readLinesAt(db: Database, statementId: string, from: number, count: number): Promise<LineRow[]> {
  const { rows } = await sql<Row>`
    select ${lineColumns} from bank_statement_lines s join bank_lines l using (line_id)
    where s.statement_id = ${statementId}::uuid and s.position >= ${from} and s.position < ${from + count}
    order by s.position
  `.execute(db);
  return rows.map(toLine);
}

/** Finds a line by its id. */
export async function findLine(db: Database, lineId: string): Promise<LineRow | undefined> {
  const { rows } = await sql<Row>`select ${lineColumns} from bank_lines l where line_id = ${lineId}::uuid`.execute(db);
  return rows[0] === undefined ? undefined : toLine(rows[0]);
}

/** Reads lines whose decision was not carried out yet and is older than `before`, in milliseconds since the epoch. */
export async function readUnfinished(db: Database, before: number, max: number): Promise<LineRow[]> {
  const { rows } = await sql<Row>`
    select ${lineColumns} from bank_lines l where state = 'acting' and decided_at <= to_timestamp(${before} / 1000.0)
    order by line_id limit ${max}
  `.execute(db);
  return rows.map(toLine);
}

/** Reads the lines that these blocks have the hashes of, in the order of the hashes. */
export async function readRecordedLines(db: Database, indexes: readonly number[]): Promise<LineRow[]> {
  if (indexes.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${lineColumns} from bank_lines l where record_index = any(${int8Array(indexes)}::bigint[])
    order by record_index, position
  `.execute(db);
  return rows.map(toLine);
}
