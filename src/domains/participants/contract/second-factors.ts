import { z } from 'zod';
import { errorKind, tooManyRequests, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant, requiredText } from '#platform/contract/scalars.ts';
import { accountChanged } from './accounts.ts';
import { OneTimeCode, wrongPassword } from './sign-in.ts';

export const wrongCode = errorKind('participants.wrong_code', 400, 'Wrong code');
export const totpEnabled = errorKind('participants.totp_enabled', 409, 'Authenticator app is already set up');
export const totpNotBegun = errorKind('participants.totp_not_begun', 409, 'Setup has not begun');
export const noSecondFactor = errorKind('participants.no_second_factor', 409, 'No second factor');

/** Proof that the caller is the owner of the account: the password and, if it has a second factor, a code. */
export const Proof = z.strictObject({
  currentPassword: requiredText('Current password is required').min(1, 'Current password is required').max(1024),
  otp: OneTimeCode.optional().describe('Required if the account has a second factor.'),
});

export const SecondFactors = z
  .object({
    totp: z
      .object({ enabledAt: Instant })
      .optional()
      .describe('The authenticator app. Absent: the password alone is sufficient to sign in.'),
    recoveryCodesLeft: z.int().min(0),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Recovery codes, which are shown once. */
export const RecoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).describe('Ten codes of six groups of four characters, each valid once.'),
  })
  .meta({ id: 'RecoveryCodes' });

const proofErrors = [wrongPassword, wrongCode, accountChanged, tooManyRequests, unavailable] as const;

export const readSecondFactors = route({
  method: 'GET',
  path: '/api/auth/second-factors',
  tag: 'Accounts',
  summary: 'Read your second factors',
  access: 'signed in',
  response: SecondFactors,
});

export const stepUp = route({
  method: 'POST',
  path: '/api/auth/step-up',
  tag: 'Accounts',
  summary: 'Confirm your identity for sensitive changes',
  description:
    'Changing roles, rights and passwords of others, and deactivating accounts, require a sign-in or this call within the ' +
    'last 10 minutes. Otherwise they get 403 `step_up_required`.',
  access: 'signed in',
  cost: 'sign-in',
  body: Proof,
  response: z.object({ until: Instant.describe('When the confirmation expires.') }),
  errors: proofErrors,
});

export const beginTotp = route({
  method: 'POST',
  path: '/api/auth/totp',
  tag: 'Accounts',
  summary: 'Set up an authenticator app',
  description:
    'Returns a secret once (RFC 6238: SHA-1, 6 digits, 30 seconds). It takes effect when this session confirms a first ' +
    'code within 15 minutes.',
  access: 'signed in',
  cost: 'sign-in',
  status: 201,
  body: Proof,
  response: z.object({
    secret: z.string().describe('Base32.'),
    uri: z.string().describe('The secret as an `otpauth:` URI, for a QR code.'),
  }),
  errors: [totpEnabled, ...proofErrors],
});

export const confirmTotp = route({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  tag: 'Accounts',
  summary: 'Turn on the authenticator app',
  description:
    'Signing in then requires a code. Returns ten recovery codes once; each replaces the app for one sign-in.',
  access: 'signed in',
  cost: 'sign-in',
  body: z.strictObject({ otp: OneTimeCode }),
  response: RecoveryCodes,
  errors: [totpNotBegun, wrongCode, tooManyRequests, unavailable],
});

export const disableTotp = route({
  method: 'POST',
  path: '/api/auth/totp/disable',
  tag: 'Accounts',
  summary: 'Turn off the authenticator app',
  description: 'Deletes the recovery codes too. The password alone is then sufficient to sign in.',
  access: 'signed in',
  cost: 'sign-in',
  body: Proof,
  response: z.object({ disabled: z.literal(true) }),
  errors: [noSecondFactor, ...proofErrors],
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/auth/recovery-codes',
  tag: 'Accounts',
  summary: 'Replace your recovery codes',
  description: 'The earlier ones stop working. The new ones are returned only once.',
  access: 'signed in',
  cost: 'sign-in',
  status: 201,
  body: Proof,
  response: RecoveryCodes,
  errors: [noSecondFactor, ...proofErrors],
});
