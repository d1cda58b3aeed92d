import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PASSWORD = 'correct horse battery';
let made = 0;
const name = () => `person-${made++}`;

async function signUp(user = name(), extra: object = {}) {
  const body = { user, password: PASSWORD, role: 'shipper' as const, email: `${user}@example.org`, ...extra };
  const answer = await server.call(contract.register, { body });
  return { status: answer.status, ...(answer.body as { token: string; user: contract.User }), problem: answer.problem };
}

const refused = async (path: string, body: object, as?: { token: string }) => {
  const { status, problem, headers } = await callLoosely(server.app, { method: 'POST', path }, { body }, { as });
  return { status, error: problem.error, code: problem.code, errors: problem.errors, hint: problem.hint, headers };
};

describe('POST /api/register with a password', () => {
  test('201: creates a signed-in account with the given role and e-mail', async () => {
    const { status, token, user } = await signUp('Acme-Coffee', { displayName: 'Acme Coffee' });
    expect(status).toBe(201);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'Acme-Coffee',
      email: 'Acme-Coffee@example.org',
      role: 'shipper',
      administrator: false,
      auditor: false,
      status: 'active',
      createdAt: '2026-03-04T05:06:07.000Z',
    });
    expect((await server.call(contract.me, {}, { as: { token } })).body).toEqual({ user });
  });

  test('accepts `username` instead of `user`, and defaults to manufacturer', async () => {
    const body = { username: name(), password: PASSWORD, email: 'somebody@example.org' };
    const answer = await server.call(contract.register, { body });
    expect(answer.body).toMatchObject({ user: { username: body.username, role: 'manufacturer' } });
  });

  test.each([
    [{ password: PASSWORD, email: 'a@example.org' }, 'Username is required'],
    [{ user: '', password: PASSWORD, email: 'a@example.org' }, 'Username is required'],
    [{ user: 'ab', password: PASSWORD, email: 'a@example.org' }, 'Username must be at least 3 characters'],
    [{ user: 'a'.repeat(33), password: PASSWORD, email: 'a@example.org' }, 'Username must be at most 32 characters'],
    [{ user: 'a b c', password: PASSWORD, email: 'a@example.org' }, 'Username may contain a-z, A-Z, 0-9, - and _ only'],
    [{ user: 'abc', password: PASSWORD }, 'Email is required for registration'],
    [{ user: 'abc', password: PASSWORD, email: '' }, 'Email is required for registration'],
    [{ user: 'abc', password: PASSWORD, email: 'x' }, 'Email is not valid'],
    [{ user: 'abc', password: 'short', email: 'a@example.org' }, 'Password must be at least 6 characters'],
    [{ user: 'abc' }, 'Role is required'],
    [
      { user: 'abc', role: 'shipper', email: 'a@example.org' },
      'Only accounts have an email: add a password or remove the email',
    ],
    [
      { user: 'abc', password: PASSWORD, email: 'a@example.org', identifiers: ['urn:gln:1'] },
      'Only participants without a password have identifiers: remove them',
    ],
  ])('400: %j: %s', async (body, error) => {
    expect(await refused('/api/register', body)).toMatchObject({ status: 400, error });
  });

  test.each(['123456', 'Password', 'aaaaaaaa', 'qwerty123'])('400: %s is too common', async (password) => {
    const user = name();
    expect(await refused('/api/register', { user, password, email: `${user}@example.org` })).toMatchObject({
      status: 400,
      code: 'participants.weak_password',
    });
  });

  test('400: the password equals the username', async () => {
    const body = { user: 'SamePerson', password: 'sameperson', email: 'same@example.org' };
    expect(await refused('/api/register', body)).toMatchObject({ code: 'participants.weak_password' });
  });

  test.each(['resident', 'government', 'administrator'])(
    '400: the role %s cannot be chosen at sign-up',
    async (role) => {
      const body = { user: name(), password: PASSWORD, email: 'r@example.org', role };
      expect(await refused('/api/register', body)).toMatchObject({ status: 400, code: 'request.invalid' });
    },
  );

  test('409: a taken username, ignoring case', async () => {
    const { user } = await signUp();
    const other = name();
    expect(
      await refused('/api/register', {
        user: user.username.toUpperCase(),
        password: PASSWORD,
        email: `${other}@example.org`,
      }),
    ).toMatchObject({ status: 409, code: 'participants.username_taken' });
  });

  test('does not reveal whether an e-mail address has an account', async () => {
    const { user: known } = await signUp();
    const answers = [];
    for (const email of [known.email!, known.email!.toUpperCase(), `${name()}@example.org`]) {
      const user = name();
      const { status, body } = await server.call(contract.register, { body: { user, password: PASSWORD, email } });
      expect(body).toMatchObject({ user: { username: user, email } });
      answers.push({ status, fields: Object.keys(body), of: Object.keys((body as { user: object }).user) });
    }
    expect(answers[0]).toMatchObject({ status: 201 });
    expect(answers.slice(0, 2)).toEqual([answers[2], answers[2]]);
  });

  test('the same key signs in to the account of the first request, without creating another', async () => {
    const user = name();
    const body = { user, password: PASSWORD, email: `${user}@example.org` };
    const [first, second] = [
      await server.call(contract.register, { body }, { key: 'sign-up-1' }),
      await server.call(contract.register, { body }, { key: 'sign-up-1' }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.body as { user: object }).user).toEqual((first.body as { user: object }).user);
  });

  test('409: the same key with another password or another body is rejected', async () => {
    const user = name();
    const body = { user, password: PASSWORD, email: `${user}@example.org` };
    await server.call(contract.register, { body }, { key: 'sign-up-2' });
    const guess = await server.call(
      contract.register,
      { body: { ...body, password: 'a wrong guess' } },
      { key: 'sign-up-2' },
    );
    expect([guess.status, guess.problem.code]).toEqual([409, 'participants.username_taken']);
    const other = await server.call(contract.register, { body: { ...body, role: 'retailer' } }, { key: 'sign-up-2' });
    expect([other.status, other.problem.code]).toEqual([409, 'request.idempotency_mismatch']);
  });
});

describe('POST /api/register without a password', () => {
  test.each(['manufacturer', 'other'] as const)('201: a %s registers a participant that it manages', async (role) => {
    const registrar = await server.account(role);
    const user = name();
    const answer = await server.call(contract.register, { body: { user, role: 'retailer' } }, { as: registrar });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      msg: `${user} has been registered as retailer.`,
      participant: { id: expect.any(String), username: user, role: 'retailer' },
    });
    const [row] = await server.database.sql('select managed_by, password_hash from accounts where username = $1', [
      user,
    ]);
    expect(row).toEqual({ managed_by: registrar.id, password_hash: null });
  });

  test.each(['shipper', 'retailer', 'resident', 'government'] as const)('403: a %s is not allowed', async (role) => {
    const answer = await refused('/api/register', { user: name(), role: 'retailer' }, await server.account(role));
    expect(answer).toMatchObject({ status: 403, hint: 'You need the role manufacturer or other.' });
  });

  test('401: a signed-out caller is refused', async () => {
    expect(await refused('/api/register', { user: name(), role: 'retailer' })).toMatchObject({ status: 401 });
  });

  test('400: Role is required', async () => {
    const answer = await refused('/api/register', { user: name() }, await server.account('manufacturer'));
    expect(answer).toMatchObject({
      status: 400,
      error: 'Role is required',
      errors: [{ in: 'body', pointer: '/role' }],
    });
  });

  test('the same key returns the same participant; another body is rejected with 409', async () => {
    const registrar = await server.account('manufacturer');
    const body = { user: name(), role: 'shipper' as const, identifiers: ['urn:gln:4000001000005'] };
    const first = await server.call(contract.register, { body }, { as: registrar, key: 'party' });
    expect((await server.call(contract.register, { body }, { as: registrar, key: 'party' })).body).toEqual(first.body);
    const other = await server.call(
      contract.register,
      { body: { ...body, user: name() } },
      { as: registrar, key: 'party' },
    );
    expect([other.status, other.problem.code]).toEqual([409, 'request.idempotency_mismatch']);
  });

  test('a participant without a password cannot sign in', async () => {
    const registrar = await server.account('manufacturer');
    const user = name();
    await server.call(contract.register, { body: { user, role: 'shipper' } }, { as: registrar });
    expect(await refused('/api/auth/login', { username: user, password: 'anything at all' })).toMatchObject({
      status: 401,
    });
  });
});

describe('POST /api/auth/login', () => {
  test('200: token and user, ignoring the case of the username and surrounding spaces', async () => {
    const { user } = await signUp();
    const body = { username: ` ${user.username.toUpperCase()} `, password: PASSWORD };
    const answer = await server.call(contract.login, { body });
    expect(answer).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^cairn_[\w-]{43}$/), user } });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  test.each([
    [{ password: 'x' }, 'Username is required'],
    [{ username: '', password: 'x' }, 'Username is required'],
    [{ username: 'x' }, 'Password is required'],
    [{ username: 'x', password: '' }, 'Password is required'],
  ])('400: %j: %s', async (body, error) => {
    expect(await refused('/api/auth/login', body)).toMatchObject({ status: 400, error });
  });

  test('401: an unknown user and a wrong password get the same response', async () => {
    const { user } = await signUp();
    const wrong = await refused('/api/auth/login', { username: user.username, password: 'a wrong one' });
    const unknown = await refused('/api/auth/login', { username: name(), password: 'a wrong one' });
    expect(wrong).toMatchObject({ status: 401, code: 'participants.bad_credentials' });
    const volatile = ({ headers, ...rest }: typeof wrong) => ({ ...rest, headers: Object.keys(headers).toSorted() });
    expect(volatile(unknown)).toEqual(volatile(wrong));
  });

  test('403: an inactive account, only with the right password', async () => {
    const { user } = await signUp();
    await server.database.sql('update accounts set active = false where id = $1', [user.id]);
    const body = { username: user.username, password: PASSWORD };
    expect(await refused('/api/auth/login', body)).toMatchObject({ status: 403, code: 'participants.inactive' });
    expect(await refused('/api/auth/login', { ...body, password: 'wrong one' })).toMatchObject({ status: 401 });
  });
});

describe('a session', () => {
  test('ends with POST /api/auth/logout; the account’s other sessions continue', async () => {
    const { user, token } = await signUp();
    const other = (await server.call(contract.login, { body: { username: user.username, password: PASSWORD } })).body;
    expect((await server.call(contract.logout, {}, { as: { token } })).body).toEqual({ ended: true });
    const after = await server.call(contract.me, {}, { as: { token } });
    expect([after.status, after.problem.error]).toEqual([401, 'Authentication required. Please log in again.']);
    expect((await server.call(contract.me, {}, { as: other })).status).toBe(200);
  });

  test('is refused for an invalid token, and only the bearer header is read', async () => {
    for (const authorization of ['Bearer nonsense', 'Bearer ', 'Basic YTpi', `Bearer ${'x'.repeat(500)}`])
      expect((await server.call(contract.me, {}, { headers: { authorization } })).status).toBe(401);
  });

  test('an expired token is ignored on a public route', async () => {
    expect((await server.call(contract.participantStats, {}, { as: { token: 'cairn_dead' } })).status).toBe(200);
  });
});

describe('POST /api/auth/set-password', () => {
  test('200: replaces the password and ends the other sessions', async () => {
    const { user, token } = await signUp();
    const login = (password: string) => server.call(contract.login, { body: { username: user.username, password } });
    const elsewhere = [(await login(PASSWORD)).body, (await login(PASSWORD)).body];
    const body = { currentPassword: PASSWORD, newPassword: 'a new good one' };
    const answer = await server.call(contract.setPassword, { body }, { as: { token } });
    expect(answer).toMatchObject({ status: 200, body: { changed: true, endedSessions: 2 } });
    for (const session of elsewhere) expect((await server.call(contract.me, {}, { as: session })).status).toBe(401);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    expect([(await login(PASSWORD)).status, (await login('a new good one')).status]).toEqual([401, 200]);
  });

  test('400: a wrong current password changes nothing and ends no session', async () => {
    const { user, token } = await signUp();
    const body = { currentPassword: 'a wrong one', newPassword: 'a new good one' };
    expect(await refused('/api/auth/set-password', body, { token })).toMatchObject({
      status: 400,
      code: 'participants.wrong_password',
      errors: [{ in: 'body', pointer: '/currentPassword' }],
    });
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    const login = await server.call(contract.login, { body: { username: user.username, password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  test('400: a new password that is too short or too common, with the field’s pointer', async () => {
    const { token } = await signUp();
    const change = (newPassword: string) =>
      refused('/api/auth/set-password', { currentPassword: PASSWORD, newPassword }, { token });
    const errors = [{ in: 'body', pointer: '/newPassword' }];
    expect(await change('short')).toMatchObject({ error: 'Password must be at least 6 characters', errors });
    expect(await change('password1')).toMatchObject({ code: 'participants.weak_password', errors });
  });
});

describe('the directory', () => {
  test('lists participants newest first with their event counts, and no resident or government account', async () => {
    const maker = await server.account('manufacturer');
    server.clock.advance(1000);
    const [shipper, resident, government] = [
      await server.account('shipper'),
      await server.account('resident'),
      await server.account('government'),
    ];
    await record(server, maker, 'manufactured', 'LISTED-1');
    const { body, headers } = await server.call(contract.participantsList, { query: { limit: 2 } });
    expect(body[0]).toMatchObject({ username: shipper.username, role: 'shipper', status: 'active', eventCount: 0 });
    expect(headers).toMatchObject({
      'x-total-count': expect.stringMatching(/^\d+$/),
      'x-total-pages': expect.any(String),
    });
    const found = await server.call(contract.participantsList, { query: { search: maker.username } });
    expect(found.body).toMatchObject([{ username: maker.username, eventCount: 1, identifiers: [] }]);
    const map = (await server.call(contract.participantsMap, {})).body;
    expect(map).toMatchObject({ [maker.username]: 'manufacturer', [shipper.username]: 'shipper' });
    for (const { username } of [resident, government]) {
      expect(map).not.toHaveProperty([username]);
      expect((await server.call(contract.participantsList, { query: { search: username } })).body).toEqual([]);
    }
    expect(JSON.stringify([body, map])).not.toContain('@');
  });

  test('searches by any part of username and display name, ignoring case; %, _ and \\ are literal', async () => {
    const registrar = await server.account('manufacturer');
    const user = name();
    const body = { user, role: 'retailer' as const, displayName: 'Søren’s 100% _Kaffe\\Bar' };
    await server.call(contract.register, { body }, { as: registrar });
    const search = async (term: string) =>
      (await server.call(contract.participantsList, { query: { search: term } })).body.map((one) => one.username);
    for (const term of ['SØREN', '100%', '_kaffe', '\\bar', user.toUpperCase()])
      expect(await search(term)).toEqual([user]);
    expect(await search('100_')).toEqual([]);
    expect(await search('kaffe%bar')).toEqual([]);
  });

  test('counts the active ones by role', async () => {
    const before = (await server.call(contract.participantStats, {})).body;
    const [retailer] = [
      await server.account('retailer'),
      await server.account('administrator'),
      await server.account('resident'),
    ];
    const counted = { ...before, retailers: before.retailers + 1, others: before.others + 1, total: before.total + 2 };
    expect((await server.call(contract.participantStats, {})).body).toEqual(counted);
    await server.database.sql('update accounts set active = false where id = $1', [retailer.id]);
    expect((await server.call(contract.participantStats, {})).body.retailers).toBe(before.retailers);
    expect((await server.call(contract.participantsMap, {})).body).not.toHaveProperty([retailer.username]);
  });
});
