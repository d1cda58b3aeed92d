import { sql } from 'kysely';
import { type BankLine, LineFilter, type LineState } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type LineRow, lineColumns, toLine } from './bank-lines.ts';
import { listStatementRows, requireStatement } from './bank-statements.ts';

type Page = { readonly page: number; readonly limit: number };
type Row = Parameters<typeof toLine>[0] & { at: number; known: boolean };

/** Returns a line as the API shows it, at a position of a statement. */
export const showLine = (
  line: LineRow,
  {
    position,
    known = false,
    announcedCents,
  }: { position: number; known?: boolean; announcedCents?: number | undefined },
): BankLine => ({
  id: line.lineId,
  statementId: line.statementId,
  position,
  bookedOn: line.bookedOn,
  cents: line.cents,
  amountFormatted:
    line.currency === 'USD' ? formatCents(line.cents) : `${(line.cents / 100).toFixed(2)} ${line.currency}`,
  currency: line.currency,
  text: line.text,
  counterparty: line.counterparty,
  entryReference: line.entryReference,
  state: line.state,
  known,
  candidates: [...line.candidates],
  kind: line.kind,
  subject: line.subject,
  paymentId: line.paymentId,
  ...(announcedCents === undefined ? {} : { announcedCents }),
  blockIndex: line.blockIndex,
  decidedBy: line.decidedBy,
  decidedAt: new Date(line.decidedAt).toISOString(),
  reason: line.reason,
});

/** Reads statements, newest first, and the sum of the lines in suspense. */
export async function readStatements(db: Database, page: Page) {
  const [{ statements, total }, { rows }] = await Promise.all([
    listStatementRows(db, page),
    sql<{ cents: number }>`
      select coalesce(sum(cents), 0)::bigint as cents from bank_lines where state = 'suspense'
    `.execute(db),
  ]);
  return { statements, pagination: paginate({ total, ...page }), suspenseCents: rows[0]?.cents ?? 0 };
}

const isKnown = sql`(l.statement_id <> s.statement_id or l.position <> s.position)`;

/**
 * Reads a statement with the number of its lines by state, and the number of known lines.
 *
 * @throws AppError `payments.statement_not_found`
 */
export async function readOneStatement(db: Database, statementId: string) {
  const statement = await requireStatement(db, statementId);
  const { rows } = await sql<{ state: LineState; known: boolean; guessed: boolean; count: number }>`
    select l.state, ${isKnown} as known, l.candidates <> '[]' as guessed, count(*)::int as count
    from bank_statement_lines s join bank_lines l using (line_id)
    where s.statement_id = ${statementId}::uuid group by 1, 2, 3
  `.execute(db);
  const outcomes = Object.fromEntries(LineFilter.options.map((name) => [name, 0])) as Record<LineFilter, number>;
  const add = (name: LineFilter, count: number) => {
    outcomes[name] += count;
  };
  for (const { state, known, guessed, count } of rows) {
    add(state, count);
    if (known) add('known', count);
    if (state === 'suspense') add(guessed ? 'candidates' : 'unknown', count);
  }
  return { statement, outcomes };
}

const conditionOf = (filter: LineFilter | undefined) => {
  if (filter === undefined) return sql`true`;
  if (filter === 'known') return isKnown;
  if (filter === 'candidates') return sql`l.state = 'suspense' and l.candidates <> '[]'`;
  if (filter === 'unknown') return sql`l.state = 'suspense' and l.candidates = '[]'`;
  return sql`l.state = ${filter}`;
};

/**
 * Reads lines of a statement in order.
 *
 * @throws AppError `payments.statement_not_found`
 */
export async function readLines(db: Database, statementId: string, filter: LineFilter | undefined, page: Page) {
  await requireStatement(db, statementId);
  const from = sql`
    from bank_statement_lines s join bank_lines l using (line_id)
    where s.statement_id = ${statementId}::uuid and ${conditionOf(filter)}
  `;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select ${lineColumns}, s.position as at, ${isKnown} as known ${from}
      order by s.position limit ${page.limit} offset ${(page.page - 1) * page.limit}
    `.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ]);
  const announced = await readAnnounced(db, rows);
  return {
    lines: rows.map((row) =>
      showLine(toLine(row), {
        position: row.at,
        known: row.known,
        announcedCents: announced.get(row.payment_id ?? ''),
      }),
    ),
    pagination: paginate({ total: counted.rows[0]?.total ?? 0, ...page }),
  };
}

/** Reads the announced cents of payments that lines settled, by payment, from the blocks that opened them. */
export async function readAnnounced(
  db: Database,
  lines: readonly Pick<Row, 'state' | 'payment_id'>[],
): Promise<Map<string, number>> {
  const settled = lines.flatMap(({ state, payment_id: id }) => (state === 'settled' && id !== null ? [id] : []));
  if (settled.length === 0) return new Map();
  const { rows } = await sql<{ id: string; cents: number }>`
    select payment_id as id, (data::jsonb->>'amount_cents')::bigint as cents
    from payments join ledger_blocks on ledger_blocks.index = opened_index
    where payment_id = any(${textArray(settled)}::text[]) and opened_index <> settled_index and data::jsonb ? 'amount_cents'
  `.execute(db);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Reads the lines in suspense of all statements, oldest first. */
export async function readSuspense(db: Database, page: Page) {
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select ${lineColumns} from bank_lines l where state = 'suspense'
      order by booked_on, line_id limit ${page.limit} offset ${(page.page - 1) * page.limit}
    `.execute(db),
    sql<{ total: number }>`select count(*)::int as total from bank_lines where state = 'suspense'`.execute(db),
  ]);
  return {
    lines: rows.map((row) => showLine(toLine(row), row)),
    pagination: paginate({ total: counted.rows[0]?.total ?? 0, ...page }),
  };
}
