import { sql } from 'kysely';
import { readRun, startRun } from '#domains/billing/contract.ts';
import { findByUsername } from '#domains/participants/server/index.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

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
export async function giveDetails(server: TestServer, { username }: TestAccount, country = 'US'): Promise<void> {
  await sql`
    insert into billing_accounts (account_id, billed_name, street, city, postal_code, country)
    select id, 'Harrow Bay Cheese Company', '12 Dairy Lane', 'Harrow Bay', '48201', ${country} from accounts where username = ${username}
    on conflict (account_id) do update set (billed_name, street, city, postal_code, country)
      = row (excluded.billed_name, excluded.street, excluded.city, excluded.postal_code, excluded.country)
  `.execute(server.services.database);
}
