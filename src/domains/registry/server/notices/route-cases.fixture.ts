import { createHash } from 'node:crypto';
import { startMailServer } from '#platform/server/mail/smtp.fixture.ts';
import { elsewhere, everyone, pages, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

const owners = ['resident', 'government'] as const;
const city = ['government'] as const;
const days = { daysBefore: [14, 3], daysAfter: [1, 14] };
const NOBODY = '00000000-0000-4000-8000-000000000000';

const badDays = [
  { body: { ...days, daysBefore: [0] }, pointer: '/daysBefore/0' },
  { body: { ...days, daysBefore: [3, 3] }, pointer: '/daysBefore' },
  { body: { ...days, daysAfter: [1, 2, 3, 4, 5, 6] }, pointer: '/daysAfter' },
];

let added = 0;
/** Stores a recipient with valid tokens, and returns them. */
async function recipient(server: TestServer) {
  added += 1;
  const token = added.toString(16).padStart(48, '0');
  const stop = added.toString(16).padStart(32, '0');
  const { propertyId } = await registerBilled(server);
  await server.database.sql(
    `insert into notice_recipients (party_id, stop_token, pending_address, token_hash, token_until)
     select party_id, $2, 'ana@example.org', $3, 'infinity' from parcel_holders where property_id = $1`,
    [propertyId, stop, createHash('sha256').update(token).digest()],
  );
  return { token, stop, propertyId };
}

/** Stores a letter that could not be sent, and returns its id. */
async function failedLetter(server: TestServer): Promise<string> {
  const { propertyId } = await recipient(server);
  const [row] = await server.database.sql<{ id: string }>(
    `insert into notices (notice_id, party_id, kind, subject, property_id, cents, at, mail, next_at, failure)
     select gen_random_uuid(), party_id, 'overdue', 'case', $1, 1, now(), 'failed', now(), '550' from parcel_holders
     where property_id = $1 returning notice_id as id`,
    [propertyId],
  );
  return row?.id ?? '';
}

/** Route cases of notices, letters and their schedule. */
export const noticeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/detroit/notices': { allowed: owners, good: () => ({}), invalid: pages },
  'POST /api/detroit/notices/read': {
    allowed: owners,
    good: () => ({ body: { ids: [NOBODY] } }),
    invalid: [
      { body: { ids: [] }, pointer: '/ids' },
      { body: { ids: ['x'] }, pointer: '/ids/0' },
    ],
    refusals: elsewhere('server.unavailable'),
  },
  'GET /api/detroit/mail-settings': { allowed: owners, good: () => ({}) },
  'PUT /api/detroit/mail-settings/address': {
    allowed: owners,
    good: () => ({ body: { address: 'ana@example.org' } }),
    invalid: [{ body: { address: 'ana' }, pointer: '/address' }],
    refusals: elsewhere('registry.mail_not_offered', 'registry.too_many_verifications', 'server.unavailable'),
  },
  'DELETE /api/detroit/mail-settings/address': {
    allowed: owners,
    good: () => ({}),
    refusals: elsewhere('server.unavailable'),
  },
  'PUT /api/detroit/mail-settings/stopped': {
    allowed: owners,
    good: () => ({ body: { stopped: true } }),
    invalid: [{ body: { stopped: 'yes' }, pointer: '/stopped' }],
    refusals: elsewhere('server.unavailable'),
  },
  'POST /api/detroit/mail-settings/verify': {
    allowed: everyone,
    good: async ({ server }) => ({ body: { token: (await recipient(server)).token } }),
    invalid: [{ body: { token: 'x' }, pointer: '/token' }],
    refusals: [
      { code: 'registry.mail_token_unknown', provoke: () => ({ body: { token: 'f'.repeat(48) } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'POST /api/detroit/mail-settings/stop': {
    allowed: everyone,
    good: async ({ server }) => ({ body: { token: (await recipient(server)).stop } }),
    invalid: [{ body: { token: 'x' }, pointer: '/token' }],
    refusals: [
      { code: 'registry.mail_token_unknown', provoke: () => ({ body: { token: 'f'.repeat(32) } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/detroit/notice-schedule': { allowed: city, good: () => ({}) },
  'POST /api/detroit/notice-schedule': {
    allowed: city,
    good: () => ({ body: days }),
    invalid: badDays,
    refusals: elsewhere('server.unavailable'),
  },
  'POST /api/detroit/notice-schedule/preview': { allowed: city, good: () => ({ body: days }), invalid: badDays },
  'GET /api/detroit/letters': { allowed: city, good: () => ({}), invalid: [query('limit', 0)] },
  'POST /api/detroit/letters/{id}/retry': {
    allowed: city,
    good: async ({ server }) => ({ params: { id: await failedLetter(server) } }),
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [
      { code: 'registry.letter_not_found', provoke: () => ({ params: { id: NOBODY } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
};

/** Starts a mail server for the cases, and returns the variables that connect it. It ends with the process. */
export async function mailForCases(): Promise<Record<string, string>> {
  const { url } = await startMailServer();
  return { SMTP_URL: url, SMTP_FROM: 'tax@city.example' };
}
