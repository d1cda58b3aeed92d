import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { beginSetup, codeAt, enroll, givePassword, PASSWORD, wrongCodeAt } from './enroll.fixture.ts';
import { findStep } from './totp-codes.ts';

const STEP = 30_000;
const MINUTE = 60_000;

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.sql('delete from sign_in_failures');
  account = await server.account('retailer');
});

const signIn = (otp?: string, password = PASSWORD) =>
  callLoosely(server.app, contract.login, {
    body: { username: account.username, password, ...(otp === undefined ? {} : { otp }) },
  });
const confirm = (otp: string, as: { token: string } = account) =>
  callLoosely(server.app, contract.confirmTotp, { body: { otp } }, { as });
const factors = async () => (await server.call(contract.readSecondFactors, {}, { as: account })).body;
const enrolled = async () => {
  const made = await enroll(server, account);
  server.clock.advance(STEP);
  return made;
};

describe('setting up an authenticator app', () => {
  test('takes effect only after a first right code', async () => {
    const secret = await beginSetup(server, account);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await signIn()).status).toBe(200);
    expect((await confirm(wrongCodeAt(secret, server.clock()))).problem.code).toBe('participants.wrong_code');
    expect((await signIn()).status).toBe(200);
    expect(await factors()).toEqual({ recoveryCodesLeft: 0 });

    const { status, body } = await confirm(codeAt(secret, server.clock()));
    expect(status).toBe(200);
    expect(new Set((body as { recoveryCodes: string[] }).recoveryCodes).size).toBe(10);
    expect((await signIn()).problem.code).toBe('second_factor_required');
    expect(await factors()).toMatchObject({ totp: { enabledAt: expect.any(String) }, recoveryCodesLeft: 10 });
  });

  test('requires the password, and a URI for apps names the account', async () => {
    await givePassword(server, account);
    const begin = (currentPassword: string) =>
      callLoosely(server.app, contract.beginTotp, { body: { currentPassword } }, { as: account });
    expect((await begin('a wrong guess')).problem.code).toBe('participants.wrong_password');
    const { body } = (await begin(PASSWORD)) as { body: { secret: string; uri: string } };
    expect(new URL(body.uri).searchParams.get('secret')).toBe(body.secret);
    expect(decodeURIComponent(body.uri)).toContain(`otpauth://totp/Cairn:${account.username}?`);
  });

  test('is confirmed only by the session that began it, within 15 minutes', async () => {
    const secret = await beginSetup(server, account);
    const other = (await signIn()).body as { token: string };
    expect((await confirm(codeAt(secret, server.clock()), other)).problem.code).toBe('participants.totp_not_begun');
    server.clock.advance(15 * MINUTE);
    expect((await confirm(codeAt(secret, server.clock()))).problem.code).toBe('participants.totp_not_begun');
  });

  test('is refused while an app is on', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const body = { currentPassword: PASSWORD, otp: codeAt(secret, server.clock()) };
    const answer = await callLoosely(server.app, contract.beginTotp, { body }, { as: account });
    expect(answer.problem.code).toBe('participants.totp_enabled');
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
  });
});

describe('signing in with a code', () => {
  test('completes the refused call, but only with the right password', async () => {
    const { secret } = await enrolled();
    const asked = await signIn();
    expect([asked.status, asked.problem.code]).toEqual([401, 'second_factor_required']);
    expect((await signIn(codeAt(secret, server.clock()), 'a wrong guess')).problem.code).toBe(
      'participants.bad_credentials',
    );
    const { status, body } = await signIn(codeAt(secret, server.clock()));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.stringMatching(/^cairn_/), user: { username: account.username } });
  });

  test('accepts a code once, also under concurrency, and none older than the last', async () => {
    const { secret } = await enrolled();
    const [previous, code] = [codeAt(secret, server.clock()), codeAt(secret, server.clock(), 1)];
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect((await signIn(previous)).problem.code).toBe('participants.bad_second_factor');
    server.clock.advance(STEP);
    expect((await signIn(code)).problem.code).toBe('participants.bad_second_factor');
  });

  test('accepts a clock that is 30 seconds off, and no more', async () => {
    const { secret } = await enrolled();
    server.clock.advance(4 * STEP);
    for (const steps of [-2, 2])
      expect((await signIn(codeAt(secret, server.clock(), steps))).problem.code).toBe('participants.bad_second_factor');
    for (const steps of [-1, 0, 1]) expect((await signIn(codeAt(secret, server.clock(), steps))).status).toBe(200);
  });

  test('ignores spaces in a code, and a code that is not required', async () => {
    const { secret } = await enrolled();
    expect((await signIn(codeAt(secret, server.clock()).replace(/(...)/, '$1 '))).status).toBe(200);
    account = await server.account('shipper');
    await givePassword(server, account);
    expect((await signIn('123456')).status).toBe(200);
  });

  test('computes codes by RFC 6238 (appendix B)', () => {
    const secret = Buffer.from('12345678901234567890');
    for (const [seconds, code] of [
      [59, '287082'],
      [1111111109, '081804'],
      [20000000000, '353130'],
    ] as const)
      expect(findStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('logs a wrong code for the owner separately from a wrong password', async () => {
    const { secret } = await enrolled();
    await signIn(wrongCodeAt(secret, server.clock()));
    const { entries } = (await server.call(contract.securityLog, {}, { as: account })).body;
    expect(entries[0]).toMatchObject({ kind: 'sign_in_failed', detail: 'Right password, wrong code' });
  });
});

describe('a recovery code', () => {
  test('replaces the app for one sign-in, however it is typed', async () => {
    const { recoveryCodes } = await enrolled();
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    const answers = await Promise.all([signIn(first), signIn(first)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await signIn(second.replaceAll('-', ' ').toLowerCase())).status).toBe(200);
    expect((await factors()).recoveryCodesLeft).toBe(8);
    const { entries } = (await server.call(contract.securityLog, {}, { as: account })).body;
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'recovery_code_used', detail: '8 left' }));
  });

  test('of another account is refused', async () => {
    const { recoveryCodes } = await enrolled();
    account = await server.account('shipper');
    await enrolled();
    expect((await signIn(recoveryCodes[0])).problem.code).toBe('participants.bad_second_factor');
  });

  test('stops working when the codes are renewed, which requires the password and a code', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const renew = (body: object) => callLoosely(server.app, contract.renewRecoveryCodes, { body }, { as: account });
    expect((await renew({ currentPassword: PASSWORD })).problem.errors).toMatchObject([{ pointer: '/otp' }]);
    const answer = await renew({ currentPassword: PASSWORD, otp: codeAt(secret, server.clock()) });
    const { recoveryCodes: fresh } = answer.body as { recoveryCodes: string[] };
    expect((await signIn(recoveryCodes[1])).status).toBe(401);
    expect((await signIn(fresh[1])).status).toBe(200);
  });
});

describe('turning the authenticator app off', () => {
  test('requires the password and a code, and deletes everything', async () => {
    const { secret } = await enrolled();
    const off = (body: object) => callLoosely(server.app, contract.disableTotp, { body }, { as: account });
    const otp = codeAt(secret, server.clock());
    expect((await off({ currentPassword: PASSWORD })).problem.code).toBe('participants.wrong_code');
    expect((await off({ currentPassword: 'a wrong guess', otp })).problem.code).toBe('participants.wrong_password');
    expect((await signIn()).status).toBe(401);
    expect((await off({ currentPassword: PASSWORD, otp })).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect(await factors()).toEqual({ recoveryCodesLeft: 0 });
    expect((await off({ currentPassword: PASSWORD })).problem.code).toBe('participants.no_second_factor');
  });
});
