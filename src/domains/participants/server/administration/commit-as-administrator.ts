import { canAdminister, holds } from '#domains/participants/contract.ts';
import { AppError, forbidden } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Account, Credentials, LockedAccounts } from '../accounts.ts';
import { commitAs } from '../commit-unchanged.ts';
import type { SignedIn } from '../sessions.ts';
import { noSuchAccount } from './read-administered.ts';

export type Target = Account & { readonly signsIn: boolean; readonly deactivatedByAdministrator: boolean };

/**
 * Runs `effect` in a transaction that locks the target, the caller and all active administrators. The caller must still be
 * an administrator: another one may have withdrawn the mark while the request was on its way.
 * @throws AppError `participants.account_not_found`, `request.forbidden`, and the errors of `commitAs`
 */
export async function commitAsAdministrator<T>(
  tools: { database: Database; clock: Clock },
  caller: SignedIn,
  { target, proven }: { target: string; proven: boolean },
  effect: (tx: Database, target: Target, accounts: LockedAccounts) => Promise<T>,
): Promise<T> {
  return commitAs(tools, caller, { target, proven }, async (tx, accounts) => {
    const own = accounts.get(caller.id)?.account;
    if (own === undefined || !holds(own, canAdminister))
      throw new AppError(forbidden, 'Your account is no longer an administrator.');
    const found = accounts.get(target);
    if (found === undefined) throw noSuchAccount();
    return effect(tx, toTarget(found), accounts);
  });
}

const toTarget = ({ account, passwordHash, deactivatedByAdministrator }: Credentials): Target => ({
  ...account,
  deactivatedByAdministrator,
  signsIn: passwordHash !== undefined,
});
