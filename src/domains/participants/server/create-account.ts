import { randomUUID } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { type ParticipantRole, type Role, usernameTaken, weakPassword } from '#domains/participants/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { present } from '#platform/contract/present.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { claimIdempotencyKey, fingerprintOf } from '#platform/server/database/idempotency-keys.ts';
import { type Account, findById, insertAccount, type NewAccount, toUser } from './accounts.ts';
import type { Allowances } from './allowances.ts';
import { isCommonPassword } from './common-passwords.ts';
import { refuseMisleadingName, refuseUsernameOfAnother } from './display-names.ts';
import { claimIdentifiers } from './identifiers/claim-identifiers.ts';
import { repeatSignUp } from './repeat-sign-up.ts';
import { refuseReservedUsername } from './reserved-usernames.ts';
import type { Origin } from './security-log.ts';
import { appendSecurityEvent } from './security-log.ts';
import type { SignInTools } from './sign-in.ts';

export type SignUpRequest = {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly email: string;
  readonly displayName?: string | undefined;
};

/**
 * Creates an account and signs it in. A repeated request with the same idempotency key creates no other account; see
 * `repeatSignUp`.
 * @throws AppError `participants.username_taken`, `participants.weak_password`, `request.too_many`, and the errors of
 * `repeatSignUp`
 */
export async function createAccount(
  tools: SignInTools,
  request: SignUpRequest,
  from: Origin & { idempotencyKey: string | undefined },
) {
  const { database, signUpPasswords: passwords, sessions, throttle, clock } = tools;
  refuseReservedUsername(request.username);
  refuseMisleadingName(request.displayName);
  refuseWeakPassword(request.password, request.username);
  await throttle.beginSignUp(from.ip);
  const passwordHash = await passwords.hash(request.password);
  const account: NewAccount = {
    id: randomUUID(),
    username: request.username,
    email: request.email,
    role: request.role,
    displayName: request.displayName,
    passwordHash,
    createdAt: new Date(clock()).toISOString(),
  };
  const made = await database.transaction().execute(async (tx) => {
    const { password: _, ...known } = request;
    const earlier = await claimIdempotencyKey(tx, {
      scope: 'sign-up',
      key: from.idempotencyKey,
      fingerprint: fingerprintOfRequest(known),
      subject: account.id,
    });
    if (earlier !== undefined) return { earlier };
    await refuseUsernameOfAnother(tx, request.displayName, account);
    await insertAccount(tx, account).catch(translateTaken);
    await appendSecurityEvent(tx, { accountId: account.id, kind: 'account_created', at: clock(), from });
    const stored = present(await findById(tx, account.id), 'the transaction inserted it').account;
    return { token: await sessions.open(tx, stored, from), user: toUser(stored) };
  });
  if ('earlier' in made) return repeatSignUp(tools, made.earlier, request.password, from);
  await throttle.signedUp(made.user.username, from.ip);
  return made;
}

/**
 * Registers a participant without a password, managed by the caller, if the caller's limits allow another user. Safe to repeat with the
 * same key.
 * @throws AppError `participants.username_taken`, `participants.identifier_taken`
 */
export async function registerParticipant(
  tools: { database: Database; clock: Clock; allowances: Allowances },
  caller: Account,
  request: {
    username: string;
    role: ParticipantRole;
    displayName?: string | undefined;
    identifiers?: readonly string[] | undefined;
  },
  idempotencyKey: string | undefined,
) {
  refuseReservedUsername(request.username);
  refuseMisleadingName(request.displayName);
  const id = randomUUID();
  const insert = (refusal: unknown) =>
    tools.database.transaction().execute(async (tx) => {
      const earlier = await claimIdempotencyKey(tx, {
        scope: caller.id,
        key: idempotencyKey,
        fingerprint: fingerprintOfRequest(request),
        subject: id,
      });
      if (earlier !== undefined) return earlier;
      if (refusal !== undefined) throw refusal;
      await refuseUsernameOfAnother(tx, request.displayName, request);
      await insertAccount(tx, {
        id,
        username: request.username,
        role: request.role,
        displayName: request.displayName,
        managedBy: caller.id,
        createdAt: new Date(tools.clock()).toISOString(),
      }).catch(translateTaken);
      await claimIdentifiers(tx, id, request.identifiers ?? []);
      return id;
    });
  // A repeated request is answered even if the limit has been reached since.
  const madeId = await tools.allowances.within({ accountId: caller.id, users: 1 }, () => insert(undefined), insert);
  return {
    msg: `${request.username} has been registered as ${request.role}.`,
    participant: { id: madeId, username: request.username, role: request.role },
  };
}

/** Throws if an attacker would try the password first. */
export function refuseWeakPassword(password: string, username: string, field = 'password'): void {
  if (!isCommonPassword(password, username)) return;
  throw new AppError(weakPassword, 'This password is too common. Choose another one.', {
    errors: [{ in: 'body', pointer: `/${field}`, message: 'This password is too common. Choose another one.' }],
  });
}

function translateTaken(error: unknown): never {
  if (hasSqlState(error, '23505')) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'accounts_username_key')
      throw new AppError(usernameTaken, 'This username is taken. Choose another one.', {
        errors: [{ in: 'body', pointer: '/user', message: 'This username is taken. Choose another one.' }],
      });
  }
  if (hasSqlState(error, '22021'))
    throw new AppError(validationFailed, 'Text must not contain the character U+0000.', { cause: error });
  throw error;
}

/** Returns the fingerprint of a request's canonical JSON, so that the order of its fields does not matter. */
function fingerprintOfRequest(request: object): Buffer {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return fingerprintOf(canonicalJson(given as JsonValue));
}
