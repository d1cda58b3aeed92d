import { randomUUID } from 'node:crypto';
import type { TestServer } from '../test-server.ts';
import { elsewhere, everyone, pages, query, type RouteCase, signedIn } from './route-case.ts';

const PASSWORD = 'correct horse battery';
const name = () => `case-${randomUUID().slice(0, 8)}`;

/** The routes of accounts and participants. */
export const participantCases: Readonly<Record<string, RouteCase>> = {
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
    ],
    refusals: [
      { code: 'participants.bad_credentials', provoke: () => ({ body: { username: name(), password: 'wrong one' } }) },
      ...elsewhere('participants.inactive', 'request.too_many', 'server.unavailable'),
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
        code: 'participants.email_taken',
        async provoke({ server }) {
          const email = await register(server, name());
          return { body: { user: name(), password: PASSWORD, email: email.toUpperCase() } };
        },
      },
      {
        code: 'participants.weak_password',
        provoke: () => ({ body: { user: name(), password: 'Password123', email: `${name()}@example.org` } }),
      },
      ...elsewhere('request.too_many', 'server.unavailable'),
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
      ...elsewhere('participants.weak_password', 'request.too_many', 'server.unavailable'),
    ],
  },
  'GET /api/participants': { allowed: everyone, good: () => ({}) },
  'GET /api/participants-list': {
    allowed: everyone,
    good: () => ({ query: { search: 'case', role: 'shipper', page: 1, limit: 2 } }),
    invalid: [...pages, query('role', 'resident'), query('search', 'x'.repeat(101))],
  },
  'GET /api/participant-stats': { allowed: everyone, good: () => ({}) },
};

async function register(server: TestServer, username: string): Promise<string> {
  const email = `${username}@example.org`;
  const payload = { user: username, password: PASSWORD, role: 'retailer', email };
  const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/register', payload });
  if (statusCode !== 201) throw new Error(`${username} was not registered: ${statusCode}`);
  return email;
}
