import { randomUUID } from 'node:crypto';
import { type Statement, statementNotFound } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';

export type NewStatement = {
  readonly name: string;
  readonly bankAccount: string;
  readonly lineCount: number;
  readonly openingCents?: number | undefined;
  readonly closingCents?: number | undefined;
};

type Row = {
  statement_id: string;
  name: string;
  bank_account: string;
  line_count: number;
  received: number;
  received_cents: number;
  opening_cents: number | null;
  closing_cents: number | null;
  sent_by: string;
  sent_at: string;
};

const toStatement = (row: Row): Statement => ({
  id: row.statement_id,
  name: row.name,
  bankAccount: row.bank_account,
  lineCount: row.line_count,
  received: row.received,
  sentBy: row.sent_by,
  sentAt: new Date(row.sent_at).toISOString(),
  balance:
    row.opening_cents === null || row.closing_cents === null
      ? null
      : {
          openingCents: row.opening_cents,
          closingCents: row.closing_cents,
          entriesCents: row.received_cents,
          differenceCents: row.opening_cents + row.received_cents - row.closing_cents,
        },
});

/** Stores a statement without lines. */
export async function insertStatement(
  db: Database,
  { name, bankAccount, lineCount, openingCents, closingCents }: NewStatement,
  sentBy: string,
  at: number,
): Promise<Statement> {
  const row = await db
    .insertInto('bank_statements')
    .values({
      statement_id: randomUUID(),
      name,
      bank_account: bankAccount,
      line_count: lineCount,
      opening_cents: openingCents ?? null,
      closing_cents: closingCents ?? null,
      sent_by: sentBy,
      sent_at: new Date(at).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStatement(row);
}

/**
 * Reads a statement. With `lock`, other transactions wait to add lines to it.
 *
 * @throws AppError `payments.statement_not_found`
 */
export async function requireStatement(db: Database, statementId: string, lock = false): Promise<Statement> {
  const found = db.selectFrom('bank_statements').selectAll().where('statement_id', '=', statementId);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (row !== undefined) return toStatement(row);
  throw new AppError(statementNotFound, `Statement ${statementId} was not found.`, {
    hint: 'GET /api/payments/statements lists the statements.',
  });
}

/** Adds received lines to a statement. */
export async function countReceived(tx: Database, statementId: string, lines: number, cents: number): Promise<void> {
  await tx
    .updateTable('bank_statements')
    .set((eb) => ({
      received: eb('received', '+', lines),
      received_cents: eb('received_cents', '+', cents),
    }))
    .where('statement_id', '=', statementId)
    .execute();
}

/** Reads statements, newest first, with their number. */
export async function listStatementRows(db: Database, page: { page: number; limit: number }) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('bank_statements')
      .selectAll()
      .orderBy('sent_at', 'desc')
      .orderBy('statement_id')
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    db
      .selectFrom('bank_statements')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { statements: rows.map(toStatement), total };
}
