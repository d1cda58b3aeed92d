import { lastAdministrator, ownAccount, type Role } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { LockedAccounts } from '../accounts.ts';
import type { Participants } from '../open-participants.ts';
import type { Origin } from '../security-log.ts';
import { appendSecurityEvent } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { appendAdminLog } from './admin-log.ts';
import { updateAdministered } from './administered-accounts.ts';
import { commitAsAdministrator, type Target } from './commit-as-administrator.ts';
import { holdOf } from './deactivation-hold.ts';
import { readAdministered } from './read-administered.ts';

type Change = {
  role?: Role | undefined;
  administrator?: boolean | undefined;
  auditor?: boolean | undefined;
  active?: boolean | undefined;
};

/**
 * Changes the role, status or rights of an account. An active administrator always remains, even if two
 * demote each other concurrently. Only an administrator can reactivate an account that it deactivates. The change is logged in the same commit
 * and takes effect immediately.
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
  await commitAsAdministrator(
    { database, clock },
    caller,
    { target: id, proven: true },
    async (tx, account, accounts) => {
      if (id === caller.id && change.active === false)
        throw new AppError(ownAccount, "You can't deactivate your own account. Ask another administrator.");
      if (change.administrator === false || change.active === false) keepOne(accounts, account);
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
    },
  );
  watch.changed();
  return readAdministered(database, id, { now: clock(), emails: true });
}

/**
 * Throws if no other active administrator would remain. `accounts` includes all of them, locked.
 * @throws AppError `participants.last_administrator`
 */
export function keepOne(accounts: LockedAccounts, { id, username }: { id: string; username: string }): void {
  const administrators = [...accounts.values()].filter(({ account }) => account.administrator && account.active);
  if (administrators.length === 1 && administrators[0]?.account.id === id)
    throw new AppError(lastAdministrator, `${username} is the last active administrator.`, {
      hint: 'Make another account an administrator first.',
    });
}

type Access = Pick<Target, 'role' | 'administrator' | 'auditor' | 'active' | 'deactivatedByAdministrator'>;

function differences(account: Access, change: Change) {
  const fields = (['role', 'administrator', 'auditor', 'active'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== account[field],
  );
  const hold = holdOf(account, change);
  return {
    before: { ...Object.fromEntries(fields.map((field) => [field, account[field]])), ...hold.before },
    after: { ...Object.fromEntries(fields.map((field) => [field, change[field] ?? null])), ...hold.after },
  };
}

const kinds = {
  role: 'role_changed',
  administrator: 'administrator_changed',
  auditor: 'auditor_changed',
  active: 'activation_changed',
} as const;

/** Adds changes by others to the account's own security log. */
async function tellOwner(tx: Database, of: { id: string; at: number; after: Record<string, unknown>; by: string }) {
  for (const [field, value] of Object.entries(of.after).filter(([field]) => field in kinds))
    await appendSecurityEvent(tx, {
      accountId: of.id,
      kind: kinds[field as keyof typeof kinds],
      at: of.at,
      from: undefined,
      detail: `${field === 'role' ? String(value) : value === true ? 'given' : 'taken'} by ${of.by}`,
    });
}
