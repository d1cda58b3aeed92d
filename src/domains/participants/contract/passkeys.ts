import { z } from 'zod';
import { errorKind, tooManyRequests } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { JsonObject, requiredText } from '#platform/contract/scalars.ts';
import { accountInactive, stepUpRequired } from './accounts.ts';
import { Passkey } from './passkey.ts';
import { Session } from './sign-in.ts';

export const passkeyRejected = errorKind('participants.passkey_rejected', 401, 'Passkey not accepted');
export const passkeyInvalid = errorKind('participants.passkey_invalid', 400, 'Passkey not accepted');
export const passkeyNotFound = errorKind('participants.passkey_not_found', 404, 'Passkey not found');
export const tooManyPasskeys = errorKind('participants.too_many_passkeys', 409, 'Too many passkeys');
export const passkeysUnavailable = errorKind('participants.passkeys_unavailable', 409, 'Passkeys are not available');

const Options = JsonObject.describe('Options for the browser, in the JSON form of WebAuthn Level 3.');
const Credential = JsonObject.describe('The response of the browser, in the JSON form of WebAuthn Level 3.');

export const listPasskeys = route({
  method: 'GET',
  path: '/api/auth/passkeys',
  tag: 'Accounts',
  summary: 'List your passkeys',
  access: 'signed in',
  response: z.object({ passkeys: z.array(Passkey) }),
});

export const beginPasskey = route({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  tag: 'Accounts',
  summary: 'Begin to register a passkey',
  description:
    'Returns a challenge that is valid for 5 minutes, once, in this session. Requires a recent proof of identity: see ' +
    '`POST /api/auth/step-up`.',
  access: 'signed in',
  response: Options,
  errors: [passkeysUnavailable, tooManyPasskeys, stepUpRequired],
});

export const addPasskey = route({
  method: 'POST',
  path: '/api/auth/passkeys',
  tag: 'Accounts',
  summary: 'Register a passkey',
  description:
    'It signs in without the password and without a code, because the device verifies its user. Requires a recent proof of ' +
    'identity, like the first step.',
  access: 'signed in',
  status: 201,
  body: z.strictObject({
    name: requiredText('Name is required')
      .trim()
      .min(1, 'Name is required')
      .max(60, 'Name must be at most 60 characters'),
    credential: Credential,
  }),
  response: Passkey,
  errors: [passkeyInvalid, passkeysUnavailable, tooManyPasskeys, stepUpRequired],
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  tag: 'Accounts',
  summary: 'Remove a passkey',
  description: 'Requires a recent proof of identity: see `POST /api/auth/step-up`.',
  access: 'signed in',
  params: z.object({ id: z.uuid() }),
  response: z.object({ removed: z.literal(true) }),
  errors: [passkeyNotFound, stepUpRequired],
});

export const beginPasskeySignIn = route({
  method: 'POST',
  path: '/api/auth/passkey-sign-in/options',
  tag: 'Accounts',
  summary: 'Begin to sign in with a passkey',
  description: 'Returns a challenge that is valid for 5 minutes, once.',
  access: 'public',
  response: Options,
  errors: [passkeysUnavailable, tooManyRequests],
});

export const passkeySignIn = route({
  method: 'POST',
  path: '/api/auth/passkey-sign-in',
  tag: 'Accounts',
  summary: 'Sign in with a passkey',
  description: 'Satisfies both factors: the device holds the key and verifies its user.',
  access: 'public',
  body: z.strictObject({ credential: Credential }),
  response: Session,
  errors: [passkeyRejected, passkeysUnavailable, accountInactive],
});
