import { STATEMENT_CHUNK_MAX, type StatementLine } from '#domains/payments/contract.ts';
import type { Payments } from '../open-payments.ts';
import type { Clerk } from '../payee.ts';
import { insertStatement } from './bank-statements.ts';
import { openStatements } from './open-statements.ts';
import { receiveLines } from './receive-lines.ts';

/**
 * Records a whole bank statement, in as many requests as the desk would send. Lines known from an earlier statement change nothing.
 *
 * @throws AppError `payments.statement_not_found`, `payments.statement_gap` if another request adds to it meanwhile
 */
export async function recordStatement(
  payments: Payments,
  caller: Clerk,
  { name, bankAccount }: { readonly name: string; readonly bankAccount: string },
  lines: readonly StatementLine[],
): Promise<void> {
  const opened = { name, bankAccount, lineCount: lines.length };
  const { id } = await insertStatement(payments.database, opened, caller.username, payments.clock());
  for (let from = 0; from < lines.length; from += STATEMENT_CHUNK_MAX) {
    const chunk = lines.slice(from, from + STATEMENT_CHUNK_MAX);
    await receiveLines(openStatements(payments), caller, id, { from, lines: chunk });
  }
}
