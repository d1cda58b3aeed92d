import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { inTurn } from '../in-turn.fixture.ts';
import { makeResetToken } from '../reset-password.ts';
import { beginSetup, codeAt, enroll, givePassword, PASSWORD } from '../second-factors/enroll.fixture.ts';
import { createAuthenticator, ORIGIN } from './authenticator.fixture.ts';
import { siteOf } from './relying-party.ts';

const MINUTE = 60_000;

let server: TestServer;
let account: TestAccount;
let device: ReturnType<typeof createAuthenticator>;
const warnings: Error[] = [];
const noteWarning = (warning: Error) => warnings.push(warning);
beforeAll(async () => {
  process.on('warning', noteWarning);
  server = await startTestServer({ publicUrl: ORIGIN });
});
afterAll(async () => {
  process.off('warning', noteWarning);
  await server.stop();
});
beforeEach(async () => {
  account = await server.account('retailer');
  device = createAuthenticator();
});

const creation = async (as: TestAccount = account) => (await server.call(contract.beginPasskey, {}, { as })).body;
const add = (credential: JsonObject, as: { token: string } = account) =>
  callLoosely(server.app, contract.addPasskey, { body: { name: 'Laptop', credential } }, { as });
const register = async () => {
  const answer = await add(device.create(await creation()));
  expect(answer.status).toBe(201);
  return answer.body as contract.Passkey;
};
const challenge = async () => (await server.call(contract.beginPasskeySignIn, {})).body;
const signIn = (credential: JsonObject) => callLoosely(server.app, contract.passkeySignIn, { body: { credential } });
const list = async (as: TestAccount = account) => (await server.call(contract.listPasskeys, {}, { as })).body.passkeys;
const rejected = { status: 401, problem: { code: 'participants.passkey_rejected' } };
const invalid = { status: 400, problem: { code: 'participants.passkey_invalid' } };

describe('registering a passkey', () => {
  test('requests a discoverable key with user verification, and lists the result', async () => {
    expect(await creation()).toMatchObject({
      rp: { id: 'cairn.example.org' },
      user: { name: account.username },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { id } = await register();
    expect(await list()).toEqual([{ id, name: 'Laptop', createdAt: expect.any(String) }]);
  });

  test.each([
    ['for another origin', { origin: 'https://cairn.example.net' }],
    ['for another site', { rpId: 'example.org' }],
    ['without user verification', { verifiesUser: false }],
  ])('refuses one %s', async (_, change) => {
    expect(await add(device.create(await creation(), change))).toMatchObject(invalid);
    expect(await list()).toEqual([]);
  });

  test('refuses a challenge that was used, has expired, or belongs to another session or to a sign-in', async () => {
    const options = await creation();
    expect((await add(device.create(options))).status).toBe(201);
    expect(await add(createAuthenticator().create(options))).toMatchObject(invalid);
    const other = await server.account('shipper');
    expect(await add(createAuthenticator().create(await creation(other)))).toMatchObject(invalid);
    expect(await add(createAuthenticator().create(await challenge()))).toMatchObject(invalid);
    const old = await creation();
    server.clock.advance(5 * MINUTE);
    expect(await add(createAuthenticator().create(old))).toMatchObject(invalid);
  });

  test('refuses a key that another account has', async () => {
    await register();
    account = await server.account('shipper');
    expect(await add(device.create(await creation()))).toMatchObject(invalid);
  });

  test('requires a recent proof of identity, and so does removing', async () => {
    const { id } = await register();
    server.clock.advance(10 * MINUTE);
    const begun = await callLoosely(server.app, contract.beginPasskey, {}, { as: account });
    expect(begun.problem.code).toBe('step_up_required');
    const removed = await callLoosely(server.app, contract.removePasskey, { params: { id } }, { as: account });
    expect(removed.problem.code).toBe('step_up_required');
  });

  test('requires the proof again to finish, keeps the challenge meanwhile, and works after a step-up', async () => {
    await givePassword(server, account);
    const options = await creation();
    server.clock.advance(MINUTE * 4);
    await server.database.sql('update sessions set proven_at = null where account_id = $1', [account.id]);
    expect((await add(device.create(options))).problem.code).toBe('step_up_required');
    expect(await list()).toEqual([]);
    await server.call(contract.stepUp, { body: { currentPassword: PASSWORD } }, { as: account });
    expect((await add(device.create(options))).status).toBe(201);
  });

  test('does not finish in a session whose proof a second factor voided', async () => {
    await givePassword(server, account);
    const body = { username: account.username, password: PASSWORD };
    const thief = (await server.call(contract.login, { body })).body;
    const options = (await server.call(contract.beginPasskey, {}, { as: thief })).body;
    await enroll(server, account);
    expect((await add(device.create(options), thief)).problem.code).toBe('step_up_required');
    expect(await list()).toEqual([]);
  });

  test('does not finish if the proof is voided while the passkey is verified', async () => {
    await givePassword(server, account);
    const thief = (await server.call(contract.login, { body: { username: account.username, password: PASSWORD } }))
      .body;
    const credential = device.create((await server.call(contract.beginPasskey, {}, { as: thief })).body);
    const otp = codeAt(await beginSetup(server, account), server.clock());
    const enable = () => callLoosely(server.app, contract.confirmTotp, { body: { otp } }, { as: account });
    const [enabled, added] = await inTurn(server, account.id, enable, () => add(credential, thief));
    expect([enabled?.status, added?.problem.code]).toEqual([200, 'step_up_required']);
    expect(await list()).toEqual([]);
  });

  test('is possible 20 times for an account', async () => {
    for (let n = 0; n < 20; n++) expect((await add(createAuthenticator().create(await creation()))).status).toBe(201);
    const answer = await callLoosely(server.app, contract.beginPasskey, {}, { as: account });
    expect(answer.problem.code).toBe('participants.too_many_passkeys');
  });
});

describe('signing in with a passkey', () => {
  beforeEach(register);

  test('opens a session without a name and a password, even if the password requires a code', async () => {
    await enroll(server, account);
    const options = await challenge();
    expect(options).not.toHaveProperty('allowCredentials.0');
    const answer = await signIn(device.sign(options));
    expect(answer).toMatchObject({ status: 200, body: { user: { username: account.username } } });
    const { token } = answer.body as { token: string };
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    expect(await list()).toMatchObject([{ lastUsedAt: new Date(server.clock()).toISOString() }]);
  });

  test.each([
    ['for another origin', { origin: 'https://cairn.example.net' }],
    ['for another site', { rpId: 'example.org' }],
    ['without user verification', { verifiesUser: false }],
  ])('is refused %s, and logged for the owner', async (_, change) => {
    expect(await signIn(device.sign(await challenge(), change))).toMatchObject(rejected);
    const { entries } = (await server.call(contract.securityLog, {}, { as: account })).body;
    expect(entries[0]).toMatchObject({ kind: 'sign_in_failed', detail: 'With a passkey' });
  });

  test('accepts a challenge once, within 5 minutes, also under concurrency', async () => {
    const signed = device.sign(await challenge());
    const answers = await Promise.all([signIn(signed), signIn(signed), signIn(signed)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const late = device.sign(await challenge());
    server.clock.advance(5 * MINUTE);
    expect(await signIn(late)).toMatchObject(rejected);
  });

  test('is refused when the count of signatures goes back or stays: the key was copied', async () => {
    expect((await signIn(device.sign(await challenge(), { signCount: 9 }))).status).toBe(200);
    for (const signCount of [9, 8, 0])
      expect(await signIn(device.sign(await challenge(), { signCount }))).toMatchObject(rejected);
    expect((await signIn(device.sign(await challenge(), { signCount: 10 }))).status).toBe(200);
  });

  test('works with an authenticator that does not count', async () => {
    for (let n = 0; n < 2; n++)
      expect((await signIn(device.sign(await challenge(), { signCount: 0 }))).status).toBe(200);
  });

  test('is refused with another key, and with a registration challenge', async () => {
    expect(await signIn(createAuthenticator().sign(await challenge()))).toMatchObject(rejected);
    expect(await signIn(device.sign(await creation()))).toMatchObject(rejected);
    const [own, other] = [device.sign(await challenge()), createAuthenticator().sign(await challenge())];
    expect(await signIn({ ...other, id: own['id'] ?? '', rawId: own['id'] ?? '' })).toMatchObject(rejected);
  });

  test('ends with the passkey, which only its owner removes', async () => {
    const [passkey] = await list();
    const remove = (as: TestAccount) =>
      callLoosely(server.app, contract.removePasskey, { params: { id: passkey?.id } }, { as });
    expect((await remove(await server.account('shipper'))).problem.code).toBe('participants.passkey_not_found');
    expect((await remove(account)).status).toBe(200);
    expect(await signIn(device.sign(await challenge()))).toMatchObject(rejected);
  });

  test('is refused if the passkey is removed while the sign-in is under way', async () => {
    const [passkey] = await list();
    const signed = device.sign(await challenge());
    const remove = () =>
      callLoosely(server.app, contract.removePasskey, { params: { id: passkey?.id } }, { as: account });
    const answers = await inTurn(server, account.id, remove, () => signIn(signed));
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  test('is refused for an inactive account', async () => {
    await server.database.sql('update accounts set active = false where id = $1', [account.id]);
    expect((await signIn(device.sign(await challenge()))).problem.code).toBe('participants.inactive');
  });

  test('leaves no expired challenge behind', async () => {
    await challenge();
    server.clock.advance(5 * MINUTE + 1);
    await server.services.participants.tidy();
    expect(await server.database.sql('select * from passkey_challenges')).toEqual([]);
  });
});

describe('a new password', () => {
  test('keeps the passkeys, and the response names them', async () => {
    await givePassword(server, account);
    const { id } = await register();
    const body = { currentPassword: PASSWORD, newPassword: 'an entirely new one' };
    const answer = await server.call(contract.setPassword, { body }, { as: account });
    expect(answer.body.passkeys).toEqual([{ id, name: 'Laptop', createdAt: expect.any(String) }]);
    expect((await signIn(device.sign(await challenge()))).status).toBe(200);
  });

  test('by a one-time link keeps the passkeys, and the response counts them', async () => {
    await register();
    const { token } = await makeResetToken(server.services.database, account.id, server.clock());
    const answer = await server.call(contract.resetPassword, { body: { token, newPassword: 'an entirely new one' } });
    expect(answer.body).toEqual({ changed: true, username: account.username, passkeys: 1 });
  });
});

test('a network may begin 600 sign-ins an hour without a delay, because each stores a challenge', async () => {
  let allowed = 0;
  while (allowed < 700 && (await callLoosely(server.app, contract.beginPasskeySignIn)).status === 200) allowed += 1;
  expect(allowed).toBeLessThanOrEqual(601);
  expect(allowed).toBeGreaterThan(500);
});

test('no operation with passkeys makes Node.js print a warning', () => expect(warnings).toEqual([]));

test('a server without a name refuses passkeys with the reason', async () => {
  const unnamed = await startTestServer({ beside: server.database, clock: server.clock });
  const answer = await callLoosely(unnamed.app, contract.beginPasskeySignIn);
  await unnamed.stop();
  expect(answer.problem).toMatchObject({
    code: 'participants.passkeys_unavailable',
    hint: 'Ask the operator to set CAIRN_PUBLIC_URL.',
  });
});

test('passkeys need a name, over https or on this machine', () => {
  expect(siteOf('https://cairn.example.org/app')).toEqual({ origin: ORIGIN, rpId: 'cairn.example.org' });
  expect(siteOf('http://localhost:3000')).toEqual({ origin: 'http://localhost:3000', rpId: 'localhost' });
  for (const url of ['http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[::1]', 'http://cairn.example.org'])
    expect(siteOf(url)).toBeUndefined();
});
