import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#domains/participants/contract.ts';
import { addEvent, readAsset } from '#domains/trace/contract.ts';
import { AppError, errorKind } from '#platform/contract/errors.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { keepDays } from './keep-days.ts';
import { limitByPlan } from './limit-by-plan.ts';
import { countOn, readUsed } from './meter.ts';
import { readUsageOf } from './read-usage.ts';

/** A server that bills and is not a demo. */
const limited = { config: { enabled: true }, demo: false };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_BILLING: 'off' } });
  server.services.participants.allowances.register(limitByPlan(server.services.database, { limits: true }).allowance);
});
afterAll(() => server.stop());

/** Gives an account the plan Starter: 10 users and 1,000 assets. */
async function subscribe({ id }: TestAccount): Promise<void> {
  const { database, clock } = server.services;
  const now = new Date(clock()).toISOString();
  await sql`insert into billing_accounts (account_id) values (${id})`.execute(database);
  await sql`
    insert into billing_subscriptions (account_id, status, plan_id, plan_version, cycle, users, assets, anchor, period_number, period_start,
      period_end, started_at, changed_at)
    values (${id}, 'active', 'starter', 1, 'annual', 5, 100, ${now}, 0, ${now}, ${now}::timestamptz + interval '1 year', ${now}, ${now})
  `.execute(database);
}

const bring = (account: TestAccount, assetId: string, options: { as?: string; key?: string } = {}) =>
  server.call(
    addEvent,
    { body: { user: options.as ?? account.username, action: 'manufactured', asset_id: assetId, meta: {} } },
    { as: account, ...(options.key === undefined ? {} : { headers: { 'idempotency-key': options.key } }) },
  );

/** Simulates that the account introduced this many more assets. */
const bringMany = (username: string, assets: number) =>
  sql`
    insert into billing_brought (username, assets) values (${username}, ${assets})
    on conflict (username) do update set assets = billing_brought.assets + excluded.assets
  `.execute(server.services.database);

const count = async () => {
  while (!(await countOn(server.services.database)));
};

test('assets count for the account that introduced them, once in any number of counts, and only by their first events', async () => {
  const maker = await server.account('manufacturer');
  const { database } = server.services;
  await server.call(register, { body: { user: 'managed-one', role: 'manufacturer' } }, { as: maker });
  for (const assetId of ['USED-1', 'USED-2']) await bring(maker, assetId);
  await bring(maker, 'USED-3', { as: 'managed-one' });
  await server.call(
    addEvent,
    { body: { user: maker.username, action: 'quality_check', asset_id: 'USED-1', meta: {} } },
    { as: maker },
  );
  await Promise.all([count(), count(), count()]);
  await count();
  expect(await readUsed(database, maker.id)).toEqual({ users: 2, assets: 3 });
});

test('a member counts with its participants and assets, and pays nothing itself', async () => {
  const [payer, member] = [await server.account('manufacturer'), await server.account('manufacturer')];
  const { database } = server.services;
  await subscribe(payer);
  await sql`
    insert into billing_members (member_id, payer_id, joined_at) values (${member.id}, ${payer.id}, now())
  `.execute(database);
  await server.call(register, { body: { user: 'managed-by-member', role: 'shipper' } }, { as: member });
  await bring(member, 'MEMBER-1');
  const usage = await readUsageOf({ database, ...limited }, await signedIn(member), { days: 30 });
  expect(usage).toMatchObject({
    users: 3,
    assets: 1,
    maxUsers: 10,
    maxAssets: 1000,
    declaredUsers: 5,
    declaredAssets: 100,
  });
});

test('an asset beyond the plan is refused before anything is written, and events of known assets are not', async () => {
  const payer = await server.account('manufacturer');
  await subscribe(payer);
  await bring(payer, 'LIMIT-1', { key: 'the-first-of-the-limit' });
  await bringMany(payer.username, 998);
  const answers = await Promise.all(['LIMIT-2', 'LIMIT-3', 'LIMIT-4'].map((id) => bring(payer, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  const refused = answers.find(({ status }) => status === 403);
  expect(refused?.problem).toMatchObject({ code: 'billing.limit_reached', hint: expect.stringContaining('Upgrade') });
  expect(refused?.problem.detail).toBe(
    'The plan Starter allows 1,000 assets, and 1,000 are in use. Nothing was recorded.',
  );
  const known = await Promise.all(
    ['LIMIT-2', 'LIMIT-3', 'LIMIT-4'].map((assetId) => server.call(readAsset, { params: { assetId } })),
  );
  expect(known.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  // A repeated request from before the limit is answered again.
  expect((await bring(payer, 'LIMIT-1', { key: 'the-first-of-the-limit' })).status).toBe(200);
  const inspected = await server.call(
    addEvent,
    { body: { user: payer.username, action: 'quality_check', asset_id: 'LIMIT-1', meta: {} } },
    { as: payer },
  );
  expect(inspected.status).toBe(200);
});

test('a user beyond the plan is refused, with any number of concurrent requests', async () => {
  const payer = await server.account('manufacturer');
  await subscribe(payer);
  const names = Array.from({ length: 12 }, (_, n) => `of-the-plan-${n}`);
  const answers = await Promise.all(
    names.map((user) => server.call(register, { body: { user, role: 'shipper' } }, { as: payer })),
  );
  // Ten users with the payer itself.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(
    answers.filter(({ status, problem }) => status === 403 && problem.code === 'billing.limit_reached'),
  ).toHaveLength(3);
});

test('assets of several accounts count together for their payer, in either order', async () => {
  const payer = await server.account('manufacturer');
  await subscribe(payer);
  const { participants } = server.services;
  const made = await server.call(register, { body: { user: 'managed-together', role: 'shipper' } }, { as: payer });
  expect(made.status).toBe(201);
  const managed = await participants.directory.find('managed-together');
  if (managed === undefined) throw new Error('The participant is registered');
  await bringMany(payer.username, 998);
  const within = (...counts: [string, number][]) =>
    participants.allowances.within(
      counts.map(([accountId, assets]) => ({ accountId, assets })),
      () => Promise.resolve('done'),
    );
  await expect(within([payer.id, 2], [managed.id, 1])).rejects.toThrow('998 are in use');
  await expect(within([managed.id, 1], [payer.id, 2])).rejects.toThrow('998 are in use');
  const atOnce = [within([payer.id, 1], [managed.id, 1]), within([managed.id, 1], [payer.id, 1])];
  expect(await Promise.all(atOnce)).toEqual(['done', 'done']);
});

test('an account without a subscription is not limited', async () => {
  const account = await server.account('manufacturer');
  await bringMany(account.username, 1_000_000);
  expect((await bring(account, 'FREE-1')).status).toBe(200);
});

test('a member of a read-only account records nothing, and reads everything', async () => {
  const payer = await server.account('manufacturer');
  await subscribe(payer);
  await bring(payer, 'UNPAID-1');
  const { database } = server.services;
  await sql`update billing_accounts set read_only_since = now() where account_id = ${payer.id}`.execute(database);
  // The cached data of the payer lasts for half a second.
  const member = await server.account('manufacturer');
  await sql`
    insert into billing_members (member_id, payer_id, joined_at) values (${member.id}, ${payer.id}, now())
  `.execute(database);
  expect((await bring(member, 'UNPAID-2')).problem).toMatchObject({ code: 'billing.read_only', status: 403 });
  expect((await server.call(readAsset, { params: { assetId: 'UNPAID-1' } }, { as: member })).status).toBe(200);
});

test('callers at the same moment read the limits of their account once, and again after a change', async () => {
  const payer = await server.account('manufacturer');
  const { database } = server.services;
  let queries = 0;
  const counted = database.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { allowance, forget } = limitByPlan(counted, { limits: true });
  const ask = () => allowance([{ accountId: payer.id }]);
  await ask();
  const ofOne = queries;
  forget();
  queries = 0;
  await Promise.all(Array.from({ length: 200 }, ask));
  expect(queries).toBe(ofOne);

  // A read that began before the change neither answers nor is stored for those who come after it.
  await sql`insert into billing_accounts (account_id) values (${payer.id})`.execute(database);
  forget();
  const before = ask().catch(() => undefined);
  await sql`update billing_accounts set read_only_since = now() where account_id = ${payer.id}`.execute(database);
  forget();
  await expect(ask()).rejects.toMatchObject({ kind: { code: 'billing.read_only' } });
  await before;
  await expect(ask()).rejects.toMatchObject({ kind: { code: 'billing.read_only' } });
});

test('usage is stored once a day, and days of a downtime are filled in', async () => {
  const payer = await server.account('manufacturer');
  await subscribe(payer);
  const { database } = server.services;
  const day = (text: string) => ({ database, clock: () => Date.parse(`${text}T12:00:00Z`) });
  const daysOf = async () =>
    (await readUsageOf({ database, ...limited }, await signedIn(payer), { days: 90 })).days.map((one) => one.day);
  await Promise.all([keepDays(day('2026-05-01')), keepDays(day('2026-05-01'))]);
  expect(await daysOf()).toEqual(['2026-05-01']);
  await keepDays(day('2026-05-04'));
  expect(await daysOf()).toEqual(['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04']);
  await keepDays(day('2027-05-04'));
  expect((await daysOf()).length).toBe(90);
});

test('any domain may limit accounts, and refused events are not written', async () => {
  const other = await startTestServer();
  const refused = errorKind('test.refused', 403, 'Refused');
  other.services.participants.allowances.register(async (demands) => {
    if (demands.some(({ assets = 0 }) => assets > 0)) throw new AppError(refused, 'No more assets.');
    return () => undefined;
  });
  try {
    const account = await other.account('manufacturer');
    const body = { user: account.username, action: 'manufactured', asset_id: 'FOREIGN-1', meta: {} };
    expect((await other.call(addEvent, { body }, { as: account })).problem.code).toBe('test.refused');
    expect((await other.call(readAsset, { params: { assetId: 'FOREIGN-1' } })).status).toBe(404);
    expect(
      (await other.call(register, { body: { user: 'allowed-one', role: 'shipper' } }, { as: account })).status,
    ).toBe(201);
  } finally {
    await other.stop();
  }
});

async function signedIn({ token }: TestAccount) {
  const found = await server.services.participants.sessions.find(token);
  if (found === undefined) throw new Error('The account is signed in');
  return found;
}
