import { sql } from 'kysely';
import { readManagersOfSignIns } from '#domains/participants/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hashPayer } from './commit-customers.ts';
import { hasCustomerBlocks, readCustomers, type StoredCustomer } from './stored-customers.ts';

/**
 * Requires that the newest blocks about these accounts state who pays for each as a member of a team, or manages it, as it is stored: nobody decides
 * about an account, or uses the plan of another, by a row that was written into the database.
 *
 * @throws DamagedPayer
 */
export async function requireGenuinePayers(db: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0 || !(await hasCustomerBlocks(db))) return;
  // Members, managers and blocks are read of one moment: an account may join a team meanwhile.
  const found = db.isTransaction
    ? await findAltered(db, accountIds)
    : await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => findAltered(tx, accountIds));
  if (found !== undefined) throw new DamagedPayer(found.accountId, found.problem);
}

async function findAltered(db: Database, accountIds: readonly string[]) {
  const customers = await readCustomers(db, { accountIds });
  for (const customer of customers) {
    const problem = describeAlteredPayer(customer);
    if (problem !== undefined) return { accountId: customer.accountId, problem };
  }
  const known = new Set(customers.map(({ accountId }) => accountId));
  const [stranger] = await findStrangers(
    db,
    accountIds.filter((id) => !known.has(id)),
  );
  return stranger === undefined ? undefined : { accountId: stranger, problem: 'is of no block' };
}

/** Finds accounts that joined a team, of accounts that no block is about. */
async function findStrangers(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select member_id as id from billing_members where member_id = any(${ids}::uuid[])
  `.execute(db);
  return [...rows.map(({ id }) => id), ...(await readManagersOfSignIns(db, { accountIds: ids })).keys()];
}

/** Describes how the stored payer of an account differs from the newest block about it, or returns undefined. */
export function describeAlteredPayer({ accountId, key, payerId, stated }: StoredCustomer): string | undefined {
  if (key === null || stated === null) return payerId === null ? undefined : 'is of no block';
  return hashPayer(key, accountId, payerId) === stated.payer
    ? undefined
    : `differs from the hash in block ${stated.index}`;
}

/** Thrown if who pays for an account differs from the blocks: it records nothing, and nothing is recorded for it. */
export class DamagedPayer extends AppError {
  constructor(accountId: string, problem: string) {
    super(unavailable, 'The stored payer or manager of an account differs from the blocks, so nothing is done by it.', {
      hint: 'Leave the team if you did not join it. The operator of this server compares the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The payer of the account ${accountId} ${problem}`),
    });
  }
}
