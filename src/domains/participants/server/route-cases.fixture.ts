import { randomBytes, randomUUID } from 'node:crypto';
import { isParticipantRole, listSessions } from '#domains/participants/contract.ts';
import { findByUsername } from '#domains/participants/server/index.ts';
import { makeResetToken } from '#domains/participants/server/reset-password.ts';
import { elsewhere, everyone, pages, query, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { administrationCases } from './administration/route-cases.fixture.ts';
import { passkeyCases } from './passkeys/route-cases.fixture.ts';
import { secondFactorCases } from './second-factors/route-cases.fixture.ts';

const PASSWORD = 'correct horse battery';
const name = () => `case-${randomUUID().slice(0, 8)}`;

/** Route cases of accounts and participants. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/auth/login': {
    allowed: everyone,
    async good({ server }) {
      const username = name();
      await register(server, username);
      return { body: { username, password: PASSWORD } };
    },
    invalid: [
      { body: { password: 'x' }, pointer: '/username' },
      { body: { username: 'x' }, pointer: '/password' },
      { body: { username: '', password: 'x' }, pointer: '/username' },
      { body: { username: 7, password: 'x' }, pointer: '/username' },
      { body: { username: 'x', password: 'x', otp: '' }, pointer: '/otp' },
    ],
    refusals: [
      { code: 'participants.bad_credentials', provoke: () => ({ body: { username: name(), password: 'wrong one' } }) },
      ...elsewhere(
        'second_factor_required',
        'participants.bad_second_factor',
        'participants.inactive',
        'participants.account_changed',
        'request.too_many',
        'server.unavailable',
      ),
    ],
  },
  'POST /api/register': {
    allowed: everyone,
    good: () => {
      const user = name();
      return { body: { user, password: PASSWORD, role: 'shipper', email: `${user}@example.org` } };
    },
    invalid: [
      { body: { password: PASSWORD, email: 'a@example.org' }, pointer: '/user' },
      { body: { user: 'ab', password: PASSWORD, email: 'a@example.org' }, pointer: '/user' },
      { body: { user: 'a b c', password: PASSWORD, email: 'a@example.org' }, pointer: '/user' },
      { body: { user: 'abc', password: PASSWORD }, pointer: '/email' },
      { body: { user: 'abc', password: PASSWORD, email: 'nobody' }, pointer: '/email' },
      { body: { user: 'abc', password: 'short', email: 'a@example.org' }, pointer: '/password' },
      { body: { user: 'abc', password: PASSWORD, email: 'a@example.org', role: 'government' }, pointer: '/role' },
    ],
    refusals: [
      {
        code: 'participants.username_taken',
        provoke: ({ maker }) => ({
          body: { user: maker.username.toUpperCase(), password: PASSWORD, email: `${name()}@example.org` },
        }),
      },
      {
        code: 'participants.weak_password',
        provoke: () => ({ body: { user: name(), password: 'Password123', email: `${name()}@example.org` } }),
      },
      ...elsewhere(
        'participants.already_registered',
        'participants.identifier_taken',
        'request.too_many',
        'server.unavailable',
      ),
    ],
  },
  'GET /api/auth/me': { allowed: signedIn, good: () => ({}) },
  'POST /api/auth/logout': { allowed: signedIn, good: () => ({}) },
  'POST /api/auth/set-password': {
    allowed: signedIn,
    async good({ server }, account) {
      const hash = await server.services.participants.passwords.hash(PASSWORD);
      await server.database.sql('update accounts set password_hash = $1 where id = $2', [hash, account?.id]);
      return { body: { currentPassword: PASSWORD, newPassword: 'another good one' } };
    },
    invalid: [
      { body: { newPassword: 'another good one' }, pointer: '/currentPassword' },
      { body: { currentPassword: PASSWORD }, pointer: '/newPassword' },
      { body: { currentPassword: PASSWORD, newPassword: 'short' }, pointer: '/newPassword' },
    ],
    refusals: [
      {
        code: 'participants.wrong_password',
        provoke: () => ({ body: { currentPassword: 'wrong one', newPassword: 'another good one' } }),
      },
      ...elsewhere(
        'participants.weak_password',
        'participants.account_changed',
        'request.too_many',
        'server.unavailable',
      ),
    ],
  },
  'POST /api/auth/reset-password': {
    allowed: everyone,
    async good({ server }) {
      const { id } = await server.account('retailer');
      const { token } = await makeResetToken(server.services.database, id, server.clock());
      return { body: { token, newPassword: 'another good one' } };
    },
    invalid: [
      { body: { newPassword: 'another good one' }, pointer: '/token' },
      { body: { token: 'x', newPassword: 'short' }, pointer: '/newPassword' },
    ],
    refusals: [
      {
        code: 'participants.reset_invalid',
        provoke: () => ({ body: { token: 'never-made', newPassword: 'another good one' } }),
      },
      {
        code: 'participants.weak_password',
        async provoke({ server }) {
          const { id } = await server.account('retailer');
          const { token } = await makeResetToken(server.services.database, id, server.clock());
          return { body: { token, newPassword: 'password123' } };
        },
      },
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/auth/sessions': { allowed: signedIn, good: () => ({}) },
  'DELETE /api/auth/sessions': { allowed: signedIn, good: () => ({}) },
  'DELETE /api/auth/sessions/{id}': {
    allowed: signedIn,
    // A second session, because the calling one is needed later, and only one, because an account has at most 50.
    async good({ server }, account) {
      const found = await findByUsername(server.services.database, account?.username ?? '');
      if (account === undefined || found === undefined) return { params: { id: randomUUID() } };
      const findOther = async () => {
        const { body } = await server.call(listSessions, {}, { as: account });
        return body.sessions.find(({ current }) => !current)?.id;
      };
      const { sessions } = server.services.participants;
      const left = await findOther();
      if (left === undefined)
        await sessions.open(server.services.database, found.account, { ip: '127.0.0.1', userAgent: 'case' });
      return { params: { id: left ?? (await findOther()) } };
    },
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [{ code: 'participants.session_not_found', provoke: () => ({ params: { id: randomUUID() } }) }],
  },
  'GET /api/auth/security-log': { allowed: signedIn, good: () => ({ query: { page: 1, limit: 5 } }), invalid: pages },
  'GET /api/auth/export': { allowed: signedIn, good: () => ({}) },
  'GET /api/participants': { allowed: everyone, good: () => ({}) },
  'GET /api/participants-list': {
    allowed: everyone,
    good: () => ({
      query: { search: 'case', role: 'shipper', status: 'active', sortBy: 'role', sortOrder: 'asc', page: 1, limit: 2 },
    }),
    invalid: [
      ...pages,
      query('role', 'resident'),
      query('status', 'asleep'),
      query('sortBy', 'email'),
      query('sortOrder', 'up'),
      query('search', 'x'.repeat(101)),
    ],
  },
  'GET /api/participant-stats': { allowed: everyone, good: () => ({}) },
  'GET /api/participants/{id}': {
    allowed: everyone,
    good: ({ maker }) => ({ params: { id: maker.username } }),
    invalid: [{ params: { id: 'x'.repeat(65) }, pointer: '/id' }],
    refusals: [{ code: 'participants.not_found', provoke: () => ({ params: { id: name() } }) }],
  },
  'PATCH /api/participants/{id}': {
    allowed: ['manufacturer', 'shipper', 'retailer', 'other', 'auditor', 'administrator'],
    narrower: true,
    good: ({ maker }, account) => ({
      params: { id: account !== undefined && isParticipantRole(account.role) ? account.id : maker.id },
      body: { place: 'Bergen' },
    }),
    invalid: [
      { params: { id: 'x' }, body: {}, pointer: '' },
      { params: { id: 'x' }, body: { active: 'no' }, pointer: '/active' },
      { params: { id: 'x' }, body: { displayName: 'x'.repeat(121) }, pointer: '/displayName' },
    ],
    refusals: [
      { code: 'participants.not_found', provoke: () => ({ params: { id: name() }, body: { place: 'Bergen' } }) },
      {
        code: 'participants.not_yours',
        provoke: ({ maker }) => ({ params: { id: maker.username }, body: { place: 'Bergen' } }),
      },
      ...elsewhere('participants.last_administrator', 'step_up_required'),
    ],
  },
  ...passkeyCases,
  ...secondFactorCases,
  ...administrationCases,
};

/** Sign-ups are limited by network, and other cases may have used up this machine's. */
const newNetwork = () => `10.${[...randomBytes(3)].join('.')}`;

async function register(server: TestServer, username: string): Promise<void> {
  const email = `${username}@example.org`;
  const payload = { user: username, password: PASSWORD, role: 'retailer', email };
  const { statusCode } = await server.app.inject({
    method: 'POST',
    remoteAddress: newNetwork(),
    url: '/api/register',
    payload,
  });
  if (statusCode !== 201) throw new Error(`${username} was not registered: ${statusCode}`);
}
