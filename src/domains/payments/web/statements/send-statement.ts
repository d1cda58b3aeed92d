import {
  openStatement,
  STATEMENT_CHUNK_MAX,
  type Statement,
  type StatementLine,
  sendStatementLines,
} from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';
import type { FileStatement } from './statement-file.ts';

/** The server reads bodies of 256 KiB. */
const CHUNK_BYTES_MAX = 200_000;

export type Sending = { readonly statementId: string; readonly received: number };

/** Announces a statement to the server. */
export async function beginStatement(name: string, bankAccount: string, file: FileStatement): Promise<Statement> {
  const balances =
    file.openingCents === undefined || file.closingCents === undefined
      ? {}
      : { openingCents: file.openingCents, closingCents: file.closingCents };
  const body = { name: name.slice(0, 200), bankAccount, lineCount: file.lines.length, ...balances };
  return (await call(openStatement, { body })).statement;
}

/**
 * Sends the lines of a statement, starting where the server is. After a failure, call it again with the received count: lines that
 * arrived without an answer are recognized.
 */
export async function sendLines(
  { statementId, received }: Sending,
  lines: readonly StatementLine[],
  onReceived: (received: number) => void,
): Promise<void> {
  let from = received;
  while (from < lines.length) {
    const chunk = chunkAt(lines, from);
    const answer = await call(sendStatementLines, { params: { statementId }, body: { from, lines: chunk } });
    from = answer.received;
    onReceived(from);
  }
}

/** Returns as many lines as fit into a request. */
export function chunkAt(lines: readonly StatementLine[], from: number): StatementLine[] {
  const chunk: StatementLine[] = [];
  let bytes = 0;
  for (const line of lines.slice(from, from + STATEMENT_CHUNK_MAX)) {
    bytes += new TextEncoder().encode(JSON.stringify(line)).length + 1;
    if (bytes > CHUNK_BYTES_MAX && chunk.length > 0) break;
    chunk.push(line);
  }
  return chunk;
}
