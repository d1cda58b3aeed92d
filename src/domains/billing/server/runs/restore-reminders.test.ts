import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSubscription, listBillingEvents, readBillingAccount, startTrial } from '#domains/billing/contract.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const DAY = 86_400_000;
let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
});
afterAll(() => server.stop());

/** Returns two accounts with an invoice that became overdue some days ago. */
async function overdue(days: number): Promise<[altered: TestAccount, control: TestAccount]> {
  const accounts = [await server.account('manufacturer'), await server.account('manufacturer')] as const;
  for (const account of accounts) await invoices.issue(account, 10_000);
  server.clock.advance((14 + days) * DAY + 1000);
  expect((await runBilling(server)).failed).toBe(0);
  return [...accounts];
}

const alter = (what: string, { id }: TestAccount) =>
  server.database.sql(`update billing_invoices set ${what} where account_id = '${id}'`);
const reminders = async (of: TestAccount) =>
  (await server.call(listBillingEvents, { query: { limit: 200 } }, { as: await again(server, of) })).body.events.map(
    ({ at, kind }) => [at, kind],
  );
const readOnlySince = async (of: TestAccount) =>
  (await server.call(readBillingAccount, {}, { as: await again(server, of) })).body.readOnlySince;
const records = async (of: TestAccount, assetId: string) => {
  const body = { user: of.username, action: 'manufactured', asset_id: assetId, meta: {} };
  return (await server.call(addEvent, { body }, { as: await again(server, of) })).status;
};

test.each([
  ['put off', `dunning_at = dunning_at + interval '10 years'`],
  ['removed', 'dunning_at = null'],
  ['moved to an earlier time', `dunning_at = dunning_at - interval '30 days'`],
  ['skipped', 'dunning_step = 5, dunning_at = null'],
  ['skipped for the end', `dunning_step = 4, dunning_at = due_at + interval '4 days'`],
])('an account is reminded when its invoice says, though a reminder was %s', async (_, what) => {
  const [altered, control] = await overdue(4);
  await alter(what, altered);
  server.clock.advance(7 * DAY);
  expect((await runBilling(server)).failed).toBe(0);
  expect(await reminders(altered)).toEqual(await reminders(control));
  expect(await reminders(altered)).toHaveLength(3);
  await alter(what, altered);
  server.clock.advance(15 * DAY);
  expect((await runBilling(server)).failed).toBe(0);
  expect((await reminders(altered))[0]).toEqual((await reminders(control))[0]);
  expect(await readOnlySince(altered)).toBe(await readOnlySince(control));
  expect(await readOnlySince(altered)).not.toBeNull();
  expect(await invoices.problems()).toEqual([]);
});

test('an account with an unpaid invoice records nothing, though its row says that it may', async () => {
  const [altered, control] = await overdue(25);
  await server.database.sql(`update billing_accounts set read_only_since = null where account_id = '${altered.id}'`);
  await runBilling(server);
  expect(await readOnlySince(altered)).toBe(await readOnlySince(control));
  expect(await records(altered, 'UNPAID-1')).toBe(403);
  expect(await invoices.problems()).toEqual([]);
});

test('an account without an unpaid invoice records, though its row says that it may not', async () => {
  const account = await server.account('manufacturer');
  await server.database.sql(`insert into billing_accounts (account_id, read_only_since) values ($1, now())`, [
    account.id,
  ]);
  expect(await records(account, 'PAID-1')).toBe(403);
  await runBilling(server);
  expect(await records(account, 'PAID-1')).toBe(200);
  expect(await invoices.problems()).toEqual([]);
});

test('an invoice whose due day was altered is counted, and reminds nobody', async () => {
  const [altered, control] = await overdue(1);
  const by = `interval '10 years'`;
  await alter(`due_at = due_at + ${by}, dunning_at = dunning_at + ${by}`, altered);
  server.clock.advance(3 * DAY);
  expect((await runBilling(server)).failed).toBe(1);
  expect(await reminders(control)).toHaveLength(2);
  await alter(`due_at = due_at - ${by}, dunning_at = dunning_at - ${by}`, altered);
  expect((await runBilling(server)).failed).toBe(0);
  expect(await reminders(altered)).toEqual(await reminders(control));
});

test('a change of a subscription sends no reminder before its time', async () => {
  const account = await server.account('manufacturer');
  await invoices.issue(account, 10_000);
  await server.call(startTrial, { body: { planId: 'starter', userCount: 1, assetCount: 0 } }, { as: account });
  await alter(`dunning_step = 3, dunning_at = issued_at`, account);
  expect((await server.call(changeSubscription, { body: { userCount: 2 } }, { as: account })).status).toBe(200);
  expect((await reminders(account)).map(([, kind]) => kind)).not.toContain('read_only');
  expect(await readOnlySince(account)).toBeNull();
});
