import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { createAuthenticator, ORIGIN } from '../passkeys/authenticator.fixture.ts';
import { codeAt, enroll, PASSWORD } from '../second-factors/enroll.fixture.ts';

let server: TestServer;
let admin: TestAccount;
let owner: TestAccount;
let secret: string;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: ORIGIN });
});
afterAll(() => server.stop());
beforeEach(async () => {
  admin = await server.account('administrator');
  owner = await server.account('retailer');
  ({ secret } = await enroll(server, owner));
  server.clock.advance(30_000);
});

const signIn = (password: string, otp?: string) => {
  const body = { username: owner.username, password, ...(otp === undefined ? {} : { otp }) };
  return callLoosely(server.app, contract.login, { body });
};
const remove = (as = admin) => callLoosely(server.app, contract.removeFactors, { params: { id: owner.id } }, { as });

test('a password reset by link keeps the second factor, which the next sign-in requires', async () => {
  const params = { id: owner.id };
  const { path } = (await server.call(contract.makeResetLink, { params }, { as: admin })).body;
  const [, token = ''] = path.split('#reset=');
  await server.call(contract.resetPassword, { body: { token, newPassword: 'four wise stones' } });
  expect((await signIn('four wise stones')).problem.code).toBe('second_factor_required');
  expect((await signIn('four wise stones', codeAt(secret, server.clock()))).status).toBe(200);
});

test('an administrator removes the factors of an account, which ends its sessions and is logged twice', async () => {
  const options = (await server.call(contract.beginPasskey, {}, { as: owner })).body;
  const device = createAuthenticator();
  const added = { name: 'Laptop', credential: device.create(options) };
  await server.call(contract.addPasskey, { body: added }, { as: owner });
  const read = () => server.call(contract.readAccount, { params: { id: owner.id } }, { as: admin });
  expect((await read()).body).toMatchObject({ secondFactor: true, passkeys: 1 });

  expect((await remove()).body).toEqual({ secondFactor: true, passkeys: 1, endedSessions: 1 });
  expect((await read()).body).toMatchObject({ secondFactor: false, passkeys: 0 });
  expect((await server.call(contract.me, {}, { as: owner })).status).toBe(401);
  const signed = device.sign((await server.call(contract.beginPasskeySignIn, {})).body);
  expect((await server.call(contract.passkeySignIn, { body: { credential: signed } })).status).toBe(401);
  const session = (await signIn(PASSWORD)).body as { token: string };

  const log = await server.call(contract.adminLog, { query: { account: owner.username } }, { as: admin });
  expect(log.body.entries[0]).toMatchObject({
    actor: admin.username,
    target: owner.username,
    action: 'factors removed',
    before: { secondFactor: true, passkeys: 1 },
    after: { secondFactor: false, passkeys: 0 },
  });
  const { entries } = (await server.call(contract.securityLog, {}, { as: session })).body;
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'factors_removed', detail: `by ${admin.username}` }));
  expect((await remove()).problem.code).toBe('participants.no_factors');
});

test('only an administrator removes factors', async () => {
  expect((await remove(await server.account('auditor'))).status).toBe(403);
  expect((await remove(owner)).status).toBe(403);
  expect((await signIn(PASSWORD)).problem.code).toBe('second_factor_required');
});
