import { randomUUID } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { passkeyInvalid, passkeyNotFound, tooManyPasskeys } from '#domains/participants/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import type { Clock } from '#platform/server/clock.ts';
import { type Database, hasSqlState } from '#platform/server/database/database.ts';
import { commitAs } from '../commit-unchanged.ts';
import { requireRecentProof } from '../second-factors/recent-proof.ts';
import { appendSecurityEvent, type Origin } from '../security-log.ts';
import type { SignedIn } from '../sessions.ts';
import { claimChallenge, storeChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, listPasskeys } from './passkey-rows.ts';
import type { RelyingParty } from './relying-party.ts';

export type PasskeyTools = {
  readonly database: Database;
  readonly clock: Clock;
  readonly relyingParty: RelyingParty;
};

const PASSKEYS_MAX = 20;
/** EdDSA, ES256 and RS256 (COSE). ML-DSA, which the library prefers, is experimental in Node.js and prints warnings. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Returns the options with which the caller's browser creates a passkey: discoverable, and with user verification.
 * @throws AppError `step_up_required`, `participants.passkeys_unavailable`, `participants.too_many_passkeys`
 */
export async function beginPasskey(tools: PasskeyTools, caller: SignedIn): Promise<JsonObject> {
  await requireRecentProof(tools, caller);
  const { rpId } = tools.relyingParty.site();
  const known = await requireRoom(tools, caller);
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: 'Cairn',
    rpID: rpId,
    userName: caller.username,
    userID: Buffer.from(caller.id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(tools, options.challenge, { sessionId: caller.sessionId });
  return JSON.parse(JSON.stringify(options)) as JsonObject;
}

/**
 * Stores the passkey that the caller's browser created for a challenge of this session. Requires a recent proof again: the
 * proof that began the registration may be void, because the owner has turned on a second factor.
 * @throws AppError `step_up_required`, `participants.passkey_invalid`, `participants.passkeys_unavailable`,
 * `participants.too_many_passkeys`
 */
export async function addPasskey(
  tools: PasskeyTools,
  caller: SignedIn,
  request: { name: string; credential: JsonObject },
  from: Origin,
) {
  // Before the challenge is used up, so that the caller can confirm its identity and repeat the call.
  await requireRecentProof(tools, caller);
  await requireRoom(tools, caller);
  const created = await verify(tools, caller, request.credential);
  const passkey = { id: randomUUID(), name: request.name, createdAt: new Date(tools.clock()).toISOString() };
  await commitAs(tools, caller, { proven: true }, async (tx) => {
    await insertPasskey(tx, {
      ...passkey,
      accountId: caller.id,
      credentialId: created.id,
      publicKey: Buffer.from(created.publicKey),
      signCount: created.counter,
      transports: created.transports ?? [],
    }).catch((error: unknown) => {
      throw hasSqlState(error, '23505') ? notAccepted(error) : error;
    });
    const detail = request.name;
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'passkey_added', at: tools.clock(), from, detail });
  });
  return passkey;
}

/** @throws AppError `step_up_required`, `participants.passkey_not_found` also for another account's passkey */
export async function removePasskey(tools: PasskeyTools, caller: SignedIn, id: string, from: Origin) {
  await commitAs(tools, caller, { proven: true }, async (tx) => {
    const detail = await deletePasskey(tx, caller.id, id);
    if (detail === undefined) throw new AppError(passkeyNotFound, 'You have no passkey with this id.');
    await appendSecurityEvent(tx, { accountId: caller.id, kind: 'passkey_removed', at: tools.clock(), from, detail });
  });
  return { removed: true as const };
}

async function verify(tools: PasskeyTools, caller: SignedIn, credential: JsonObject) {
  const { origin, rpId } = tools.relyingParty.site();
  const expectedChallenge = await claimChallenge(tools, credential, { sessionId: caller.sessionId });
  if (expectedChallenge === undefined) throw notAccepted(undefined);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw notAccepted(error);
  });
  if (!verified) throw notAccepted(undefined);
  return registrationInfo.credential;
}

async function requireRoom({ database }: PasskeyTools, caller: SignedIn) {
  const known = await listPasskeys(database, caller.id);
  if (known.length >= PASSKEYS_MAX)
    throw new AppError(tooManyPasskeys, `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
  return known;
}

const notAccepted = (cause: unknown) =>
  new AppError(passkeyInvalid, 'The passkey was not accepted. It may have taken more than 5 minutes. Try again.', {
    cause,
    errors: [{ in: 'body', pointer: '/credential', message: 'The passkey was not accepted.' }],
  });

/** Loaded on first use: its parsers of certificates cost memory that most servers never need. */
export const loadLibrary = () => import('@simplewebauthn/server');
