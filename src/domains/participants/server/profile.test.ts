import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { findById } from './accounts.ts';
import { makeResetToken } from './reset-password.ts';
import { appendSecurityEvent } from './security-log.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let made = 0;
async function person() {
  const user = `profile-${made++}`;
  const body = { user, password: PASSWORD, email: `${user}@example.org`, role: 'retailer' as const };
  const answer = await server.call(contract.register, { body });
  return answer.body as { token: string; user: contract.User };
}
const signIn = async (username: string, password = PASSWORD) =>
  (await server.call(contract.login, { body: { username, password } }, { headers: { 'user-agent': FIREFOX } })).body;
const isAlive = async (as: { token: string }) => (await server.call(contract.me, {}, { as })).status === 200;
const sessionsOf = async (as: { token: string }) =>
  (await server.call(contract.listSessions, {}, { as })).body.sessions;
const DAY = 86_400_000;
const logOf = async (as: { token: string }, query = {}) =>
  (await server.call(contract.securityLog, { query }, { as })).body;

describe('the caller’s own sessions', () => {
  test('are listed with device, network and times, and the current one is marked', async () => {
    const first = await person();
    server.clock.advance(60_000);
    const second = await signIn(first.user.username);
    const sessions = await sessionsOf(second);
    expect(sessions).toMatchObject([
      { current: true, device: 'Firefox on Linux', address: '127.0.0.0/24' },
      { current: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
    expect(await sessionsOf(await person())).toHaveLength(1);
  });

  test('are ended one by one, or all others together', async () => {
    const me = await person();
    const [a, b, c] = [await signIn(me.user.username), await signIn(me.user.username), await signIn(me.user.username)];
    const [id] = (await sessionsOf(a)).filter(({ current }) => current).map((session) => session.id);
    const end = await server.call(contract.endSession, { params: { id: id ?? '' } }, { as: me });
    expect([end.status, await isAlive(a), await isAlive(b)]).toEqual([200, false, true]);
    const others = await server.call(contract.endOtherSessions, {}, { as: me });
    expect([others.body.endedSessions, await isAlive(b), await isAlive(c), await isAlive(me)]).toEqual([
      2,
      false,
      false,
      true,
    ]);
  });

  test('do not include those of other accounts', async () => {
    const [me, other] = [await person(), await person()];
    const [theirs] = await sessionsOf(other);
    const answer = await server.call(contract.endSession, { params: { id: theirs!.id } }, { as: me });
    expect(answer.problem.code).toBe('participants.session_not_found');
    expect(await isAlive(other)).toBe(true);
  });

  test('end in every process', async () => {
    const elsewhere = await startTestServer({ beside: server.database });
    const me = await person();
    const other = await signIn(me.user.username);
    const aliveThere = async () => (await elsewhere.call(contract.me, {}, { as: other })).status === 200;
    expect(await aliveThere()).toBe(true);
    await server.call(contract.endOtherSessions, {}, { as: me });
    await eventually('the other process refuses the session', async () => !(await aliveThere()));
    await elsewhere.stop();
  });
});

describe('the security log', () => {
  test('lists what happened to the account, newest first, with the network', async () => {
    const me = await person();
    await server.call(contract.login, { body: { username: me.user.username, password: 'a wrong one' } });
    await eventually('the failure is logged', async () => (await logOf(me)).entries.length === 2);
    const second = await signIn(me.user.username);
    const body = { currentPassword: PASSWORD, newPassword: 'a new good one' };
    await server.call(contract.setPassword, { body }, { as: second });
    await server.call(contract.logout, {}, { as: second });
    const last = await signIn(me.user.username, 'a new good one');
    const { entries, pagination } = await logOf(last);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'sign_in',
      'sign_out',
      'password_changed',
      'sign_in',
      'sign_in_failed',
      'account_created',
    ]);
    expect(entries[0]).toMatchObject({ address: '127.0.0.0/24', device: 'Firefox on Linux' });
    expect(pagination.total).toBe(6);
    expect(JSON.stringify(entries)).not.toContain('127.0.0.1');
  });

  test('cannot be changed or emptied, even by the database owner', async () => {
    const me = await person();
    await expect(server.database.sql(`update security_events set kind = 'sign_in'`)).rejects.toThrow(/append-only/);
    await expect(
      server.database.sql('delete from security_events where account_id = $1', [me.user.id]),
    ).rejects.toThrow(/append-only/);
  });

  test('keeps every entry for 400 days, so no number of later ones displaces it', async () => {
    const me = await person();
    const { database } = server.services;
    const append = (at: number) =>
      appendSecurityEvent(database, { accountId: me.user.id, kind: 'sign_in_failed', at, from: undefined });
    for (let n = 0; n < 260; n++) await append(Date.now());
    const { entries, pagination } = await logOf(me, { page: 6, limit: 50 });
    expect(pagination.total).toBe(261);
    expect(entries.at(-1)?.kind).toBe('account_created');

    await append(Date.now() - 399 * DAY);
    await append(Date.now() - 401 * DAY);
    const ids = await server.database.sql<{ id: number }>(
      'select id from security_events where account_id = $1 order by id desc limit 2',
      [me.user.id],
    );
    const [expired, kept] = ids.map(({ id }) => id);
    await expect(server.database.sql('delete from security_events where id = $1', [kept])).rejects.toThrow(
      /append-only/,
    );
    await server.database.sql('delete from security_events where id = $1', [expired]);
    expect((await logOf(me, {})).pagination.total).toBe(262);
  });
});

test('the data export has everything stored, and no secret', async () => {
  const me = await person();
  const { status, body, text } = await server.call(contract.exportOwnData, {}, { as: me });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { username: me.user.username, email: me.user.email },
    participant: { username: me.user.username },
    manages: [],
    sessions: [{ current: true }],
    securityLog: [{ kind: 'account_created' }],
    parts: {},
  });
  expect(contract.OwnData.strict().parse(body)).toEqual(body);
  for (const secret of ['argon2', me.token]) expect(text).not.toContain(secret);
});

test('an account has at most 50 sessions: the oldest ends when another one opens', async () => {
  const first = await person();
  const { sessions } = server.services.participants;
  const found = await findById(server.services.database, first.user.id);
  if (found === undefined) throw new Error('the account is missing');
  const open = () => sessions.open(server.services.database, found.account, { ip: '127.0.0.1', userAgent: 'test' });
  server.clock.advance(1000);
  const second = { token: await open() };
  for (let n = 0; n < 48; n++) {
    server.clock.advance(1000);
    await open();
  }
  expect((await sessionsOf(second)).length).toBe(50);
  expect(await isAlive(first)).toBe(true);
  server.clock.advance(1000);
  const newest = { token: await open() };
  expect((await sessionsOf(newest)).length).toBe(50);
  server.services.participants.watch.changed();
  expect([await isAlive(first), await isAlive(second), await isAlive(newest)]).toEqual([false, true, true]);
});

describe('a one-time link to a new password', () => {
  test('ends when the owner changes the password', async () => {
    const owner = await person();
    const { token } = await makeResetToken(server.services.database, owner.user.id, server.clock());
    const body = { currentPassword: PASSWORD, newPassword: 'four wise stones' };
    expect((await server.call(contract.setPassword, { body }, { as: owner })).status).toBe(200);
    const reset = await server.call(contract.resetPassword, { body: { token, newPassword: 'five wise stones' } });
    expect(reset.problem.code).toBe('participants.reset_invalid');
  });

  const reset = (token: string, newPassword = 'chosen by myself') =>
    server.call(contract.resetPassword, { body: { token, newPassword } });
  const linkFor = (id: string) => makeResetToken(server.services.database, id, server.clock());

  test('works once, ends every session, and replaces the old password', async () => {
    const me = await person();
    const { token } = await linkFor(me.user.id);
    expect((await reset(token)).body).toEqual({ changed: true, passkeys: 0, username: me.user.username });
    expect(await isAlive(me)).toBe(false);
    expect((await reset(token)).problem.code).toBe('participants.reset_invalid');
    const login = async (password: string) =>
      (await server.call(contract.login, { body: { username: me.user.username, password } })).status;
    expect([await login(PASSWORD), await login('chosen by myself')]).toEqual([401, 200]);
  });

  test('expires after a day, or when a newer one is created', async () => {
    const me = await person();
    const [older, newer] = [await linkFor(me.user.id), await linkFor(me.user.id)];
    expect((await reset(older.token)).status).toBe(400);
    server.clock.advance(24 * 3_600_000 + 1);
    expect((await reset(newer.token)).status).toBe(400);
  });

  test('remains valid after a rejected password', async () => {
    const me = await person();
    const { token } = await linkFor(me.user.id);
    expect((await reset(token, me.user.username)).problem.code).toBe('participants.weak_password');
    expect((await reset(token)).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const me = await person();
    const { token } = await linkFor(me.user.id);
    const rows = await server.database.sql('select password_resets::text as row from password_resets');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
