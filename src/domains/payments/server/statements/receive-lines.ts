import {
  bookedOnProblem,
  type LineState,
  type Statement,
  type StatementLine,
  statementGap,
} from '#domains/payments/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Clerk } from '../payee.ts';
import { actOnLines } from './act-on-lines.ts';
import { countAlike, insertLines, insertSightings, type Plan, readLinesAt } from './bank-lines.ts';
import { countReceived, requireStatement } from './bank-statements.ts';
import { accountOf, contentOf, identityOf, likenessOf } from './identify-lines.ts';
import { type Planned, planLines } from './match-lines.ts';
import type { Statements } from './open-statements.ts';
import { type ChunkLine, lockAccount, recognizeExports } from './other-exports.ts';
import { recordLines } from './record-lines.ts';

export type LineChunk = { readonly from: number; readonly lines: readonly StatementLine[] };

/**
 * Receives lines of a statement: stores those that no statement had, and settles, credits or suspends their money. Sending the
 * same lines again, at the same time or after a stop, continues where the previous request stopped and changes nothing else.
 *
 * @throws AppError `payments.statement_not_found`, `payments.statement_gap`, `request.invalid` for a booking day that cannot be right:
 *   then none of these lines is stored
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
  requireDays({ from, lines }, payments.clock());
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
    throw new AppError(validationFailed, `The statement has ${counted(lineCount, 'line')}.`, {
      errors: [
        { in: 'body', pointer: '/lines', message: `lines must end at ${lineCount}, as the statement announced` },
      ],
    });
}

function requireDays({ from, lines }: LineChunk, now: number): void {
  const errors = lines.flatMap(({ bookedOn }, n) => {
    const problem = bookedOnProblem(bookedOn, now);
    const pointer = `/lines/${n}/bookedOn`;
    return problem === undefined
      ? []
      : [{ in: 'body' as const, pointer, message: `bookedOn of line ${from + n + 1}: ${problem}` }];
  });
  const [first] = errors;
  if (first === undefined) return;
  throw new AppError(validationFailed, `${first.message}.`, {
    hint: 'None of these lines was stored. Correct them and send them again.',
    errors: errors.slice(0, DAYS_SHOWN_MAX),
  });
}

const DAYS_SHOWN_MAX = 20;

/** Stores the lines that the statement does not have yet, with their block. Concurrent requests for the same statement wait. */
async function storeLines(
  tx: Database,
  chunk: LineChunk,
  plans: readonly Planned[],
  by: { statementId: string; by: string; at: number },
  clock: Clock,
): Promise<void> {
  const statement = await requireStatement(tx, by.statementId, true);
  requireOrder(statement, chunk);
  const known = Math.min(statement.received - chunk.from, chunk.lines.length);
  const fresh =
    known < chunk.lines.length ? await storeFresh(tx, statement, chunk.lines.slice(known), plans.slice(known), by) : [];
  const left = [...plans.slice(0, known), ...fresh];
  await recordLines(tx, statement, { ...chunk, known }, left, { user: by.by, clock });
}

/** Stores lines, and returns the plan for each. */
async function storeFresh(
  tx: Database,
  statement: Statement,
  fresh: readonly StatementLine[],
  plans: readonly Planned[],
  by: { statementId: string; by: string; at: number },
): Promise<Plan[]> {
  const { bankAccount, received } = statement;
  await lockAccount(tx, accountOf(bankAccount));
  const likenesses = fresh.map((line) => likenessOf(bankAccount, line));
  const alike = await countAlike(tx, by.statementId, likenesses);
  const own = fresh.map((line, n): ChunkLine => {
    const likeness = likenesses[n] as Buffer;
    const { references, ...plan } = plans[n] as Planned;
    const name = likeness.toString('hex');
    const number = alike.get(name) ?? 0;
    alike.set(name, number + 1);
    const content = contentOf(bankAccount, line, references);
    return {
      ...{ ...line, ...plan, position: received + n, likeness, content },
      identity: identityOf(likeness, number),
    };
  });
  const lines = await recognizeExports(tx, by.statementId, own);
  await insertLines(tx, lines, by);
  await insertSightings(tx, by.statementId, lines);
  const cents = fresh.reduce((sum, line) => sum + line.cents, 0);
  await countReceived(tx, by.statementId, fresh.length, cents);
  return lines.map(({ state, act, kind, subject, paymentId, candidates }) => ({
    ...{ state, act, kind, subject },
    ...{ paymentId, candidates },
  }));
}
