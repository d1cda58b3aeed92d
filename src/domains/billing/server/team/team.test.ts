import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createInvite,
  type InviteKind,
  joinTeam,
  leaveTeam,
  lookUpInvite,
  readTeam,
  readUsage,
  removeMember,
  revokeInvite,
  startTrial,
} from '#domains/billing/contract.ts';
import { register } from '#domains/participants/contract.ts';
import { addEvent } from '#domains/trace/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://cairn.example' });
});
afterAll(() => server.stop());

const invite = async (as: TestAccount, kind: InviteKind = 'member') => {
  const { body } = await server.call(createInvite, { body: { kind } }, { as });
  return { id: body.invite.id, link: body.link, token: body.link.split('#')[1] ?? '' };
};
const join = (as: TestAccount, token: string) => server.call(joinTeam, { body: { token } }, { as });
const teamOf = async (as: TestAccount) => (await server.call(readTeam, {}, { as })).body;

/** An account with a sign-in: those of tests have no password. */
async function withPassword(account: TestAccount): Promise<TestAccount> {
  await server.database.sql(`update accounts set password_hash = 'x' where id = $1`, [account.id]);
  return account;
}

test('a link is stored as a hash, has its token as fragment, and opens once', async () => {
  const [payer, member, other] = await Promise.all([1, 2, 3].map(() => server.account('manufacturer')));
  if (payer === undefined || member === undefined || other === undefined) throw new Error('Three accounts were made');
  const { link, token } = await invite(payer);
  expect(link).toMatch(/^https:\/\/cairn\.example\/join#[A-Za-z0-9_-]{43}$/);
  const rows = await server.database.sql<{ text: string }>('select billing_invites::text as text from billing_invites');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await server.call(lookUpInvite, { body: { token } })).body).toMatchObject({
    invitedBy: payer.username,
    kind: 'member',
  });
  // Of two concurrent requests one succeeds.
  const answers = await Promise.all([join(member, token), join(other, token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  const [winner, loser] = answers[0]?.status === 200 ? [member, other] : [other, member];
  expect((await join(winner, token)).body).toEqual({ payer: payer.username, kind: 'member' });
  expect((await join(loser, token)).problem.code).toBe('billing.invite_not_found');
  expect((await server.call(lookUpInvite, { body: { token } })).status).toBe(404);
  expect((await teamOf(winner)).members.map(({ username, kind }) => [username, kind]).sort()).toEqual(
    [
      [payer.username, 'payer'],
      [winner.username, 'member'],
    ].sort(),
  );
  expect((await teamOf(loser)).seats).toBe(1);
});

test('a revoked or expired link is refused, and strangers cannot revoke a link', async () => {
  const [payer, member] = [await server.account('manufacturer'), await server.account('manufacturer')];
  const [revoked, expired] = [await invite(payer), await invite(payer)];
  const revoke = (as: TestAccount) => server.call(revokeInvite, { params: { inviteId: revoked.id }, body: {} }, { as });
  expect((await revoke(member)).problem.code).toBe('billing.invite_not_found');
  expect((await revoke(payer)).body.revoked).toBe(true);
  expect((await join(member, revoked.token)).status).toBe(404);
  expect((await teamOf(payer)).invites.map(({ id }) => id)).toEqual([expired.id]);
  await sql`
    update billing_invites set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
    where invite_id = ${expired.id}
  `.execute(server.services.database);
  expect((await join(member, expired.token)).status).toBe(404);
  expect((await teamOf(payer)).invites).toEqual([]);
});

test('the payer records for a managed account until it leaves, but not for a member', async () => {
  const [payer, managed, member] = [
    await server.account('manufacturer'),
    await withPassword(await server.account('shipper')),
    await server.account('shipper'),
  ];
  await join(managed, (await invite(payer, 'managed')).token);
  await join(member, (await invite(payer)).token);
  let n = 0;
  const ship = async (user: string) => {
    const assetId = `TEAM-${++n}`;
    const body = { user: payer.username, action: 'manufactured', asset_id: assetId, meta: {} };
    await server.call(addEvent, { body }, { as: payer });
    const received = { user, action: 'received', asset_id: assetId, meta: {} };
    return (await server.call(addEvent, { body: received }, { as: payer })).problem?.code;
  };
  expect(await ship(managed.username)).not.toBe('trace.not_yours');
  expect(await ship(member.username)).toBe('trace.not_yours');
  expect((await teamOf(payer)).seats).toBe(3);
  expect((await server.call(leaveTeam, { body: {} }, { as: managed })).body.left).toBe(true);
  expect((await server.call(leaveTeam, { body: {} }, { as: managed })).problem.code).toBe('billing.not_in_team');
  const removal = { params: { username: member.username }, body: {} };
  expect((await server.call(removeMember, removal, { as: managed })).problem.code).toBe('billing.not_in_team');
  expect((await server.call(removeMember, removal, { as: payer })).body.removed).toBe(true);
  expect((await teamOf(payer)).seats).toBe(1);
});

test('a participant without a sign-in is not removed, because it would become unusable', async () => {
  const payer = await server.account('manufacturer');
  await server.call(register, { body: { user: 'team-warehouse', role: 'other' } }, { as: payer });
  const removal = { params: { username: 'team-warehouse' }, body: {} };
  expect((await server.call(removeMember, removal, { as: payer })).problem.code).toBe('billing.has_no_sign_in');
});

test('an account that pays, has a team, or is in one does not join another, and a member cannot invite', async () => {
  const [payer, paying, member] = [
    await server.account('manufacturer'),
    await server.account('manufacturer'),
    await server.account('manufacturer'),
  ];
  const trial = { planId: 'starter', userCount: 1, assetCount: 0 } as const;
  await server.call(startTrial, { body: trial }, { as: paying });
  await join(member, (await invite(payer)).token);
  const other = await server.account('manufacturer');
  for (const account of [paying, payer, member])
    expect((await join(account, (await invite(other)).token)).problem.code).toBe('billing.cannot_join');
  const own = await invite(payer);
  expect((await join(payer, own.token)).problem.code).toBe('billing.cannot_join');
  // The refused link is still valid.
  expect((await join(other, own.token)).status).toBe(200);
  const refused = await server.call(createInvite, { body: { kind: 'member' } }, { as: member });
  expect(refused.problem.code).toBe('billing.cannot_join');
});

test('a plan of ten users admits nine others, however many links are opened concurrently', async () => {
  const payer = await server.account('manufacturer');
  const trial = { planId: 'starter', userCount: 1, assetCount: 0 } as const;
  await server.call(startTrial, { body: trial }, { as: payer });
  const links = await Promise.all(Array.from({ length: 11 }, () => invite(payer)));
  const people = await Promise.all(links.map(() => server.account('shipper')));
  const answers = await Promise.all(people.map((one, n) => join(one, links[n]?.token ?? '')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(
    answers.filter(({ status, problem }) => status === 403 && problem.code === 'billing.limit_reached'),
  ).toHaveLength(2);
  const usage = await server.call(readUsage, {}, { as: payer });
  expect(usage.body).toMatchObject({ users: 10, maxUsers: 10, limited: true });
  const beyond = await server.call(createInvite, { body: { kind: 'member' } }, { as: payer });
  expect(beyond.problem.code).toBe('billing.limit_reached');
});

test('at most 50 links are open', async () => {
  const payer = await server.account('manufacturer');
  const answers = await Promise.all(
    Array.from({ length: 55 }, () => server.call(createInvite, { body: { kind: 'member' } }, { as: payer })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(answers.filter(({ problem }) => problem?.code === 'billing.too_many_invites')).toHaveLength(5);
});
