import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { callLoosely, type LooseInput } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { inTurn } from './in-turn.fixture.ts';
import { makeResetToken } from './reset-password.ts';
import { beginSetup, codeAt, givePassword, PASSWORD } from './second-factors/enroll.fixture.ts';

const NEW = 'a password of the owner';
const THEFT = 'a password of the thief';

let server: TestServer;
let owner: TestAccount;
let thief: { token: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.sql('delete from sign_in_failures');
  owner = await server.account('retailer');
  await givePassword(server, owner);
  thief = (await login(PASSWORD)()).body as { token: string };
});

const call = (route: RouteDefinition, input: LooseInput, as?: { token: string }) => () =>
  callLoosely(server.app, route, input, as === undefined ? {} : { as });
const login = (password: string) => call(contract.login, { body: { username: owner.username, password } });
const setPassword = (newPassword: string, as: { token: string } = owner) =>
  call(contract.setPassword, { body: { currentPassword: PASSWORD, newPassword } }, as);
type Start = ReturnType<typeof call>;
/** Returns the status and code of each response to calls that were all in flight before the first one took effect. */
const raceFor = async (accountId: string, ...calls: Start[]) =>
  (await inTurn(server, accountId, ...calls)).map(({ status, problem }) =>
    status < 300 ? status : `${status} ${problem.code}`,
  );
const race = (...calls: Start[]) => raceFor(owner.id, ...calls);
const openSessions = async () => {
  const [row] = await server.database.sql<{ open: number }>(
    'select count(*)::int as open from sessions where account_id = $1',
    [owner.id],
  );
  return row?.open;
};
const changed = '409 participants.account_changed';
const ended = '401 request.unauthenticated';

describe('while the password changes', () => {
  test('a second change with the old password is refused, and the first one takes effect', async () => {
    expect(await race(setPassword(NEW), setPassword(THEFT, thief))).toEqual([200, ended]);
    expect((await login(THEFT)()).status).toBe(401);
    expect((await login(NEW)()).status).toBe(200);
    expect((await call(contract.me, {}, owner)()).status).toBe(200);
  });

  test('a second change in the same session is refused too', async () => {
    expect(await race(setPassword(NEW), setPassword(THEFT))).toEqual([200, changed]);
    expect((await login(NEW)()).status).toBe(200);
  });

  test('no sign-in with the old password opens a session, and the log shows the attempt', async () => {
    expect(await race(setPassword(NEW), login(PASSWORD), login(PASSWORD))).toEqual([200, changed, changed]);
    expect(await openSessions()).toBe(1);
    const { body } = await server.call(contract.securityLog, { query: {} }, { as: owner });
    expect(body.entries[0]).toMatchObject({
      kind: 'sign_in_failed',
      detail: 'The account changed during the sign-in',
    });
  });

  test('the session of an earlier sign-in ends with the others', async () => {
    expect(await race(login(PASSWORD), setPassword(NEW))).toEqual([200, 200]);
    expect(await openSessions()).toBe(1);
  });

  test('a confirmation of the identity with the old password proves nothing', async () => {
    server.clock.advance(600_000);
    const confirm = call(contract.stepUp, { body: { currentPassword: PASSWORD } }, owner);
    expect(await race(setPassword(NEW), confirm)).toEqual([200, changed]);
    expect((await call(contract.beginPasskey, {}, owner)()).problem.code).toBe('step_up_required');
  });

  test('a thief cannot begin the setup of an authenticator app', async () => {
    const begin = call(contract.beginTotp, { body: { currentPassword: PASSWORD } }, thief);
    expect(await race(setPassword(NEW), begin)).toEqual([200, ended]);
  });

  test('an authenticator app that a thief began is not turned on', async () => {
    const { body } = await server.call(contract.beginTotp, { body: { currentPassword: PASSWORD } }, { as: thief });
    const confirm = call(contract.confirmTotp, { body: { otp: codeAt(body.secret, server.clock()) } }, thief);
    expect(await race(setPassword(NEW), confirm)).toEqual([200, ended]);
    expect((await login(NEW)()).status).toBe(200);
  });
});

describe('while a one-time link sets the password', () => {
  test('neither a sign-in nor a change with the old one takes effect', async () => {
    const { token } = await makeResetToken(server.services.database, owner.id, server.clock());
    const reset = call(contract.resetPassword, { body: { token, newPassword: NEW } });
    expect(await race(reset, login(PASSWORD), setPassword(THEFT, thief))).toEqual([200, changed, ended]);
    expect(await openSessions()).toBe(0);
    expect((await login(NEW)()).status).toBe(200);
  });

  test('an earlier change invalidates the link', async () => {
    const { token } = await makeResetToken(server.services.database, owner.id, server.clock());
    const reset = call(contract.resetPassword, { body: { token, newPassword: THEFT } });
    expect(await race(setPassword(NEW), reset)).toEqual([200, '400 participants.reset_invalid']);
    expect((await login(NEW)()).status).toBe(200);
  });
});

describe('while an authenticator app is turned on', () => {
  let secret: string;
  beforeEach(async () => {
    secret = await beginSetup(server, owner);
  });
  const confirm = () => call(contract.confirmTotp, { body: { otp: codeAt(secret, server.clock()) } }, owner);

  test('no sign-in with the password alone opens a session', async () => {
    expect(await race(confirm(), login(PASSWORD), login(PASSWORD))).toEqual([200, changed, changed]);
    expect((await login(PASSWORD)()).problem.code).toBe('second_factor_required');
  });

  test('a confirmation of the identity with the password alone proves nothing', async () => {
    const body = { currentPassword: PASSWORD };
    expect(await race(confirm(), call(contract.stepUp, { body }, thief))).toEqual([200, changed]);
    expect((await call(contract.beginPasskey, {}, thief)()).problem.code).toBe('step_up_required');
  });

  test('a setup that another session begins meanwhile does not replace it', async () => {
    const begin = call(contract.beginTotp, { body: { currentPassword: PASSWORD } }, thief);
    expect(await race(confirm(), begin)).toEqual([200, changed]);
    const otp = codeAt(secret, server.clock(), 1);
    const body = { username: owner.username, password: PASSWORD, otp };
    expect((await call(contract.login, { body })()).status).toBe(200);
  });

  test('is refused if another session has begun a setup in the meantime', async () => {
    const begin = call(contract.beginTotp, { body: { currentPassword: PASSWORD } }, thief);
    expect(await race(begin, confirm())).toEqual([201, '409 participants.totp_not_begun']);
    expect((await login(PASSWORD)()).status).toBe(200);
  });
});

describe('while an administrator acts on the account', () => {
  let admin: TestAccount;
  beforeEach(async () => {
    admin = await server.account('administrator');
  });
  const change = (body: object, of: { id: string } = owner, as: TestAccount = admin) =>
    call(contract.changeAccount, { params: { id: of.id }, body }, as);

  test('a sign-in in flight opens no session of an account that is deactivated', async () => {
    expect(await race(change({ active: false }), login(PASSWORD))).toEqual([200, changed]);
    expect(await openSessions()).toBe(0);
  });

  test('an administrator whose mark was withdrawn can no longer change anything', async () => {
    const second = await server.account('administrator');
    const promote = change({ administrator: true }, owner, second);
    expect(await raceFor(second.id, change({ administrator: false }, second), promote)).toEqual([
      200,
      '403 request.forbidden',
    ]);
    const [row] = await server.database.sql('select administrator from accounts where id = $1', [owner.id]);
    expect(row).toEqual({ administrator: false });
  });

  test('ended sessions can no longer change anything', async () => {
    const end = call(contract.endSessionsOf, { params: { id: owner.id } }, admin);
    expect(await race(end, setPassword(THEFT, thief))).toEqual([200, ended]);
    expect((await login(PASSWORD)()).status).toBe(200);
  });
});
