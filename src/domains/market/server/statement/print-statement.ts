import { type readStatement, STATEMENT_PRINTED_MAX, statementTooLong } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { QueryIn } from '#platform/contract/route.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { readStatementOf, type Statement } from './read-statement.ts';
import { toStatementCsv, toStatementPaper } from './statement-files.ts';

type Days = QueryIn<typeof readStatement>;

/** Returns the statement of the caller as CSV. */
export async function exportStatement(market: Market, caller: Account, days: Days): Promise<RawAnswer> {
  const csv = toStatementCsv(await readStatementOf(market, caller, days));
  return new RawAnswer(csv, 'text/csv; charset=utf-8', nameOf(days, 'csv', 'attachment'));
}

/**
 * Returns the statement of the caller as PDF.
 *
 * @throws AppError `market.statement_too_long`, `server.unavailable` while too many documents are being created
 */
export async function printStatement(
  market: Market,
  caller: Account,
  days: Days,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const statement = await readStatementOf(market, caller, days);
  requirePrintable(statement);
  const paper = toStatementPaper(statement, market);
  const bytes = await market.papers.render(paper, { signal, client: caller.id });
  return new RawAnswer(bytes, 'application/pdf', nameOf(days, 'pdf', 'inline'));
}

/**
 * Refuses a statement with more rows than a document of it has.
 *
 * @throws AppError `market.statement_too_long`
 */
export function requirePrintable({ movements, sales, lots }: Pick<Statement, 'movements' | 'sales' | 'lots'>): void {
  if (movements.length + sales.length + lots.length <= STATEMENT_PRINTED_MAX) return;
  throw new AppError(
    statementTooLong,
    `A statement as PDF has at most ${STATEMENT_PRINTED_MAX.toLocaleString('en-US')} rows.`,
    {
      hint: 'Choose fewer days, or save it as CSV.',
    },
  );
}

const nameOf = ({ from, to }: Days, ending: string, disposition: string) => ({
  'content-disposition': `${disposition}; filename="property-shares-${from}-to-${to}.${ending}"`,
});
