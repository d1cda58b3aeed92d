import { sql } from 'kysely';
import { cannotJoin, inviteNotFound, type joinTeam, type lookUpInvite } from '#domains/billing/contract.ts';
import { type Account, beginManaging, findById } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { ResponseOut } from '#platform/contract/route.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Billing, secondsOf } from '../billing.ts';
import { stateCustomers } from '../customers/commit-customers.ts';
import { readOverdue } from '../invoices/invoice-rows.ts';
import { findCustomer } from '../subscription/subscription-rows.ts';
import { countOn, readUsed } from '../usage/meter.ts';
import { findPayer, findPayerId } from '../usage/payer.ts';
import { type FoundInvite, findInvite, useInvite } from './invites.ts';
import { lockTeams } from './lock-teams.ts';
import { requireGenuineInvite, stateEnd } from './state-invites.ts';

/**
 * Returns the invite of a token, with its sender.
 *
 * @throws AppError `billing.invite_not_found`
 * @throws DamagedInvite
 */
export async function lookUp(billing: Billing, token: string): Promise<ResponseOut<typeof lookUpInvite>> {
  const found = await findInvite(billing.database, token, billing.clock());
  if (found === undefined) throw noSuchInvite();
  await requireGenuineInvite(billing.database, found.id);
  if (found.usedBy !== null) throw noSuchInvite();
  const { kind, expiresAt, payerId } = found;
  return { invitedBy: await usernameOf(billing.database, payerId), kind, expiresAt };
}

/**
 * Has the caller join a team by an invite, which is used up with it in one transaction. A repeated request of the same caller changes nothing.
 *
 * @throws AppError `billing.invite_not_found`, `billing.limit_reached`, and `billing.cannot_join` for a caller that pays, owes, or has joined
 *   already, and for the link of an account that has joined a team since
 * @throws DamagedInvite
 */
export async function join(billing: Billing, caller: Account, token: string): Promise<ResponseOut<typeof joinTeam>> {
  const { database, clock, participants } = billing;
  const found = await findInvite(database, token, clock());
  if (found === undefined) throw noSuchInvite();
  await requireGenuineInvite(database, found.id);
  if (found.usedBy !== null && !(await hasJoined(database, caller, found))) throw noSuchInvite();
  const answer = { payer: await usernameOf(database, found.payerId), kind: found.kind };
  if (found.usedBy !== null) return answer;
  await refuseTaken(database, caller, found);
  await refuseOwing(database, caller, secondsOf(clock));
  // A joining account brings its participants and assets along.
  await countOn(database);
  const brought = await readUsed(database, caller.id);
  await participants.allowances.within({ accountId: found.payerId, ...brought }, () =>
    database.transaction().execute(async (tx) => {
      await lockTeams(tx, [caller.id, found.payerId]);
      await refuseTaken(tx, caller, found);
      await refuseOwing(tx, caller, secondsOf(clock));
      const now = clock();
      const joined =
        found.kind === 'managed'
          ? await beginManagingBy(tx, caller.id, found.payerId, clock)
          : await insertMember(tx, caller.id, found.payerId, { now, clock });
      if (!joined) throw taken();
      // Rolls back with the rest if another request was first.
      await requireGenuineInvite(tx, found.id);
      if (!(await useInvite(tx, found.id, caller.id, now))) throw noSuchInvite();
      await stateEnd(tx, found.id, clock);
    }),
  );
  billing.forgetLimits();
  return answer;
}

/** Reports whether the caller has used an invite, and still is in the team: no block states who used it. */
const hasJoined = async (db: Database, caller: Account, { usedBy, payerId }: FoundInvite): Promise<boolean> =>
  usedBy === caller.id && (await findPayerId(db, caller.id)) === payerId;

async function refuseTaken(db: Database, caller: Account, { payerId }: FoundInvite): Promise<void> {
  const own = await findPayer(db, caller.id);
  if (payerId === caller.id)
    throw new AppError(cannotJoin, 'This is your own invite. Send the link to the person you want to invite.');
  if (own.accountId !== caller.id) throw taken();
  if ((await findPayerId(db, payerId)) !== payerId)
    throw new AppError(cannotJoin, 'The account that invited you has joined a team itself.', {
      hint: 'Ask the payer of that team for an invite.',
    });
  if (own.plan !== undefined)
    throw new AppError(cannotJoin, 'You have a subscription of your own.', {
      hint: 'Cancel it first, and join when it has ended.',
    });
  const { rows } = await sql`select 1 from billing_members where payer_id = ${caller.id} limit 1`.execute(db);
  if (rows.length > 0)
    throw new AppError(cannotJoin, 'You have a team of your own.', { hint: 'Remove its members first.' });
}

/** An account cannot escape its debt by having another account pay from now on. */
async function refuseOwing(db: Database, caller: Account, clock: number): Promise<void> {
  const customer = await findCustomer(db, caller.id);
  if (customer === undefined) return;
  const overdue = await readOverdue(db, caller.id, clock + customer.clockOffsetSeconds);
  if (customer.readOnlySince === undefined && overdue.length === 0) return;
  throw new AppError(cannotJoin, 'An invoice of yours is overdue.', {
    hint: 'Pay it on the page Subscription, in Billing History, and open the link again.',
  });
}

async function beginManagingBy(tx: Database, accountId: string, managerId: string, clock: Clock): Promise<boolean> {
  if (!(await beginManaging(tx, accountId, managerId))) return false;
  await stateCustomers(tx, [accountId], 'payer', clock);
  return true;
}

async function insertMember(
  tx: Database,
  memberId: string,
  payerId: string,
  at: { now: number; clock: Clock },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into billing_members (member_id, payer_id, joined_at)
    values (${memberId}, ${payerId}, ${new Date(at.now).toISOString()}) on conflict do nothing
  `.execute(tx);
  if (numAffectedRows === 1n) await stateCustomers(tx, [memberId], 'payer', at.clock);
  return numAffectedRows === 1n;
}

const usernameOf = async (db: Database, id: string): Promise<string> =>
  (await findById(db, id))?.account.username ?? '';
const taken = () =>
  new AppError(cannotJoin, 'You are already in a team.', { hint: 'Leave it on the page Subscription first.' });
const noSuchInvite = () =>
  new AppError(inviteNotFound, 'This invite does not exist, has expired or was used.', { hint: 'Ask for a new one.' });
