import { accountNotFound, lastAdministrator, ownAccount, type Role } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Participants } from '../open-participants.ts';
import { requireRecentProof } from '../second-factors/step-up.ts';
import type { Origin } from '../security-log.ts';
import { appendSecurityEvent } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { appendAdminLog } from './admin-log.ts';
import { listAdministered, lockAccount, lockAdministrators, updateAdministered } from './administered-accounts.ts';

type Change = {
  role?: Role | undefined;
  administrator?: boolean | undefined;
  auditor?: boolean | undefined;
  active?: boolean | undefined;
};

/**
 * Changes the role, status or rights of an account. An active administrator always remains, even if two
 * demote each other concurrently. The change is logged in the same commit and takes effect immediately.
 * @throws AppError `participants.account_not_found`, `participants.last_administrator`, `participants.own_account`,
 * `step_up_required`
 */
export async function changeAccount(
  { database, sessions, watch, clock }: Participants,
  caller: SignedIn,
  id: string,
  change: Change,
  from: Origin,
) {
  await requireRecentProof({ database, clock }, caller);
  if (id === caller.id && change.active === false)
    throw new AppError(ownAccount, "You can't deactivate your own account. Ask another administrator.");
  await database.transaction().execute(async (tx) => {
    // Locked before the account and in a fixed order, so that two changes never deadlock.
    const administrators = await lockAdministrators(tx);
    const account = await lockAccount(tx, id);
    if (account === undefined) throw noSuchAccount();
    if (change.administrator === false || change.active === false) keepOne(administrators, account);
    const changed = differences(account, change);
    if (Object.keys(changed.after).length === 0) return;
    await updateAdministered(tx, id, change);
    if (change.active === false) await sessions.endOthers(tx, id, undefined);
    const target = { id, username: account.username };
    await appendAdminLog(tx, {
      at: clock(),
      actor: caller,
      target,
      action: 'account changed',
      ...changed,
      ip: from.ip,
    });
    await tellOwner(tx, { id, at: clock(), after: changed.after, by: caller.username });
  });
  watch.changed();
  return readAdministered(database, id, { now: clock(), emails: true });
}

/** @throws AppError `participants.last_administrator` if no other active administrator remains */
export function keepOne(administrators: readonly string[], { id, username }: { id: string; username: string }): void {
  if (administrators.length === 1 && administrators[0] === id)
    throw new AppError(lastAdministrator, `${username} is the last active administrator.`, {
      hint: 'Make another account an administrator first.',
    });
}

/** Returns an account as administrators see it. */
export async function readAdministered(database: Database, id: string, options: { now: number; emails: boolean }) {
  const { accounts } = await listAdministered(database, { id }, { ...options, page: 1, limit: 1 });
  if (accounts[0] === undefined) throw noSuchAccount();
  return accounts[0];
}

export const noSuchAccount = () =>
  new AppError(accountNotFound, 'There is no account with this id.', { hint: 'Search the list of accounts.' });

type Access = { role: string; administrator: boolean; auditor: boolean; active: boolean };

function differences(account: Access, change: Change) {
  const fields = (['role', 'administrator', 'auditor', 'active'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== account[field],
  );
  return {
    before: Object.fromEntries(fields.map((field) => [field, account[field]])),
    after: Object.fromEntries(fields.map((field) => [field, change[field] ?? null])),
  };
}

const kinds = {
  role: 'role_changed',
  administrator: 'administrator_changed',
  auditor: 'auditor_changed',
  active: 'activation_changed',
} as const;

/** Adds what others changed to the account's own security log. */
async function tellOwner(tx: Database, of: { id: string; at: number; after: Record<string, unknown>; by: string }) {
  for (const [field, value] of Object.entries(of.after))
    await appendSecurityEvent(tx, {
      accountId: of.id,
      kind: kinds[field as keyof typeof kinds],
      at: of.at,
      from: undefined,
      detail: `${field === 'role' ? String(value) : value === true ? 'given' : 'taken'} by ${of.by}`,
    });
}
