import { createHash } from 'node:crypto';
import { hash as argon2 } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { watchAccounts } from './account-watch.ts';
import { createPasswords } from './passwords.ts';
import { createSessions } from './sessions.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const PASSWORD = 'correct horse battery';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const body = { user: 'sleeper', password: PASSWORD, email: 'sleeper@example.org', role: 'shipper' as const };
  await server.call(contract.register, { body });
});
afterAll(() => server.stop());

const signIn = (password: string, username = 'sleeper') =>
  callLoosely(server.app, contract.login, { body: { username, password } });

describe('guessing a password', () => {
  beforeEach(() => server.database.sql('delete from sign_in_failures'));

  const failures = async (count: number, username?: string) => {
    for (let i = 0; i < count; i++) expect((await signIn('a wrong guess', username)).status).toBe(401);
  };
  const waitAsked = async (username?: string) => {
    const answer = await signIn(PASSWORD, username);
    expect([answer.status, answer.problem.code]).toEqual([429, 'request.too_many']);
    return Number(answer.headers['retry-after']);
  };

  test('is free five times; after that each failure doubles the wait, even for the right password', async () => {
    await failures(5);
    for (const seconds of [2, 4, 8, 16, 32]) {
      await failures(1);
      expect(await waitAsked()).toBe(seconds);
      server.clock.advance(seconds * 1000);
    }
    expect((await signIn(PASSWORD)).status).toBe(200);
    await failures(5);
  });

  test('waits 15 minutes at most, and resets after an hour', async () => {
    await failures(5);
    for (let i = 0; i < 12; i++) {
      await failures(1);
      server.clock.advance(15 * MINUTE);
    }
    await failures(1);
    expect(await waitAsked()).toBe(900);
    server.clock.advance(61 * MINUTE);
    await failures(5);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('is slowed down in the same way for an unknown name', async () => {
    await failures(6, 'nobody-at-all');
    expect(await waitAsked('nobody-at-all')).toBe(2);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('sixty times in parallel gets no more guesses than in sequence', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn('a wrong guess')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(54);
    expect(await waitAsked()).toBe(2);
  });

  test('never penalizes right passwords, even many in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await server.database.sql('select * from sign_in_failures where failures > 0')).toEqual([]);
  });

  test('by the password change is counted too', async () => {
    const { body } = await server.call(contract.login, { body: { username: 'sleeper', password: PASSWORD } });
    const change = () =>
      callLoosely(
        server.app,
        contract.setPassword,
        { body: { currentPassword: 'a wrong guess', newPassword: 'some good one' } },
        { as: body },
      );
    for (let i = 0; i < 6; i++) expect((await change()).status).toBe(400);
    expect((await change()).status).toBe(429);
  });

  test('stores no name and no address, and old failures are removed', async () => {
    await failures(2, 'no-such-name');
    const rows = await server.database.sql<{ subject: Buffer }>(
      'select subject from sign_in_failures union all select subject from sign_in_places',
    );
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const { subject } of rows) expect(subject).toHaveLength(32);
    server.clock.advance(3 * 60 * MINUTE);
    await server.services.participants.tidy();
    expect(await server.database.sql('select * from sign_in_failures')).toEqual([]);
  });
});

describe('password hashing', () => {
  test('is argon2id with the parameters of OWASP ASVS 5', async () => {
    const [row] = await server.database.sql<{ password_hash: string }>(
      `select password_hash from accounts where username = 'sleeper'`,
    );
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('returns 503 beyond the queue and completes everything in it', async () => {
    const passwords = createPasswords(1, 3);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash('x')));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled')).toEqual([
      ...Array(4).fill(true),
      ...Array(6).fill(false),
    ]);
    expect(refused[0]!.reason).toMatchObject({ kind: { status: 503 }, retryAfterSeconds: 3 });
    await expect(passwords.hash('afterwards')).resolves.toContain('argon2id');
  });

  test('never exceeds its concurrency limit, even after a failure', async () => {
    const passwords = createPasswords(2, 100);
    await Promise.allSettled(Array.from({ length: 5 }, () => passwords.verify('no hash at all', 'x')));
    await expect(Promise.all(Array.from({ length: 5 }, () => passwords.hash('x')))).resolves.toHaveLength(5);
  });

  test('returns 503 with retry-after for a burst of sign-ins, without counting them as failures', async () => {
    // Each from its own address, because the throttle would refuse them first otherwise.
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, i) =>
        server.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress: `203.0.113.${i}`,
          payload: { username: `burst-${i}`, password: PASSWORD },
        }),
      ),
    );
    const statuses = new Set(answers.map((answer) => answer.statusCode));
    expect([...statuses].toSorted()).toEqual([401, 503]);
    for (const answer of answers) if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('3');
    const refused = answers.filter((answer) => answer.statusCode === 503).length;
    const [kept] = await server.database.sql<{ tries: number }>(
      'select sum(failures)::int as tries from sign_in_failures',
    );
    expect(kept!.tries).toBe(3 * (90 - refused));
    await server.database.sql('delete from sign_in_failures');
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('is upgraded at the next sign-in if its parameters are weaker than today’s', async () => {
    const weak = await argon2(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await server.database.sql(`update accounts set password_hash = $1 where username = 'sleeper'`, [weak]);
    expect((await signIn(PASSWORD)).status).toBe(200);
    const [row] = await server.database.sql<{ password_hash: string }>(
      `select password_hash from accounts where username = 'sleeper'`,
    );
    expect(row!.password_hash).toContain('m=19456,t=2,p=1');
    expect((await signIn(PASSWORD)).status).toBe(200);
  });
});

describe('a session', () => {
  test('is stored only as a hash of its token', async () => {
    const { body } = await server.call(contract.login, { body: { username: 'sleeper', password: PASSWORD } });
    const hash = createHash('sha256').update(body.token).digest();
    const rows = await server.database.sql('select * from sessions where token_hash = $1', [hash]);
    expect(rows).toHaveLength(1);
    const everything = await server.database.sql('select sessions::text as row from sessions');
    expect(JSON.stringify(everything)).not.toContain(body.token);
  });

  test('lasts a week without use, and thirty days in total', async () => {
    const { token } = await server.account('retailer');
    const alive = async () => (await server.call(contract.me, {}, { as: { token } })).status === 200;
    for (let day = 0; day < 29; day += 6) {
      expect(await alive()).toBe(true);
      server.clock.advance(6 * DAY);
    }
    expect(await alive()).toBe(false);
  });

  test('ends after a week without use', async () => {
    const { token } = await server.account('retailer');
    server.clock.advance(7 * DAY + 1);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(401);
  });

  test('that ended in another process is refused within two seconds', async () => {
    const { token, username } = await server.account('retailer');
    const database = server.database.open();
    const elsewhere = createSessions(database, server.clock, watchAccounts(database));
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    const session = await elsewhere.find(token);
    expect(session).toMatchObject({ username });
    await elsewhere.endOne(session!);
    server.clock.advance(2001);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(401);
  });

  test('that ended in another process is refused after a clock that was ahead is corrected', async () => {
    const { token } = await server.account('retailer');
    server.clock.advance(DAY);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    server.clock.advance(-DAY);
    const database = server.database.open();
    const elsewhere = createSessions(database, server.clock, watchAccounts(database));
    await elsewhere.endOne((await elsewhere.find(token))!);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(401);
  });

  test('of a deactivated account ends within two seconds', async () => {
    const { token, id } = await server.account('retailer');
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(200);
    await server.database.sql('update accounts set active = false where id = $1', [id]);
    server.clock.advance(2001);
    expect((await server.call(contract.me, {}, { as: { token } })).status).toBe(401);
  });

  test('that expired is removed, and no other', async () => {
    await server.database.sql('delete from sessions');
    await server.account('retailer');
    server.clock.advance(6 * DAY);
    const { id } = await server.account('shipper');
    server.clock.advance(2 * DAY);
    await server.services.participants.tidy();
    expect(await server.database.sql('select account_id from sessions')).toEqual([{ account_id: id }]);
  });
});
