import type { Account } from '#domains/participants/server/index.ts';
import * as contract from '#domains/payments/contract.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { insertStatement } from './bank-statements.ts';
import { assign, payBack } from './decide-line.ts';
import type { Statements } from './open-statements.ts';
import { readLines, readOneStatement, readStatements, readSuspense } from './read-statements.ts';
import { receiveLines } from './receive-lines.ts';

/** Serves bank statements and the money in suspense. */
export function mountStatements(mount: Mount<Account>, statements: Statements): void {
  const { database, clock } = statements.payments;
  mount(contract.openStatement, async ({ body, caller }) => ({
    statement: await insertStatement(database, body, caller.username, clock()),
  }));
  mount(contract.sendStatementLines, ({ params, body, caller }) =>
    receiveLines(statements, caller, params.statementId, body),
  );
  mount(contract.listStatements, ({ query }) => readStatements(database, query));
  mount(contract.readStatement, ({ params }) => readOneStatement(database, params.statementId));
  mount(contract.listStatementLines, ({ params, query: { outcome, ...page } }) =>
    readLines(database, params.statementId, outcome, page),
  );
  mount(contract.listSuspense, ({ query }) => readSuspense(database, query));
  mount(contract.assignLine, async ({ params, body, caller }) => ({
    line: await assign(statements, caller, params.lineId, body),
  }));
  mount(contract.returnLine, async ({ params, body, caller }) => ({
    line: await payBack(statements, caller, params.lineId, body.reason),
  }));
}
