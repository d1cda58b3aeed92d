import { openStatement, type StatementLine, sendStatementLines } from '#domains/payments/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

export type Line = Partial<StatementLine> & { readonly cents: number };

/** Sends a statement in chunks of `chunk` lines, and returns its id and the outcome of each line. */
export async function sendStatement(
  server: TestServer,
  as: TestAccount,
  lines: readonly Line[],
  { bankAccount = 'City operating account', chunk = 250 } = {},
) {
  const { body } = await server.call(
    openStatement,
    { body: { name: 'statement.csv', bankAccount, lineCount: lines.length } },
    { as },
  );
  const params = { statementId: body.statement.id };
  const outcomes: { state: string; known: boolean }[] = [];
  for (let from = 0; from < lines.length; from += chunk) {
    const part = lines.slice(from, from + chunk).map((line) => ({ bookedOn: '2026-03-04', ...line }));
    const answer = await server.call(sendStatementLines, { params, body: { from, lines: part } }, { as });
    if (answer.status !== 200) throw new Error(answer.text);
    outcomes.push(...answer.body.lines);
  }
  return { ...params, outcomes, states: outcomes.map(({ state, known }) => (known ? `known ${state}` : state)) };
}
