import { accountNotFound } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { listAdministered } from './administered-accounts.ts';

/**
 * Returns an account in the form shown to administrators.
 * @throws AppError `participants.account_not_found`
 */
export async function readAdministered(database: Database, id: string, options: { now: number; emails: boolean }) {
  const { accounts } = await listAdministered(database, { id }, { ...options, page: 1, limit: 1 });
  if (accounts[0] === undefined) throw noSuchAccount();
  return accounts[0];
}

export const noSuchAccount = () =>
  new AppError(accountNotFound, 'No account has this id.', { hint: 'Search the list of accounts.' });
