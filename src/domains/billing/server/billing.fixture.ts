import { readRun, startRun } from '#domains/billing/contract.ts';
import { findByUsername } from '#domains/participants/server/index.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { saveDetails } from './details/save-details.ts';

/** Runs everything that is due, as an administrator, and waits for the end. */
export async function runBilling(server: TestServer): Promise<{ invoices: number; failed: number }> {
  const as = await again(server, await server.account('administrator'));
  await server.call(startRun, { body: {} }, { as });
  for (;;) {
    const { run } = (await server.call(readRun, {}, { as })).body;
    if (run !== null && run.state !== 'running') return run;
  }
}

/** Signs an account in again: sessions end after a week without use. */
export async function again<Account extends TestAccount>(server: TestServer, account: Account): Promise<Account> {
  const { database, participants } = server.services;
  const found = await findByUsername(database, account.username);
  if (found === undefined) throw new Error('The account exists');
  const from = { ip: '127.0.0.1', userAgent: 'test' };
  return { ...account, token: await participants.sessions.open(database, found.account, from) };
}

/** Stores the billing details of an account. */
export async function giveDetails(
  server: TestServer,
  { username }: TestAccount,
  country = 'US',
  name = 'Harrow Bay Cheese Company',
): Promise<void> {
  const found = await findByUsername(server.services.database, username);
  if (found === undefined) throw new Error('The account exists');
  const details = { name, street: '12 Dairy Lane', streetMore: null, city: 'Harrow Bay' };
  await saveDetails(server.services, found.account, {
    ...details,
    ...{ postalCode: '48201', region: null, country, taxId: null },
  });
}
