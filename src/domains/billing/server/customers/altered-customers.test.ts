import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeSubscription,
  createInvite,
  joinTeam,
  leaveTeam,
  readTeam,
  readUsage,
  revokeInvite,
  saveBillingDetails,
  startTrial,
} from '#domains/billing/contract.ts';
import { resetPassword } from '#domains/participants/contract.ts';
import { makeResetToken } from '#domains/participants/server/index.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';
import { insertInvite } from '../team/invites.ts';
import { keepDays, keepUsage } from '../usage/keep-days.ts';

const DAY = 86_400_000;
const terms = { planId: 'starter', userCount: 5, assetCount: 100, billingCycle: 'monthly' } as const;
const details = {
  ...{ name: 'Kai Dairy GmbH', street: 'Hafenstraße 7', streetMore: null, city: 'Hamburg' },
  ...{ postalCode: '20457', region: null, country: 'DE', taxId: 'DE136695976' },
};

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
beforeAll(async () => {
  server = await startTestServer();
  invoices = createInvoices(server);
});
afterAll(() => server.stop());

async function subscribe(): Promise<TestAccount> {
  const account = await server.account('manufacturer');
  await server.call(startTrial, { body: terms }, { as: account });
  expect((await server.call(saveBillingDetails, { body: details }, { as: account })).status).toBe(200);
  server.clock.advance(14 * DAY + 1000);
  await runBilling(server);
  server.clock.advance(3_600_000);
  await runBilling(server);
  return again(server, account);
}
const set = (what: string, { id }: TestAccount) =>
  server.database.sql(`update billing_accounts set ${what} where account_id = $1`, [id]);
const countOf = async ({ id }: TestAccount) =>
  (
    await server.database.sql<{ count: number }>(
      `select count(*)::int as count from billing_invoices where account_id = $1 and number is not null`,
      [id],
    )
  )[0]?.count ?? 0;

test('billing details are stated in a block that names nobody, and an invoice needs those of the newest block', async () => {
  const [ann, ben] = [await subscribe(), await subscribe()];
  const [block] = await server.database.sql<{ data: string }>(
    `select data from blocks where action = 'billing.customer_changed' order by index desc limit 1`,
  );
  expect(JSON.parse(block?.data ?? '')).toEqual({
    action: 'billing.customer_changed',
    customer: expect.stringMatching(/^cus_/),
    details: expect.stringMatching(/^[0-9a-f]{64}$/),
    payer: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await invoices.problems()).toEqual([]);

  await set(`country = 'FI', tax_id = 'FI20774740'`, ann);
  expect(await invoices.problems()).toEqual([expect.stringMatching(/^billing_accounts: the billing details of cus_/)]);
  const before = [await countOf(ann), await countOf(ben)];
  const upgrade = { body: { planId: 'professional' } } as const;
  const refused = await server.call(changeSubscription, upgrade, { as: await again(server, ann) });
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    503,
    'server.unavailable',
    expect.stringContaining('billing details differ'),
  ]);
  server.clock.advance(31 * DAY);
  await runBilling(server);
  server.clock.advance(3_601_000);
  expect((await runBilling(server)).failed).toBe(1);
  expect([await countOf(ann), await countOf(ben)]).toEqual([before[0], (before[1] ?? 0) + 1]);

  // Saving them again states what is right.
  expect((await server.call(saveBillingDetails, { body: details }, { as: await again(server, ann) })).status).toBe(200);
  expect((await runBilling(server)).failed).toBe(0);
  expect(await countOf(ann)).toBe((before[0] ?? 0) + 1);
  expect(await invoices.problems()).toEqual([]);
});

test('members are stated in blocks, and one written into the database is found, also after its details are saved', async () => {
  const [payer, member, stranger] = [
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const { token } = (await server.services.database
    .transaction()
    .execute((tx) => insertInvite(tx, { payerId: payer.id, kind: 'member', email: null, clock: server.clock }))) as {
    token: string;
  };
  expect((await server.call(joinTeam, { body: { token } }, { as: member })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
  await server.database.sql('insert into billing_members (member_id, payer_id, joined_at) values ($1, $2, now())', [
    stranger.id,
    payer.id,
  ]);
  const found = [expect.stringMatching(/^billing_members: the payer of .* is of no block/)];
  expect(await invoices.problems()).toEqual(found);
  await giveDetails(server, stranger);
  expect(await invoices.problems()).toEqual([expect.stringMatching(/^billing_members: the payer of cus_.* differs/)]);
  await server.database.sql('update billing_members set payer_id = $1 where member_id = $2', [stranger.id, member.id]);
  expect(await invoices.problems()).toHaveLength(2);
  await server.database.sql('update billing_members set payer_id = $1 where member_id = $2', [payer.id, member.id]);
  for (const one of [stranger, member])
    expect((await server.call(leaveTeam, { body: {} }, { as: one })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
});

test('who manages an account with a sign-in is stated in blocks, and one moved to another payer in the database is found', async () => {
  const [payer, victim, member, alone] = [
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const run = (statement: string) => sql.raw(statement).execute(server.services.database);
  const moveTo = (of: TestAccount, to: TestAccount | undefined) =>
    run(`update accounts set managed_by = ${to === undefined ? 'null' : `'${to.id}'`} where id = '${of.id}'`);
  for (const one of [member, alone]) await run(`update accounts set password_hash = 'x' where id = '${one.id}'`);
  const { link } = (await server.call(createInvite, { body: { kind: 'managed' } }, { as: payer })).body;
  const token = link.split('#')[1] ?? '';
  expect((await server.call(joinTeam, { body: { token } }, { as: member })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
  await moveTo(member, victim);
  expect(await invoices.problems()).toEqual([expect.stringMatching(/^billing_members: the payer of cus_.* differs/)]);
  await moveTo(member, undefined);
  expect(await invoices.problems()).toHaveLength(1);
  await moveTo(member, payer);
  await moveTo(alone, victim);
  expect(await invoices.problems()).toEqual([`billing_members: the payer of the account ${alone.id} is of no block`]);
  await moveTo(alone, undefined);
  expect((await server.call(leaveTeam, { body: {} }, { as: member })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
});

test('a registered participant that gets a password is stated as managed by its manager', async () => {
  const payer = await server.account('manufacturer');
  const participant = await server.account('shipper', { managedBy: payer.id });
  const { database } = server.services;
  const { token } = await database.transaction().execute((tx) => makeResetToken(tx, participant.id, server.clock()));
  const body = { token, newPassword: 'A long password of its own' };
  expect((await server.call(resetPassword, { body })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
  const as = await again(server, participant);
  expect((await server.call(leaveTeam, { body: {} }, { as })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
});

test('an invite opens only as its block states it, and only until the block of its end', async () => {
  const [payer, victim, member] = [
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const make = async () => {
    const { invite, link } = (await server.call(createInvite, { body: { kind: 'member' } }, { as: payer })).body;
    return { id: invite.id, token: link.split('#')[1] ?? '' };
  };
  const set = (what: string, id: string) =>
    server.database.sql(`update billing_invites set ${what} where invite_id = '${id}'`);
  const refusal = async (token: string) => {
    const answer = await server.call(joinTeam, { body: { token } }, { as: member });
    return [answer.status, answer.problem?.detail];
  };
  const refused = [503, expect.stringContaining('This invite differs from the blocks')];
  const [moved, revoked] = [await make(), await make()];
  await set(`payer_id = '${victim.id}'`, moved.id);
  expect(await refusal(moved.token)).toEqual(refused);
  expect(await invoices.problems()).toEqual([`billing_invites: the invite ${moved.id} ${await differs(moved.id)}`]);
  await set(`payer_id = '${payer.id}'`, moved.id);
  const params = { inviteId: revoked.id };
  expect((await server.call(revokeInvite, { params, body: {} }, { as: payer })).status).toBe(200);
  await set('revoked_at = null', revoked.id);
  expect(await refusal(revoked.token)).toEqual(refused);
  expect(await invoices.problems()).toEqual([expect.stringContaining('is open, and block')]);
  await set('revoked_at = now()', revoked.id);
  const forged = '00000000-0000-4000-8000-000000000000';
  await server.database.sql(
    `insert into billing_invites (invite_id, token_hash, payer_id, kind, created_at, expires_at)
     values ('${forged}', sha256('forged-token-of-43-letters-aaaaaaaaaaaaaaaa'), '${victim.id}', 'member', now(), now() + interval '100 years')`,
  );
  expect(await refusal('forged-token-of-43-letters-aaaaaaaaaaaaaaaa')).toEqual(refused);
  expect(await invoices.problems()).toEqual([`billing_invites: the invite ${forged} is of no block`]);
  await sql.raw(`delete from billing_invites where invite_id = '${forged}'`).execute(server.services.database);
  expect(await refusal(moved.token)).toEqual([200, undefined]);
  expect(await invoices.problems()).toEqual([]);
});

const differs = async (id: string) => {
  const [block] = await server.database.sql<{ index: number }>(
    `select index::int from blocks where action = 'billing.invite_made' and data::jsonb->>'invite' = $1`,
    [id],
  );
  return `differs from the hash in block ${block?.index}`;
};

test('usage is stated in blocks, and numbers that were changed are found', async () => {
  const as = await subscribe();
  const body = { user: as.username, action: 'manufactured', asset_id: 'STATED-1', meta: {} };
  expect((await server.call(addEvent, { body }, { as })).status).toBe(200);
  await keepDays(server.services);
  server.clock.advance(2 * DAY);
  await keepDays(server.services);
  expect((await server.call(readUsage, { query: { days: 7 } }, { as: await again(server, as) })).body).toMatchObject({
    users: 1,
    assets: 1,
  });
  expect(await invoices.problems()).toEqual([]);
  const run = (statement: string) => sql.raw(statement).execute(server.services.database);
  await run(`update billing_usage set users = users + 998 where account_id = '${as.id}'`);
  const problem = /^billing_usage: the usage counted by block \d+ differs from its hash/;
  expect(await invoices.problems()).toEqual([expect.stringMatching(problem), expect.stringMatching(problem)]);
  await run(`update billing_usage set users = users - 998 where account_id = '${as.id}'`);
  await run(`insert into billing_usage (account_id, day, users, assets) values ('${as.id}', now()::date + 9000, 5, 5)`);
  expect(await invoices.problems()).toEqual([expect.stringContaining('is of no block')]);
  await run(`delete from billing_usage where block_index is null`);
  await run(`update billing_brought set assets = assets + 1 where username = '${as.username}'`);
  expect(await invoices.problems()).toEqual([
    `billing_brought: ${as.username} introduced 1 asset by the blocks, and has 2`,
  ]);
  await run(`update billing_brought set assets = assets - 1 where username = '${as.username}'`);
  expect(await invoices.problems()).toEqual([]);
});

test('a ledger from before these blocks is valid, and its details and members are stated once', async () => {
  const older = await startTestServer();
  try {
    const own = createInvoices(older);
    const [ann, ben, cay] = [
      await older.account('manufacturer'),
      await older.account('manufacturer'),
      await older.account('manufacturer'),
    ];
    const stored = (of: TestAccount) =>
      older.database.sql(
        `insert into billing_accounts (account_id, billed_name, street, city, postal_code, country)
         values ($1, 'Older Company', '1 Market Street', 'Harrow Bay', '48201', 'US')`,
        [of.id],
      );
    await stored(ann);
    await older.database.sql('insert into billing_members (member_id, payer_id, joined_at) values ($1, $2, now())', [
      ben.id,
      ann.id,
    ]);
    expect(await own.problems()).toEqual([]);
    await keepUsage(older.services);
    await keepUsage(older.services);
    const blocks = await older.database.sql(`select 1 from blocks where action = 'billing.customer_changed'`);
    expect(blocks).toHaveLength(2);
    expect(await own.problems()).toEqual([]);
    await older.database.sql(`update billing_accounts set country = 'FI' where account_id = $1`, [ann.id]);
    await stored(cay);
    expect(
      (await own.problems()).map((one) => /(differ from the hash|are of no block)/.exec(one)?.[1]).toSorted(),
    ).toEqual(['are of no block', 'differ from the hash']);
  } finally {
    await older.stop();
  }
});

test('nobody uses the plan of another account by a member that was written into the database, or leaves a team there', async () => {
  const [payer, member, stranger, alone] = [
    await subscribe(),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const { link } = (await server.call(createInvite, { body: { kind: 'member' } }, { as: await again(server, payer) }))
    .body;
  const token = link.split('#')[1] ?? '';
  expect((await server.call(joinTeam, { body: { token } }, { as: member })).status).toBe(200);
  await server.database.sql(
    'insert into billing_members (member_id, payer_id, joined_at) values ($1, $3, now()), ($2, $3, now())',
    [stranger.id, alone.id, payer.id],
  );
  await giveDetails(server, alone);
  await server.database.sql('delete from billing_members where member_id = $1', [member.id]);
  for (const one of [member, stranger, alone]) {
    expect(await recorded(one)).toEqual(differing);
    expect((await server.call(startTrial, { body: terms }, { as: one })).status).toBe(503);
    expect((await server.call(readTeam, {}, { as: one })).status).toBe(503);
  }
  // Leaving states the truth, and the account is free again.
  expect((await server.call(leaveTeam, { body: {} }, { as: stranger })).status).toBe(200);
  expect(await recorded(stranger)).toEqual([200, undefined]);
  await server.database.sql('insert into billing_members (member_id, payer_id, joined_at) values ($1, $2, now())', [
    member.id,
    payer.id,
  ]);
  expect(await recorded(member)).toEqual([200, undefined]);
  expect((await server.call(leaveTeam, { body: {} }, { as: alone })).status).toBe(200);
  expect(await invoices.problems()).toEqual([]);
});

test('nobody records for an account, or corrects its events, as a manager that was written into the database', async () => {
  const [manager, victim, corrected, managed] = [
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const run = (statement: string) => sql.raw(statement).execute(server.services.database);
  for (const one of [victim, corrected, managed])
    await run(`update accounts set password_hash = 'x' where id = '${one.id}'`);
  const { link } = (await server.call(createInvite, { body: { kind: 'managed' } }, { as: manager })).body;
  const token = link.split('#')[1] ?? '';
  expect((await server.call(joinTeam, { body: { token } }, { as: managed })).status).toBe(200);
  expect(await recorded(manager, managed)).toEqual([200, undefined]);
  const body = { user: corrected.username, action: 'manufactured', asset_id: 'CORRECTED-1', meta: {} };
  const { index } = (await server.call(addEvent, { body }, { as: corrected })).body.block;
  await run(`update accounts set managed_by = '${manager.id}' where id in ('${victim.id}', '${corrected.id}')`);
  expect(await recorded(manager, victim)).toEqual(differing);
  const correction = { ...body, user: manager.username, action: 'correction', meta: { corrects: index } };
  // Clears what the limits of plans have cached for half a second.
  await runBilling(server);
  expect(await server.call(addEvent, { body: correction }, { as: manager })).toMatchObject({ status: 503 });
  await run(`update accounts set managed_by = null where id in ('${victim.id}', '${corrected.id}')`);
  expect((await server.call(addEvent, { body: correction }, { as: manager })).status).toBe(400);
  expect(await invoices.problems()).toEqual([]);
});

const differing = [503, expect.stringContaining('stored payer or manager of an account differs from the blocks')];
let assets = 0;
async function recorded(by: TestAccount, user = by) {
  const body = { user: user.username, action: 'manufactured', asset_id: `GENUINE-${++assets}`, meta: {} };
  const answer = await server.call(addEvent, { body }, { as: by });
  return [answer.status, answer.problem?.detail];
}
