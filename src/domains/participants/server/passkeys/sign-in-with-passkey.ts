import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { accountInactive, passkeyRejected } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import type { Database } from '#platform/server/database/database.ts';
import { lockAccounts, toUser } from '../accounts.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { Sessions } from '../sessions.ts';
import type { SignInThrottle } from '../sign-in-throttle.ts';
import { claimChallenge, deleteExpiredChallenges, storeChallenge } from './challenges.ts';
import { findPasskey, markUsed, type StoredPasskey } from './passkey-rows.ts';
import { loadLibrary, type PasskeyTools } from './register-passkey.ts';

type Tools = PasskeyTools & { readonly sessions: Sessions; readonly throttle: SignInThrottle };

/**
 * Returns the options with which a browser signs a challenge. They name no account: the browser offers its passkeys.
 * @throws AppError `participants.passkeys_unavailable`, `request.too_many`
 */
export async function beginPasskeySignIn(tools: Tools, ip: string): Promise<JsonObject> {
  const { rpId } = tools.relyingParty.site();
  await tools.throttle.beginChallenge(ip);
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
  await deleteExpiredChallenges(tools.database, tools.clock);
  await storeChallenge(tools, options.challenge, { sessionId: undefined });
  return JSON.parse(JSON.stringify(options)) as JsonObject;
}

/**
 * Opens a session for a signature by a passkey. The device verified its user, so this satisfies both factors.
 * @throws AppError `participants.passkey_rejected`, `participants.passkeys_unavailable`, `participants.inactive`
 */
export async function signInWithPasskey(tools: Tools, credential: JsonObject, from: Origin) {
  const { database, clock, sessions } = tools;
  const response = credential as unknown as AuthenticationResponseJSON;
  const passkey = typeof response.id === 'string' ? await findPasskey(database, response.id) : undefined;
  if (passkey === undefined) throw rejected(undefined);
  const { accountId } = passkey;
  const note = (db: Database, kind: 'sign_in' | 'sign_in_failed', detail: string) =>
    appendSecurityEvent(db, { accountId, kind, at: clock(), from, detail });
  const signCount = await verify(tools, passkey, response).catch(async (error: unknown) => {
    await note(database, 'sign_in_failed', 'With a passkey');
    throw error;
  });
  const use = { signCount, earlierCount: passkey.signCount, at: new Date(clock()).toISOString() };
  const opened = await database.transaction().execute(async (tx) => {
    // Locked, so that removing the passkey or deactivating the account comes before or ends this session.
    const account = (await lockAccounts(tx, [accountId])).get(accountId)?.account;
    if (account === undefined || !(await markUsed(tx, passkey.id, use))) throw rejected(undefined);
    if (!account.active) return undefined;
    await note(tx, 'sign_in', 'With a passkey');
    return { token: await sessions.open(tx, account, from), user: toUser(account) };
  });
  if (opened !== undefined) return opened;
  await note(database, 'sign_in_failed', 'The account is not active');
  throw new AppError(accountInactive, 'This account is not active.', {
    hint: 'An administrator can activate it again.',
  });
}

/** Checks the signature, the challenge, the site and the user verification, and returns the new count of signatures. */
async function verify(tools: Tools, passkey: StoredPasskey, response: AuthenticationResponseJSON): Promise<number> {
  const { origin, rpId } = tools.relyingParty.site();
  const expectedChallenge = await claimChallenge(tools, response, { sessionId: undefined });
  if (expectedChallenge === undefined) throw rejected(undefined);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
  }).catch((error: unknown) => {
    throw rejected(error);
  });
  if (!verified) throw rejected(undefined);
  return authenticationInfo.newCounter;
}

const rejected = (cause: unknown) =>
  new AppError(passkeyRejected, 'The passkey was not accepted. Try again, or sign in with your password.', { cause });
