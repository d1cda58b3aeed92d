import { sql } from 'kysely';
import { readManagersOfSignIns } from '#domains/participants/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { describeAlteredDetails } from './require-genuine-details.ts';
import { describeAlteredPayer } from './require-genuine-payers.ts';
import { hasCustomerBlocks, readCustomers } from './stored-customers.ts';

const PAGE = 500;

/**
 * Compares the billing details of every account, and who pays for it as a member of a team or manages it, with the newest block about it. Finds details and members of
 * no block, and blocks of customers that are not stored. A ledger without such blocks is from before them.
 */
export async function compareCustomers(tx: Database, differences: Differences): Promise<void> {
  if (!(await hasCustomerBlocks(tx))) return;
  for (let after: string | undefined; ; ) {
    const customers = await readCustomers(tx, { after, limit: PAGE });
    for (const one of customers) {
      const name = one.key?.customerId ?? `the account ${one.accountId}`;
      const details = describeAlteredDetails(one);
      if (details !== undefined) differences.add('billing_accounts', `the billing details of ${name} ${details}`);
      const payer = describeAlteredPayer(one);
      if (payer !== undefined) differences.add('billing_members', `the payer of ${name} ${payer}`);
    }
    after = customers.at(-1)?.accountId;
    if (customers.length < PAGE) break;
  }
  for (let after: string | undefined; ; ) {
    const ids = await readJoined(tx, after);
    for (const id of await findStrangers(tx, ids))
      differences.add('billing_members', `the payer of the account ${id} is of no block`);
    after = ids.at(-1);
    if (ids.length < PAGE) break;
  }
  const { rows: lost } = await sql<{ id: string; index: number }>`
    select data::jsonb->>'customer' as id, max(index) as index from ledger_blocks
    where domain = 'billing' and action = 'billing.customer_changed' and not exists (
      select 1 from billing_accounts where customer_id = data::jsonb->>'customer'
    ) group by 1 order by 1 limit ${PAGE}
  `.execute(tx);
  for (const { id, index } of lost)
    differences.add('billing_accounts', `${id} is stated by block ${index}, and is not stored`);
}

/** Returns a page of the accounts that joined a team, by their ids. */
async function readJoined(tx: Database, after: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from billing_members where (${after ?? null}::uuid is null or member_id > ${after ?? null}::uuid)
    order by 1 limit ${PAGE}
  `.execute(tx);
  const managed = await readManagersOfSignIns(tx, { after, limit: PAGE });
  return [...new Set([...rows.map(({ id }) => id), ...managed.keys()])].toSorted().slice(0, PAGE);
}

async function findStrangers(tx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as id where not exists (select 1 from billing_accounts where account_id = id) order by 1
  `.execute(tx);
  return rows.map(({ id }) => id);
}
