import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hashDetails } from './commit-customers.ts';
import { hasCustomerBlocks, readCustomers, type StoredCustomer } from './stored-customers.ts';

/**
 * Requires that accounts to be invoiced have the billing details that the newest blocks about them state.
 *
 * @throws DamagedDetails
 */
export async function requireGenuineDetails(db: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0 || !(await hasCustomerBlocks(db))) return;
  for (const customer of await readCustomers(db, { accountIds })) {
    const problem = describeAlteredDetails(customer);
    if (problem !== undefined) throw new DamagedDetails(customer.accountId, problem);
  }
}

/** Describes how stored billing details differ from their newest block, or returns undefined. */
export function describeAlteredDetails({ accountId, key, details, stated }: StoredCustomer): string | undefined {
  if (key === null || stated === null) return details === null ? undefined : 'are of no block';
  return hashDetails(key, accountId, details) === stated.details
    ? undefined
    : `differ from the hash in block ${stated.index}`;
}

/** Thrown if billing details differ from their newest block: no invoice is issued by them. */
export class DamagedDetails extends AppError {
  constructor(accountId: string, problem: string) {
    super(unavailable, 'The stored billing details differ from the blocks, so no invoice is issued by them.', {
      hint: 'Save your billing details again. The operator of this server compares the records with the blocks: cairn rebuild --check.',
      cause: new Error(`The billing details of the account ${accountId} ${problem}`),
    });
  }
}
