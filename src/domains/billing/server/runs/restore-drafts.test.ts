import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrial } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const DAY = 86_400_000;
const DRAFT = 3_600_000;
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
});
afterAll(() => server.stop());

/** Returns two accounts whose first invoices are drafts. */
async function drafted(): Promise<[TestAccount, TestAccount]> {
  const accounts = [await server.account('manufacturer'), await server.account('manufacturer')] as const;
  for (const account of accounts) {
    await server.call(startTrial, { body: terms }, { as: account });
    await giveDetails(server, account);
  }
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  return [...accounts];
}

const bare = (statement: string) =>
  server.database.sql(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);
const invoicesOf = ({ id }: TestAccount) =>
  server.database.sql(
    `select state, created_at, issued_at, due_at, document->>'issuedOn' as "issuedOn" from billing_invoices where account_id = $1`,
    [id],
  );

test.each(['5 years', '-30 days'])('a draft whose time was altered by %s is issued when its block says', async (by) => {
  const [altered, control] = await drafted();
  await bare(
    `update billing_invoices set created_at = created_at + interval '${by}' where account_id = '${altered.id}'`,
  );
  expect((await runBilling(server)).failed).toBe(0);
  expect(await invoicesOf(altered)).toEqual(await invoicesOf(control));
  expect(await invoicesOf(altered)).toEqual([expect.objectContaining({ state: 'draft' })]);
  server.clock.advance(DRAFT);
  expect((await runBilling(server)).failed).toBe(0);
  expect(await invoicesOf(altered)).toEqual(await invoicesOf(control));
  expect(await invoicesOf(altered)).toEqual([expect.objectContaining({ state: 'open' })]);
  expect(await invoices.problems()).toEqual([]);
});

test.each([
  ['voided', (own: string) => `update billing_invoices set state = 'void' where ${own}`],
  ['deleted', (own: string) => `delete from billing_invoices where ${own}`],
  [
    'set ahead with another title',
    (own: string) =>
      `update billing_invoices set created_at = created_at + interval '5 years', title = 'Nothing' where ${own}`,
  ],
])('a run counts the account of a draft that was %s in the database, and bills others', async (_, alter) => {
  const [altered, control] = await drafted();
  const own = `account_id = '${altered.id}'`;
  await bare(`create table own as select * from billing_invoices where ${own}`);
  await bare(alter(own));
  server.clock.advance(DRAFT);
  expect((await runBilling(server)).failed).toBe(1);
  expect(await invoicesOf(control)).toEqual([expect.objectContaining({ state: 'open' })]);
  await bare(
    `delete from billing_invoices where ${own}; insert into billing_invoices select * from own; drop table own`,
  );
  expect((await runBilling(server)).failed).toBe(0);
  expect(await invoicesOf(altered)).toEqual(await invoicesOf(control));
  expect(await invoices.problems()).toEqual([]);
});
