import { sql } from 'kysely';
import { createInvite, joinTeam, leaveTeam } from '#domains/billing/contract.ts';
import { elsewhere, everyone, type RouteCase, signedIn, type World } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';

const NONE = { token: 'A'.repeat(43) };
const NO_INVITE = '00000000-0000-4000-8000-000000000000';
const unknown = { code: 'billing.invite_not_found', provoke: () => ({ body: NONE }) };

async function invited({ server }: World, payer?: TestAccount) {
  const as = payer ?? (await server.account('manufacturer'));
  const { database } = server.services;
  const id = sql`(select id from accounts where username = ${as.username})`;
  // An account may have only so many open links, and none while it is in the team of another.
  await sql`delete from billing_invites where payer_id = ${id}`.execute(database);
  await sql`delete from billing_members where member_id = ${id}`.execute(database);
  const { body } = await server.call(createInvite, { body: { kind: 'member' } }, { as });
  return { id: body.invite.id, token: body.link.split('#')[1] ?? '' };
}

/** Has an account join the team of a new one. */
async function joinAny(world: World, account: TestAccount): Promise<void> {
  const { token } = await invited(world);
  await world.server.call(leaveTeam, { body: {} }, { as: account });
  await world.server.call(joinTeam, { body: { token } }, { as: account });
}

export const teamCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/subscription/team': { allowed: signedIn, good: () => ({}) },
  'POST /api/subscription/team/invites': {
    allowed: signedIn,
    good: () => ({ body: { kind: 'member' } }),
    invalid: [
      { body: {}, pointer: '/kind' },
      { body: { kind: 'owner' }, pointer: '/kind' },
      { body: { kind: 'member', email: 'x' }, pointer: '/email' },
    ],
    refusals: elsewhere('billing.too_many_invites', 'billing.cannot_join'),
  },
  'POST /api/subscription/team/invites/{inviteId}/revoke': {
    allowed: signedIn,
    good: async (world, account) => ({
      params: { inviteId: account === undefined ? NO_INVITE : (await invited(world, account)).id },
      body: {},
    }),
    invalid: [{ params: { inviteId: 'x' }, body: {}, pointer: '/inviteId' }],
    refusals: [{ code: 'billing.invite_not_found', provoke: () => ({ params: { inviteId: NO_INVITE }, body: {} }) }],
  },
  'POST /api/subscription/team/look-up': {
    allowed: everyone,
    good: async (world) => ({ body: { token: (await invited(world)).token } }),
    invalid: [{ body: { token: 'short' }, pointer: '/token' }],
    refusals: [unknown],
  },
  'POST /api/subscription/team/leave': {
    allowed: signedIn,
    async good(world, account) {
      if (account !== undefined) await joinAny(world, account);
      return { body: {} };
    },
    invalid: [{ body: { all: true }, pointer: '/all' }],
    refusals: elsewhere('billing.not_in_team'),
  },
  'POST /api/subscription/team/members/{username}/remove': {
    allowed: signedIn,
    async good(world, account) {
      if (account === undefined) return { params: { username: 'nobody' }, body: {} };
      const member = await world.server.account('manufacturer');
      const { token } = await invited(world, account);
      await world.server.call(joinTeam, { body: { token } }, { as: member });
      return { params: { username: member.username }, body: {} };
    },
    invalid: [{ params: { username: 'x'.repeat(65) }, body: {}, pointer: '/username' }],
    refusals: [
      { code: 'billing.not_in_team', provoke: () => ({ params: { username: 'nobody' }, body: {} }) },
      ...elsewhere('billing.has_no_sign_in'),
    ],
  },
  'POST /api/subscription/team/join': {
    allowed: signedIn,
    async good(world, account) {
      if (account !== undefined) await world.server.call(leaveTeam, { body: {} }, { as: account });
      return { body: { token: (await invited(world)).token } };
    },
    invalid: [{ body: { token: 5 }, pointer: '/token' }],
    refusals: [unknown, ...elsewhere('billing.cannot_join')],
  },
};
