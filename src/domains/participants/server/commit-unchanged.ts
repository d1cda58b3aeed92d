import { accountChanged } from '#domains/participants/contract.ts';
import { AppError, unauthenticated } from '#platform/contract/errors.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Credentials, type LockedAccounts, lockAccounts } from './accounts.ts';
import { requireRecentProof } from './second-factors/recent-proof.ts';
import { lockSession, type SignedIn } from './sessions.ts';

/**
 * Runs `effect` in a transaction that locks the account, if the account has not changed since the request read it.
 * Checking a password takes long enough for the owner to change it meanwhile. Without this, a thief who sends the old
 * password first keeps the account.
 * @throws AppError `participants.account_changed`
 */
export async function commitUnchanged<T>(
  database: Database,
  checked: Credentials,
  effect: (tx: Database) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    requireUnchanged(checked, await lockAccounts(tx, [checked.account.id]));
    return effect(tx);
  });
}

/** The conditions that must still hold when a caller's change takes effect. */
export type Condition = {
  /** The caller's account as of its password check. */
  readonly checked?: Credentials;
  /** Whether the caller must have proved its identity recently in this session. */
  readonly proven?: boolean;
  /** Another account to lock, together with all active administrators. */
  readonly target?: string;
};

/**
 * Runs `effect` in a transaction that locks the caller's account and session, if the session is still open and the
 * condition holds. Sessions are cached, and slow checks come before: both can be out of date by then.
 * @throws AppError `participants.account_changed`, `request.unauthenticated`, `step_up_required`
 */
export async function commitAs<T>(
  { database, clock }: { database: Database; clock: Clock },
  caller: SignedIn,
  { checked, proven = false, target }: Condition,
  effect: (tx: Database, accounts: LockedAccounts) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    const ids = target === undefined ? [caller.id] : [caller.id, target];
    const accounts = await lockAccounts(tx, ids, { administrators: target !== undefined });
    if (!(await lockSession(tx, caller.sessionId, clock())))
      throw new AppError(unauthenticated, 'Your session has ended. Sign in again.');
    if (checked !== undefined) requireUnchanged(checked, accounts);
    if (proven) await requireRecentProof({ database: tx, clock }, caller);
    return effect(tx, accounts);
  });
}

function requireUnchanged({ account, securityVersion }: Credentials, accounts: LockedAccounts): void {
  if (accounts.get(account.id)?.securityVersion === securityVersion) return;
  throw new AppError(accountChanged, 'The account changed while this request was being processed. Try again.', {
    hint: 'Nothing was saved. The password may have changed.',
  });
}
