import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#domains/assistant/contract.ts';
import { readAuditLog } from '#domains/audit/contract.ts';
import { liveBlocks } from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import { login, me } from '#domains/participants/contract.ts';
import { STRIPE_TEST_KEYS } from '#domains/payments/server/route-cases.fixture.ts';
import { mailForCases } from '#domains/registry/server/notices/route-cases.fixture.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { Problem } from '#platform/contract/errors.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { clientConfig } from '#platform/server/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/server/embedded-postgres/index.ts';
import { createLog } from '#platform/server/log.ts';
import type { Caller } from '#tests/support/accounts.ts';
import { type Answer, callLoosely, type LooseInput } from '#tests/support/call.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createWorld } from '#tests/support/route-cases/create-world.ts';
import { routeCases } from '#tests/support/route-cases/index.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { routes } from './domains.ts';
import { migrate } from './migrate.ts';
import { grantApplicationRole } from './prepare-database.ts';

/** Routes that answer from memory or the data folder, so an outage does not affect them. */
const WITHOUT_DATABASE = [
  'GET /log/vkey',
  'GET /log/record',
  'GET /api/demo-accounts',
  'GET /api/subscription/plans',
  'GET /api/subscription/estimate',
];

const nameOf = (route: Pick<RouteDefinition, 'method' | 'path'>) => `${route.method} ${route.path}`;
const callable = routes.filter((route) => route.responseType !== 'text/event-stream');

type Call = { readonly route: RouteDefinition; readonly input: LooseInput; readonly as: TestAccount | undefined };

const folder = mkdtempSync(join(tmpdir(), 'cairn-outage-'));
const lines: string[] = [];
let postgres: EmbeddedPostgres;
let server: TestServer;
let maker: TestAccount;
let calls: Call[];

const startPostgres = async () => {
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings: { fsync: 'off' } });
};

beforeAll(async () => {
  await startPostgres();
  const database = await createTestDatabase('empty', postgres.connection);
  await migrate(database.owner);
  await grantApplicationRole(database.owner, database.application.user);
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  server = await startTestServer({
    beside: database,
    log,
    environment: { CAIRN_DEMO: 'true', ...STRIPE_TEST_KEYS, ...(await mailForCases()) },
  });
  const world = await createWorld(server);
  maker = world.maker;
  calls = [];
  for (const route of callable) {
    const { allowed, good } = routeCases[nameOf(route)]!;
    const as = allowed.includes('signed out')
      ? undefined
      : await server.account(allowed[0] as Exclude<Caller, 'signed out'>);
    calls.push({ route, as, input: await good(world, as) });
  }
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const event = (assetId: string) => ({
  user: maker.username,
  action: 'manufactured',
  asset_id: assetId,
  meta: { location: 'Here' },
});
const isUp = async () => (await server.call(health, {})).status === 200;

describe('while PostgreSQL is down', () => {
  let answers: Map<string, Answer<unknown>>;
  beforeAll(async () => {
    await postgres.stop();
    lines.length = 0;
    answers = new Map();
    for (const { route, input, as } of calls)
      answers.set(nameOf(route), await callLoosely(server.app, route, input, { as }));
  });

  test.each(callable.map(nameOf))('%s answers 503 with retry-after', (name) => {
    const { status, headers, body, text } = answers.get(name)!;
    if (WITHOUT_DATABASE.includes(name)) return expect(status).toBe(200);
    expect({ status, text }).toEqual({ status: 503, text });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Problem.parse(body).code).toBe('server.unavailable');
  });

  test('a session that is not in memory, a stream and an export answer 503 too', async () => {
    server.clock.advance(3000);
    expect((await server.call(me, {}, { as: maker })).status).toBe(503);
    expect((await server.call(liveBlocks, {}, { as: maker })).status).toBe(503);
    for (const format of ['csv', 'jsonl'] as const)
      expect((await server.call(readAuditLog, { query: { format } }, { as: maker })).status, format).toBe(503);
  });

  test.each(['Is the chain valid?', 'Who is acme-metals?'])(
    'the assistant answers %j with 503 too',
    async (message) => {
      const { status, headers, problem } = await server.call(ask, { body: { message } });
      expect([status, problem.code]).toEqual([503, 'server.unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  test('health reports the outage, and the problem states what the client should do', async () => {
    const { status, problem } = await server.call(health, {});
    expect({ status, problem }).toMatchObject({
      status: 503,
      problem: {
        code: 'server.unavailable',
        detail: 'The database is not available right now. Try again in a few seconds.',
        hint: expect.stringContaining('Idempotency-Key'),
      },
    });
  });

  test('each refusal is one warning without a stack trace', () => {
    const refusals = lines.filter((line) => line.includes('requestId'));
    expect(refusals.length).toBeGreaterThanOrEqual(calls.length - WITHOUT_DATABASE.length);
    for (const line of refusals) expect(JSON.parse(line)).toMatchObject({ level: 40, reason: expect.any(String) });
    expect(lines.join('')).not.toMatch(/\bat .*\.ts:\d+/);
  });
});

describe('after PostgreSQL is back', () => {
  beforeAll(async () => {
    await startPostgres();
    await eventually('the server answers again', isUp);
  });

  test('every read succeeds again, and so does a sign-in', async () => {
    for (const { route, input, as } of calls) {
      if (route.method !== 'GET') continue;
      const { status } = await callLoosely(server.app, route, input, { as });
      expect([nameOf(route), status]).toEqual([nameOf(route), route.status ?? 200]);
    }
    const answer = await server.call(login, { body: { username: 'nobody', password: 'a wrong guess' } });
    expect(answer.status).toBe(401);
  });

  test('an event that was refused is recorded once with the same key', async () => {
    const body = event('OUTAGE-1');
    await postgres.stop();
    const refused = await server.call(addEvent, { body }, { as: maker, key: 'outage-1' });
    expect([refused.status, refused.problem.code]).toEqual([503, 'server.unavailable']);
    await startPostgres();
    await eventually('the server answers again', isUp);
    const first = await server.call(addEvent, { body }, { as: maker, key: 'outage-1' });
    const second = await server.call(addEvent, { body }, { as: maker, key: 'outage-1' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.block).toEqual(first.body.block);
  });
});

/** Runs SQL as the owner, on its own connection, because the others broke. */
async function withOwner(text: string): Promise<void> {
  const owner = new pg.Client(clientConfig(server.database.owner));
  owner.on('error', () => undefined);
  await owner.connect();
  await owner.query(text);
  await owner.end();
}

test('a saturated PostgreSQL answers 503, and events recorded meanwhile are kept', async () => {
  const role = server.database.application.user;
  await withOwner(`alter role ${role} connection limit 0`);
  await withOwner(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
  const answers = await Promise.all([
    server.call(health, {}),
    server.call(login, { body: { username: 'nobody', password: 'a wrong guess' } }),
    server.call(addEvent, { body: event('FULL-1') }, { as: maker, key: 'full-1' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  await withOwner(`alter role ${role} connection limit -1`);
  await eventually('the server answers again', isUp);
  expect((await server.call(addEvent, { body: event('FULL-1') }, { as: maker, key: 'full-1' })).status).toBe(200);
});
