import { randomUUID } from 'node:crypto';
import { elsewhere, pages, query, type Refusal, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import { insertIdentifiers } from '../identifiers/identifier-rows.ts';
import { enroll } from '../second-factors/enroll.fixture.ts';

const readers: RouteCase['allowed'] = ['auditor', 'administrator'];

/** Route cases of administration. */
export const administrationCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/admin/totals': { allowed: ['other', 'auditor', 'administrator'], good: () => ({}) },
  'GET /api/admin/accounts': {
    allowed: readers,
    good: () => ({
      query: {
        search: 'case',
        role: 'resident',
        status: 'active',
        administrator: 'false',
        auditor: 'false',
        page: 1,
        limit: 2,
      },
    }),
    invalid: [
      ...pages,
      query('role', 'auditor'),
      query('status', 'asleep'),
      query('administrator', 'yes'),
      query('auditor', 'yes'),
    ],
  },
  'GET /api/admin/accounts/{id}': {
    allowed: readers,
    good: ({ maker }) => ({ params: { id: maker.id } }),
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [noSuchAccount()],
  },
  'PATCH /api/admin/accounts/{id}': {
    allowed: ['administrator'],
    good: async ({ server }) => ({ params: { id: (await server.account('retailer')).id }, body: { role: 'resident' } }),
    invalid: [
      { params: { id: 'x' }, body: { role: 'other' }, pointer: '/id' },
      { params: { id: randomUUID() }, body: {}, pointer: '' },
      { params: { id: randomUUID() }, body: { role: 'auditor' }, pointer: '/role' },
    ],
    refusals: [
      noSuchAccount({ role: 'other' }),
      ...elsewhere('participants.last_administrator', 'participants.own_account', 'step_up_required'),
    ],
  },
  'PATCH /api/admin/accounts/{id}/identifiers': {
    allowed: ['administrator'],
    async good({ server }) {
      const { id } = await server.account('retailer');
      await insertIdentifiers(server.services.database, id, [`urn:case:${id}`]);
      return { params: { id }, body: { identifier: `urn:case:${id}`, verified: true } };
    },
    invalid: [
      { params: { id: 'x' }, body: { identifier: 'urn:case:1', verified: true }, pointer: '/id' },
      { params: { id: randomUUID() }, body: { identifier: '', verified: true }, pointer: '/identifier' },
      { params: { id: randomUUID() }, body: { identifier: 'urn:case:1', verified: 'yes' }, pointer: '/verified' },
    ],
    refusals: [
      noSuchAccount({ identifier: 'urn:case:1', verified: true }),
      {
        code: 'participants.identifier_not_claimed',
        provoke: ({ maker }) => ({ params: { id: maker.id }, body: { identifier: 'urn:case:nobody', verified: true } }),
      },
      ...elsewhere('participants.identifier_taken', 'step_up_required'),
    ],
  },
  'DELETE /api/admin/accounts/{id}/sessions': {
    allowed: ['administrator'],
    good: async ({ server }) => ({ params: { id: (await server.account('retailer')).id } }),
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [noSuchAccount()],
  },
  'POST /api/admin/accounts/{id}/reset-link': {
    allowed: ['administrator'],
    async good({ server }) {
      const { id } = await server.account('retailer');
      // Only whether it can sign in matters here.
      await server.database.sql(`update accounts set password_hash = 'fits nothing' where id = $1`, [id]);
      return { params: { id } };
    },
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [
      noSuchAccount(),
      { code: 'participants.no_password', provoke: ({ maker }) => ({ params: { id: maker.id } }) },
      ...elsewhere('step_up_required'),
    ],
  },
  'DELETE /api/admin/accounts/{id}/factors': {
    allowed: ['administrator'],
    async good({ server }) {
      const account = await server.account('retailer');
      await enroll(server, account);
      return { params: { id: account.id } };
    },
    invalid: [{ params: { id: 'x' }, pointer: '/id' }],
    refusals: [
      noSuchAccount(),
      { code: 'participants.no_factors', provoke: ({ maker }) => ({ params: { id: maker.id } }) },
      ...elsewhere('step_up_required'),
    ],
  },
  'GET /api/admin/log': {
    allowed: readers,
    good: ({ maker }) => ({ query: { account: maker.username, page: 1, limit: 5 } }),
    invalid: [...pages, query('account', 'x'.repeat(65))],
  },
};

function noSuchAccount(body?: object): Refusal {
  return {
    code: 'participants.account_not_found',
    provoke: () => ({ params: { id: randomUUID() }, ...(body === undefined ? {} : { body }) }),
  };
}
