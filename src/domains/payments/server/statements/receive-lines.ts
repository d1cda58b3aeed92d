import { type LineState, type Statement, type StatementLine, statementGap } from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Clerk } from '../payee.ts';
import { actOnLines } from './act-on-lines.ts';
import { countAlike, insertLines, insertSightings, type NewLine, type Plan, readLinesAt } from './bank-lines.ts';
import { countReceived, requireStatement } from './bank-statements.ts';
import { identityOf, likenessOf } from './identify-lines.ts';
import { planLines } from './match-lines.ts';
import type { Statements } from './open-statements.ts';
import { recordLines } from './record-lines.ts';

export type LineChunk = { readonly from: number; readonly lines: readonly StatementLine[] };

/**
 * Receives lines of a statement: stores those that no statement had, and settles, credits or suspends their money. Sending the
 * same lines again, at the same time or after a stop, continues where it was and changes nothing else.
 *
 * @throws AppError `payments.statement_not_found`, `payments.statement_gap`
 */
export async function receiveLines(
  statements: Statements,
  caller: Clerk,
  statementId: string,
  { from, lines }: LineChunk,
): Promise<{ received: number; lines: { state: LineState; known: boolean }[] }> {
  const { payments } = statements;
  const { database } = payments;
  requireOrder(await requireStatement(database, statementId), { from, lines });
  const plans = await planLines(payments, caller, lines);
  const by = { statementId, by: caller.username, at: payments.clock() };
  await database.transaction().execute((tx) => storeLines(tx, { from, lines }, plans, by, payments.clock));
  const stored = await readLinesAt(database, statementId, from, lines.length);
  await actOnLines(
    statements,
    stored.filter(({ state }) => state === 'acting'),
  );
  const [{ received }, after] = await Promise.all([
    requireStatement(database, statementId),
    readLinesAt(database, statementId, from, lines.length),
  ]);
  return {
    received,
    lines: after.map((line, n) => ({
      state: line.state,
      known: line.statementId !== statementId || line.position !== from + n,
    })),
  };
}

function requireOrder({ received, lineCount }: Statement, { from, lines }: LineChunk): void {
  if (from > received)
    throw new AppError(statementGap, `The line at ${received} is expected next, not ${from}.`, {
      hint: `Send the lines from ${received} on.`,
    });
  if (from + lines.length > lineCount)
    throw new AppError(validationFailed, `The statement has ${lineCount} lines.`, {
      errors: [
        { in: 'body', pointer: '/lines', message: `lines must end at ${lineCount}, as the statement announced` },
      ],
    });
}

/** Stores the lines that the statement does not have yet, with their block. Others that send the same statement wait meanwhile. */
async function storeLines(
  tx: Database,
  chunk: LineChunk,
  plans: readonly Plan[],
  by: { statementId: string; by: string; at: number },
  clock: Clock,
): Promise<void> {
  const statement = await requireStatement(tx, by.statementId, true);
  requireOrder(statement, chunk);
  const known = Math.min(statement.received - chunk.from, chunk.lines.length);
  if (known < chunk.lines.length) await storeFresh(tx, statement, chunk.lines.slice(known), plans.slice(known), by);
  await recordLines(tx, statement, { ...chunk, known }, plans, { user: by.by, clock });
}

async function storeFresh(
  tx: Database,
  statement: Statement,
  fresh: readonly StatementLine[],
  plans: readonly Plan[],
  by: { statementId: string; by: string; at: number },
): Promise<void> {
  const likenesses = fresh.map((line) => likenessOf(statement.bankAccount, line));
  const alike = await countAlike(tx, by.statementId, likenesses);
  const lines = fresh.map((line, n): NewLine & { likeness: Buffer } => {
    const likeness = likenesses[n] as Buffer;
    const name = likeness.toString('hex');
    const number = alike.get(name) ?? 0;
    alike.set(name, number + 1);
    const identity = identityOf(likeness, number);
    return { ...line, ...(plans[n] as Plan), position: statement.received + n, likeness, identity };
  });
  await insertLines(tx, lines, by);
  await insertSightings(tx, by.statementId, lines);
  const cents = fresh.reduce((sum, line) => sum + line.cents, 0);
  await countReceived(tx, by.statementId, fresh.length, cents);
}
