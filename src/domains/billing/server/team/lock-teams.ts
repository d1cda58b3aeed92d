import { sql } from 'kysely';
import { paidByAnother } from '#domains/billing/contract.ts';
import { findById } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findPayerId } from '../usage/payer.ts';

/**
 * Lets one transaction at a time decide who pays for these accounts: joining a team and beginning a subscription exclude each other. Accounts
 * are locked in one order, so that two transactions never deadlock.
 */
export async function lockTeams(tx: Database, accountIds: readonly string[]): Promise<void> {
  for (const id of accountIds.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`billing-team ${id}`}, 0))`.execute(tx);
}

/**
 * Refuses an account that another account pays for, for the rest of the transaction.
 *
 * @throws AppError `billing.paid_by_another`
 */
export async function refusePaidByAnother(tx: Database, accountId: string): Promise<void> {
  await lockTeams(tx, [accountId]);
  await requirePaysItself(tx, accountId);
}

/**
 * Refuses an account that another account pays for at this moment.
 *
 * @throws AppError `billing.paid_by_another`
 */
export async function requirePaysItself(db: Database, accountId: string): Promise<void> {
  const payerId = await findPayerId(db, accountId);
  if (payerId === accountId) return;
  const payer = (await findById(db, payerId))?.account.username;
  throw new AppError(paidByAnother, `${payer} pays for you.`, {
    hint: 'Leave the team on the page Subscription to have a subscription of your own.',
  });
}
