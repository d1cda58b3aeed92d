import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { inTurn } from './in-turn.fixture.ts';
import { codeAt } from './second-factors/enroll.fixture.ts';

const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;

let server: TestServer;
let admin: TestAccount;
let user: string;
let owner: { token: string; user: contract.User };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
let made = 0;
beforeEach(async () => {
  await server.database.sql('delete from sign_in_failures');
  admin = await server.account('administrator');
  user = `repeater-${made++}`;
  owner = (await signUp()).body as typeof owner;
});

const signUp = (password = PASSWORD) =>
  callLoosely(
    server.app,
    contract.register,
    { body: { user, password, email: `${user}@example.org`, role: 'retailer' } },
    { key: `key-of-${user}` },
  );
const deactivate = () =>
  server.call(contract.changeAccount, { params: { id: owner.user.id }, body: { active: false } }, { as: admin });
const log = async () => (await server.call(contract.securityLog, { query: {} }, { as: owner })).body.entries;
const refused = { status: 409, problem: { code: 'participants.already_registered' } };

describe('a sign-up that is repeated with its key', () => {
  test('signs in for 10 minutes, and is logged for the owner', async () => {
    server.clock.advance(10 * MINUTE);
    const again = await signUp();
    expect(again).toMatchObject({ status: 201, body: { user: owner.user } });
    expect((await server.call(contract.me, {}, { as: again.body as { token: string } })).status).toBe(200);
    expect((await log())[0]).toMatchObject({ kind: 'sign_in', detail: 'By a repeated sign-up' });
    server.clock.advance(1);
    expect(await signUp()).toMatchObject(refused);
  });

  test('opens no session once the account has a second factor', async () => {
    const proof = { body: { currentPassword: PASSWORD } };
    const { secret } = (await server.call(contract.beginTotp, proof, { as: owner })).body;
    await server.call(contract.confirmTotp, { body: { otp: codeAt(secret, server.clock()) } }, { as: owner });
    expect(await signUp()).toMatchObject(refused);
  });

  test('opens no session for an account that was deactivated, even meanwhile or temporarily', async () => {
    const [, meanwhile] = await inTurn(server, owner.user.id, deactivate, signUp);
    expect(meanwhile).toMatchObject(refused);
    expect(await signUp()).toMatchObject(refused);
    const body = { active: true };
    await server.call(contract.changeAccount, { params: { id: owner.user.id }, body }, { as: admin });
    expect(await signUp()).toMatchObject(refused);
  });

  test('opens no session with the first password after a change', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'an entirely new one' };
    await server.call(contract.setPassword, { body }, { as: owner });
    expect((await signUp()).problem.code).toBe('participants.username_taken');
    expect(await signUp('an entirely new one')).toMatchObject(refused);
  });

  test('counts and logs another password like a failed sign-in', async () => {
    for (let n = 0; n < 6; n++)
      expect((await signUp(`guess number ${n}`)).problem.code).toBe('participants.username_taken');
    expect((await signUp('guess number 6')).status).toBe(429);
    const login = { body: { username: user, password: PASSWORD } };
    expect((await server.call(contract.login, login)).status).toBe(429);
    expect((await log())[0]).toMatchObject({ kind: 'sign_in_failed', detail: 'While repeating the sign-up' });
  });

  test('does not clear the failed sign-ins if it opens no session', async () => {
    server.clock.advance(11 * MINUTE);
    for (let n = 0; n < 5; n++) await signUp(`guess number ${n}`);
    expect(await signUp()).toMatchObject(refused);
    expect((await signUp('guess number 5')).status).toBe(409);
    expect((await signUp('guess number 6')).status).toBe(429);
  });
});
