import { elsewhere, type Refusal, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import { beginSetup, codeAt, enroll, givePassword, PASSWORD } from './enroll.fixture.ts';

const wrongPassword: Refusal = {
  code: 'participants.wrong_password',
  provoke: () => ({ body: { currentPassword: 'wrong one' } }),
};
const code = elsewhere('participants.wrong_code', 'request.too_many', 'server.unavailable');
const proof = [...code, ...elsewhere('participants.account_changed')];
const invalidProof = [
  { body: {}, pointer: '/currentPassword' },
  { body: { currentPassword: PASSWORD, otp: '' }, pointer: '/otp' },
  { body: { currentPassword: PASSWORD, otp: 'x'.repeat(65) }, pointer: '/otp' },
];

/** Returns proof by a recovery code, because the code of the app was used to set it up. */
const proveEnrolled: RouteCase['good'] = async ({ server }, account) => {
  if (account === undefined) return { body: { currentPassword: PASSWORD } };
  const { recoveryCodes } = await enroll(server, account);
  return { body: { currentPassword: PASSWORD, otp: recoveryCodes[0] } };
};

/** Route cases of second factors. */
export const secondFactorCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/auth/second-factors': { allowed: signedIn, good: () => ({}) },
  'POST /api/auth/step-up': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account !== undefined) await givePassword(server, account);
      return { body: { currentPassword: PASSWORD } };
    },
    invalid: invalidProof,
    refusals: [wrongPassword, ...proof],
  },
  'POST /api/auth/totp': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account !== undefined) await givePassword(server, account);
      return { body: { currentPassword: PASSWORD } };
    },
    invalid: invalidProof,
    refusals: [wrongPassword, ...proof, ...elsewhere('participants.totp_enabled')],
  },
  'POST /api/auth/totp/confirm': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account === undefined) return { body: { otp: '123456' } };
      return { body: { otp: codeAt(await beginSetup(server, account), server.clock()) } };
    },
    invalid: [
      { body: {}, pointer: '/otp' },
      { body: { otp: 123456 }, pointer: '/otp' },
    ],
    refusals: [{ code: 'participants.totp_not_begun', provoke: () => ({ body: { otp: '123456' } }) }, ...code],
  },
  'POST /api/auth/totp/disable': {
    allowed: signedIn,
    good: proveEnrolled,
    invalid: invalidProof,
    refusals: [
      { code: 'participants.no_second_factor', provoke: () => ({ body: { currentPassword: PASSWORD } }) },
      ...proof,
      ...elsewhere('participants.wrong_password'),
    ],
  },
  'POST /api/auth/recovery-codes': {
    allowed: signedIn,
    good: proveEnrolled,
    invalid: invalidProof,
    refusals: [
      { code: 'participants.no_second_factor', provoke: () => ({ body: { currentPassword: PASSWORD } }) },
      ...proof,
      ...elsewhere('participants.wrong_password'),
    ],
  },
};
