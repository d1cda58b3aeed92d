import { sql } from 'kysely';
import { hasNoSignIn, notInTeam, type readTeam, TEAM_MAX } from '#domains/billing/contract.ts';
import {
  type Account,
  endManaging,
  findById,
  findByUsername,
  readTeam as readAccounts,
} from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Billing } from '../billing.ts';
import { stateCustomers } from '../customers/commit-customers.ts';
import { readUsed } from '../usage/meter.ts';
import { findPayer } from '../usage/payer.ts';
import { listInvites } from './invites.ts';

/** Returns the team of the account that pays for the caller. */
export async function readTeamOf(billing: Billing, caller: Account): Promise<ResponseOut<typeof readTeam>> {
  const { database, clock, mailer } = billing;
  const { accountId: payerId } = await findPayer(database, caller.id);
  const [payer, { rows }, used, invites] = await Promise.all([
    findById(database, payerId),
    sql<{ id: string }>`
      select member_id as id from billing_members where payer_id = ${payerId} order by joined_at, member_id
    `.execute(database),
    readUsed(database, payerId),
    payerId === caller.id ? listInvites(database, payerId, clock()) : [],
  ]);
  const members = new Set(rows.map(({ id }) => id));
  const kindOf = (id: string) => (id === payerId ? 'payer' : members.has(id) ? 'member' : 'managed');
  const accounts = await readAccounts(database, [payerId, ...members]);
  return {
    payer: payer?.account.username ?? caller.username,
    seats: used.users,
    members: accounts
      .map(({ id, username, active }) => ({ username, active, kind: kindOf(id) }) as const)
      .slice(0, TEAM_MAX),
    invites,
    mails: mailer !== undefined,
  };
}

/**
 * Has the caller leave its team.
 *
 * @throws AppError `billing.not_in_team`
 */
export async function leave({ database, clock, forgetLimits }: Billing, caller: Account): Promise<{ left: true }> {
  const managerId = (await findById(database, caller.id))?.account.managedBy;
  const left =
    (managerId !== undefined && (await endManagingBy({ database, clock }, caller.id, managerId))) ||
    (await deleteMember({ database, clock }, caller.id));
  if (!left) throw new AppError(notInTeam, 'You are not in a team.');
  forgetLimits();
  return { left: true };
}

/**
 * Removes an account from the caller's team.
 *
 * @throws AppError `billing.not_in_team`; `billing.has_no_sign_in` for a participant that only the caller can use
 */
export async function remove(
  { database, clock, forgetLimits }: Billing,
  caller: Account,
  username: string,
): Promise<{ removed: true }> {
  const found = await findByUsername(database, username);
  if (found === undefined) throw new AppError(notInTeam, `${username} is not in your team.`);
  const { id, managedBy } = found.account;
  if (managedBy === caller.id) {
    if (!(await endManagingBy({ database, clock }, id, caller.id)))
      throw new AppError(hasNoSignIn, `${username} has no sign-in of its own.`, {
        hint: 'Deactivate the participant on its page. It does not count as a user then.',
      });
  } else if (!(await deleteMember({ database, clock }, id, caller.id)))
    throw new AppError(notInTeam, `${username} is not in your team.`);
  forgetLimits();
  return { removed: true };
}

function endManagingBy(
  { database, clock }: Pick<Billing, 'database' | 'clock'>,
  accountId: string,
  managerId: string,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    if (!(await endManaging(tx, accountId, managerId))) return false;
    await stateCustomers(tx, [accountId], 'payer', clock);
    return true;
  });
}

function deleteMember(
  { database, clock }: Pick<Billing, 'database' | 'clock'>,
  memberId: string,
  payerId?: string,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      delete from billing_members where member_id = ${memberId} and payer_id = coalesce(${payerId ?? null}::uuid, payer_id)
    `.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await stateCustomers(tx, [memberId], 'payer', clock);
    return true;
  });
}
