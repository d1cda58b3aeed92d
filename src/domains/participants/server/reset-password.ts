import { createHash, randomBytes } from 'node:crypto';
import { resetInvalid } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findById, lockAccounts, updatePasswordHash } from './accounts.ts';
import { refuseWeakPassword } from './create-account.ts';
import type { Participants } from './open-participants.ts';
import { listPasskeys } from './passkeys/passkey-rows.ts';
import { deleteReset, findReset, replaceReset } from './password-resets.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';

const HOLDS_MILLISECONDS = 24 * 3_600_000;

const digest = (token: string) => createHash('sha256').update(token).digest();

/** Creates the token of a one-time link, replacing an earlier one. It is not stored in plain text. */
export async function makeResetToken(tx: Database, accountId: string, now: number) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + HOLDS_MILLISECONDS).toISOString();
  await replaceReset(tx, { accountId, tokenHash: digest(token), expiresAt });
  return { token, expiresAt };
}

/**
 * Sets the password that the bearer of a one-time link chose, uses up the link, and ends all sessions of the account.
 * @throws AppError `participants.reset_invalid`, `participants.weak_password`
 */
export async function resetPassword(
  { database, passwords, sessions, watch, clock, allowances }: Participants,
  request: { token: string; newPassword: string },
  from: Origin,
) {
  const tokenHash = digest(request.token);
  const accountId = await findReset(database, tokenHash, clock());
  const found = accountId === undefined ? undefined : await findById(database, accountId);
  if (found === undefined) throw notValid();
  const { id, username, managedBy } = found.account;
  refuseWeakPassword(request.newPassword, username, 'newPassword');
  const passwordHash = await passwords.hash(request.newPassword);
  const passkeys = await database.transaction().execute(async (tx) => {
    await lockAccounts(tx, [id]);
    // Deleting the row claims the link. After a first use, or a password change that ended the link, no row is left.
    if (!(await deleteReset(tx, tokenHash))) throw notValid();
    await updatePasswordHash(tx, id, passwordHash);
    if (managedBy !== undefined && found.passwordHash === undefined) await allowances.signsIn(tx, id);
    await sessions.endOthers(tx, id, undefined);
    await appendSecurityEvent(tx, { accountId: id, kind: 'password_reset', at: clock(), from });
    return (await listPasskeys(tx, id)).length;
  });
  watch.changed();
  return { changed: true as const, username, passkeys };
}

const notValid = () =>
  new AppError(resetInvalid, 'This link is not valid. Links work once and expire after 24 hours.', {
    hint: 'Ask an administrator for a new one.',
    errors: [
      { in: 'body', pointer: '/token', message: 'The token is not valid. Ask an administrator for a new link.' },
    ],
  });
