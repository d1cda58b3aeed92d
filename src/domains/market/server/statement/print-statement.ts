import type { readStatement } from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { QueryIn } from '#platform/contract/route.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { Market } from '../open-market.ts';
import { readStatementOf } from './read-statement.ts';
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
  const paper = toStatementPaper(await readStatementOf(market, caller, days), market);
  const bytes = await market.papers.render(paper, { signal, client: caller.id });
  return new RawAnswer(bytes, 'application/pdf', nameOf(days, 'pdf', 'inline'));
}

const nameOf = ({ from, to }: Days, ending: string, disposition: string) => ({
  'content-disposition': `${disposition}; filename="property-shares-${from}-to-${to}.${ending}"`,
});
