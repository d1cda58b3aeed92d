import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeSubscription,
  createInvite,
  type InviteKind,
  joinTeam,
  previewChange,
  readBillingAccount,
  readTeam,
  readUsage,
  removeMember,
  revokeInvite,
  startTrial,
} from '#domains/billing/contract.ts';
import { register } from '#domains/participants/contract.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { again, giveDetails, runBilling } from '../billing.fixture.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';
import { findPayer } from '../usage/payer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://cairn.example' });
});
afterAll(() => server.stop());

const trial = { planId: 'starter', userCount: 1, assetCount: 0 } as const;
const invite = async (as: TestAccount, kind: InviteKind = 'member') => {
  const { body } = await server.call(createInvite, { body: { kind } }, { as });
  return { id: body.invite.id, token: body.link.split('#')[1] ?? '' };
};
const join = (as: TestAccount, token: string) => server.call(joinTeam, { body: { token } }, { as });
const company = () => server.account('manufacturer');
const startsTrial = (as: TestAccount) => server.call(startTrial, { body: trial }, { as });
const bring = (as: TestAccount, assetId: string) =>
  server.call(addEvent, { body: { user: as.username, action: 'manufactured', asset_id: assetId, meta: {} } }, { as });

test('a member starts no trial and no subscription of its own, and can once it has left', async () => {
  const [payer, member] = [await company(), await company()];
  await startsTrial(payer);
  await join(member, (await invite(payer)).token);
  expect((await startsTrial(member)).problem).toMatchObject({ code: 'billing.paid_by_another', status: 409 });
  expect((await server.call(readBillingAccount, {}, { as: member })).body).toMatchObject({
    canTry: false,
    paidBy: payer.username,
  });
  await server.call(removeMember, { params: { username: member.username }, body: {} }, { as: payer });
  expect((await server.call(readBillingAccount, {}, { as: member })).body).toMatchObject({
    canTry: true,
    paidBy: null,
  });
  expect((await startsTrial(member)).status).toBe(200);
});

test('an ended subscription cannot begin again while another account pays', async () => {
  const [payer, member] = [await company(), await company()];
  await startsTrial(member);
  await giveDetails(server, member);
  await server.call(changeSubscription, { body: { cancelAtPeriodEnd: true } }, { as: member });
  server.clock.advance(15 * 86_400_000);
  await runBilling(server);
  const as = await again(server, member);
  await join(as, (await invite(await again(server, payer))).token);
  for (const route of [changeSubscription, previewChange]) {
    const refused = await server.call(route, { body: { planId: 'starter' } }, { as });
    expect(refused.problem.code).toBe('billing.paid_by_another');
  }
  // The preview without a change still works.
  expect((await server.call(previewChange, { body: {} }, { as })).status).toBe(200);
});

test('an account that concurrently starts a trial and joins a team gets one of them', async () => {
  for (let n = 0; n < 5; n += 1) {
    const [payer, member] = [await company(), await company()];
    const { token } = await invite(payer);
    const [tried, joined] = await Promise.all([startsTrial(member), join(member, token)]);
    expect([tried.status, joined.status].toSorted()).toEqual([200, 409]);
  }
});

test('an account that concurrently joins two teams gets into one, of any kinds', async () => {
  for (const kinds of [
    ['managed', 'member'],
    ['member', 'member'],
    ['managed', 'managed'],
  ] as const) {
    const [first, second, member] = [await company(), await company(), await company()];
    const tokens = [(await invite(first, kinds[0])).token, (await invite(second, kinds[1])).token];
    const answers = await Promise.all(tokens.map((token) => join(member, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});

test('a link of an account that has joined a team is refused, so that no account escapes the limits of its payer', async () => {
  const [payer, middle, last] = [await company(), await company(), await company()];
  const { token } = await invite(middle);
  await join(middle, (await invite(payer)).token);
  expect((await join(last, token)).problem.code).toBe('billing.cannot_join');
  expect((await server.call(readTeam, {}, { as: last })).body.payer).toBe(last.username);
});

test('participants of a managed account count for, and are paid by, the same account', async () => {
  const [payer, managed] = [await company(), await company()];
  await server.call(register, { body: { user: 'of-the-managed', role: 'shipper' } }, { as: managed });
  await join(managed, (await invite(payer, 'managed')).token);
  const { database } = server.services;
  const [row] = await server.database.sql<{ id: string }>(`select id from accounts where username = 'of-the-managed'`);
  expect((await findPayer(database, row?.id ?? '')).accountId).toBe(payer.id);
  expect((await findPayer(database, managed.id)).accountId).toBe(payer.id);
  expect((await server.call(readUsage, {}, { as: managed })).body.users).toBe(3);
});

test('a joining account brings its assets along, at most as many as the plan allows', async () => {
  const [payer, member] = [await company(), await company()];
  await startsTrial(payer);
  await bring(member, 'BROUGHT-1');
  await server.call(readUsage, {}, { as: member });
  await server.database.sql('update billing_brought set assets = 1001 where username = $1', [member.username]);
  const { token } = await invite(payer);
  expect((await join(member, token)).problem).toMatchObject({ code: 'billing.limit_reached', status: 403 });
  await server.database.sql('update billing_brought set assets = 1000 where username = $1', [member.username]);
  expect((await join(member, token)).status).toBe(200);
  expect((await bring(member, 'BROUGHT-2')).problem.code).toBe('billing.limit_reached');
});

test('an account that owes joins no team, and records nothing through one until it has paid', async () => {
  const [payer, debtor, joined] = [await company(), await company(), await company()];
  await join(joined, (await invite(payer)).token);
  const invoices = createInvoices(server);
  const ids = await Promise.all([debtor, joined].map((as) => invoices.issue(as, 10_000)));
  const due = 14 * 86_400_000;
  server.clock.advance(due + 1000);
  const overdue = await again(server, debtor);
  const { token } = await invite(await again(server, payer));
  const refused = (await join(overdue, token)).problem;
  expect(refused).toMatchObject({ code: 'billing.cannot_join', status: 409, detail: expect.stringMatching(/overdue/) });
  // Days 3, 10, 17 and 24 after it was due.
  server.clock.advance(25 * 86_400_000);
  await runBilling(server);
  const [still, member] = [await again(server, debtor), await again(server, joined)];
  const later = (await invite(await again(server, payer))).token;
  expect((await join(still, later)).problem.code).toBe('billing.cannot_join');
  expect((await bring(member, 'OWES-1')).problem.code).toBe('billing.read_only');
  const admin = await again(server, await server.account('administrator'));
  for (const [n, as] of [still, member].entries()) {
    const { body } = await invoices.pay(as, ids[n] ?? '');
    await invoices.confirm(admin, body.payment.id);
  }
  expect((await bring(member, 'OWES-1')).status).toBe(200);
  expect((await join(still, later)).status).toBe(200);
});

test('invites and members of another team cannot be guessed, revoked or removed', async () => {
  const [payer, stranger, member] = [await company(), await company(), await company()];
  const { id, token } = await invite(payer);
  await join(member, (await invite(payer)).token);
  expect((await join(stranger, 'A'.repeat(43))).problem.code).toBe('billing.invite_not_found');
  expect((await join(stranger, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  for (const as of [stranger, member]) {
    const revoked = await server.call(revokeInvite, { params: { inviteId: id }, body: {} }, { as });
    expect(revoked.problem.code).toBe('billing.invite_not_found');
    const removed = await server.call(removeMember, { params: { username: member.username }, body: {} }, { as });
    expect(removed.problem.code).toBe('billing.not_in_team');
    // Only the payer sees the open links.
    expect((await server.call(readTeam, {}, { as })).body.invites).toEqual([]);
  }
  expect((await server.call(readTeam, {}, { as: payer })).body).toMatchObject({ seats: 2, invites: [{ id }] });
});
