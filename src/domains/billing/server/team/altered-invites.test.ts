import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInvite, joinTeam, leaveTeam, lookUpInvite, readTeam, revokeInvite } from '#domains/billing/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let payer: TestAccount;
let member: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  [payer, member] = [await server.account('manufacturer'), await server.account('manufacturer')];
});
afterAll(() => server.stop());

async function make() {
  const { invite, link } = (await server.call(createInvite, { body: { kind: 'member' } }, { as: payer })).body;
  return { id: invite.id, token: link.split('#')[1] ?? '' };
}
const set = (what: string, id: string) =>
  server.database.sql(`update billing_invites set ${what} where invite_id = '${id}'`);
const lookUp = (token: string) => server.call(lookUpInvite, { body: { token } });
const join = (as: TestAccount, token: string) => server.call(joinTeam, { body: { token } }, { as });
const revoke = (inviteId: string) => server.call(revokeInvite, { params: { inviteId }, body: {} }, { as: payer });
const endsOf = async (id: string) =>
  (
    await server.database.sql(
      `select 1 from ledger_blocks where action = 'billing.invite_ended' and data::jsonb->>'invite' = $1`,
      [id],
    )
  ).length;
const seats = async () => (await server.call(readTeam, {}, { as: payer })).body.seats;
const differs = { code: 'server.unavailable', detail: expect.stringContaining('This invite differs from the blocks') };

test.each([
  ['the kind', `kind = 'managed'`],
  ['the payer', `payer_id = (select id from accounts where username = 'MEMBER')`],
  ['a later end', `expires_at = expires_at + interval '1 year'`],
])('an invite is not shown with another content than its block: %s', async (_, what) => {
  const { id, token } = await make();
  expect((await lookUp(token)).body).toMatchObject({ invitedBy: payer.username, kind: 'member' });
  await set(what.replace('MEMBER', member.username), id);
  expect((await lookUp(token)).problem).toMatchObject(differs);
  expect((await join(member, token)).problem).toMatchObject(differs);
});

test('an invite that was reopened is neither shown nor revoked again', async () => {
  const { id, token } = await make();
  expect((await revoke(id)).status).toBe(200);
  await set('revoked_at = null', id);
  expect((await lookUp(token)).problem).toMatchObject(differs);
  expect((await revoke(id)).problem).toMatchObject(differs);
  expect(await endsOf(id)).toBe(1);
});

test('of concurrent requests to revoke an invite one succeeds, and its end is stated once', async () => {
  const { id } = await make();
  const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  expect(await endsOf(id)).toBe(1);
});

test('an account that was written in as the user of an invite is not answered as a member', async () => {
  const used = `used_at = now(), used_by = '${member.id}'`;
  const before = await seats();
  const open = await make();
  await set(used, open.id);
  expect((await join(member, open.token)).problem).toMatchObject(differs);
  expect((await lookUp(open.token)).problem).toMatchObject(differs);
  const revoked = await make();
  await revoke(revoked.id);
  await set(`revoked_at = null, ${used}`, revoked.id);
  expect((await join(member, revoked.token)).problem.code).toBe('billing.invite_not_found');
  expect(await seats()).toBe(before);
});

test('a member is answered again until it leaves, and is not brought back', async () => {
  const { token } = await make();
  const other = await server.account('manufacturer');
  expect((await join(other, token)).status).toBe(200);
  expect((await join(other, token)).body).toEqual({ payer: payer.username, kind: 'member' });
  expect((await server.call(leaveTeam, { body: {} }, { as: other })).status).toBe(200);
  expect((await join(other, token)).problem.code).toBe('billing.invite_not_found');
});
