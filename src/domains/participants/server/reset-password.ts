import { createHash, randomBytes } from 'node:crypto';
import { resetInvalid } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findById, updatePasswordHash } from './accounts.ts';
import { refuseWeakPassword } from './create-account.ts';
import type { Participants } from './open-participants.ts';
import { deleteReset, findReset, replaceReset } from './password-resets.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';

const HOLDS_MILLISECONDS = 24 * 3_600_000;

const digest = (token: string) => createHash('sha256').update(token).digest();

/** Makes the token of a one-time link, which takes the place of an earlier one. It stands nowhere else. */
export async function makeResetToken(tx: Database, accountId: string, now: number) {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now + HOLDS_MILLISECONDS).toISOString();
  await replaceReset(tx, { accountId, tokenHash: digest(token), expiresAt });
  return { token, expiresAt };
}

/**
 * Gives an account the password that somebody with its one-time link has chosen, and ends all its sessions. The link is then
 * used up.
 * @throws AppError `participants.reset_invalid`, `participants.weak_password`
 */
export async function resetPassword(
  { database, passwords, sessions, watch, clock }: Participants,
  request: { token: string; newPassword: string },
  from: Origin,
) {
  const tokenHash = digest(request.token);
  const accountId = await findReset(database, tokenHash, clock());
  const found = accountId === undefined ? undefined : await findById(database, accountId);
  if (found === undefined) throw notValid();
  const { id, username } = found.account;
  refuseWeakPassword(request.newPassword, username, 'newPassword');
  const passwordHash = await passwords.hash(request.newPassword);
  await database.transaction().execute(async (tx) => {
    // Whoever deletes the row has used the link; a second one finds none.
    if (!(await deleteReset(tx, tokenHash))) throw notValid();
    await updatePasswordHash(tx, id, passwordHash);
    await sessions.endOthers(tx, id, undefined);
    await appendSecurityEvent(tx, { accountId: id, kind: 'password_reset', at: clock(), from });
  });
  watch.changed();
  return { changed: true as const, username };
}

const notValid = () =>
  new AppError(resetInvalid, 'This link is not valid. It holds for 24 hours and works once.', {
    hint: 'Ask an administrator for a new one.',
    errors: [
      { in: 'body', pointer: '/token', message: 'The token is not valid. Ask an administrator for a new link.' },
    ],
  });
