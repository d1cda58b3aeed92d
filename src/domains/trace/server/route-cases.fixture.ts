import type { LooseInput } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { elsewhere, everyone, pages, query, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';

const event = (fields: Record<string, unknown>) => ({
  body: { user: 'somebody', action: 'shipped', asset_id: 'X', ...fields },
});

/** Invalid periods: a period is two days in order, at most 366 apart. */
const badPeriods = [
  { query: { from: '2026-03-01' }, pointer: '/to' },
  { query: { to: '2026-03-01' }, pointer: '/from' },
  { query: { from: '2026-03-02', to: '2026-03-01' }, pointer: '/to' },
  { query: { from: '2024-01-01', to: '2025-01-01' }, pointer: '/to' },
  { query: { from: '2026-02-30', to: '2026-03-01' }, pointer: '/from' },
];

/** Route cases of events, assets and the dashboard. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/participants/{id}/activity': {
    allowed: everyone,
    good: ({ maker }) => ({ params: { id: maker.id }, query: { clock: 'recorded' } }),
    invalid: [
      { params: { id: 'x'.repeat(65) }, pointer: '/id' },
      { params: { id: 'x' }, query: { clock: 'sun' }, pointer: '/clock' },
    ],
    refusals: [{ code: 'participants.not_found', provoke: () => ({ params: { id: 'nobody-here' } }) }],
  },
  'POST /api/assets/check-new': {
    allowed: signedIn,
    good: () => ({ body: { assetIds: ['NEW-1', 'NEW-2'] } }),
    invalid: [
      { body: { assetIds: [] }, pointer: '/assetIds' },
      { body: { assetIds: [''] }, pointer: '/assetIds/0' },
      { body: { assetIds: Array.from({ length: 1001 }, (_, n) => `A-${n}`) }, pointer: '/assetIds' },
    ],
  },
  'POST /api/add-event': {
    allowed: ['manufacturer', 'shipper', 'retailer', 'administrator'],
    narrower: true,
    good: ({ assetId, maker }, account) => ({
      body: {
        // Residents and government accounts are not participants, and cannot record for others. An administrator can.
        user:
          account === undefined || account.role === 'resident' || account.administrator
            ? maker.username
            : account.username,
        action: 'quality_check',
        asset_id: assetId,
        meta: { location: 'Gate 1' },
      },
    }),
    invalid: [
      { body: { action: 'shipped', asset_id: 'X' }, pointer: '/user' },
      { body: { user: 'x', asset_id: 'X' }, pointer: '/action' },
      { body: { user: 'x', action: 'shipped' }, pointer: '/asset_id' },
      { ...event({ action: 'Not A Verb' }), pointer: '/action' },
      { ...event({ asset_id: 'a\u0007b' }), pointer: '/asset_id' },
      { ...event({ asset_id: 'x'.repeat(201) }), pointer: '/asset_id' },
      { ...event({ meta: 'text' }), pointer: '/meta' },
      { ...event({ meta: [1] }), pointer: '/meta' },
      { ...event({ submitted_at: 'yesterday' }), pointer: '/submitted_at' },
    ],
    refusals: [
      ...elsewhere('trace.quota_exceeded'),
      { code: 'trace.asset_exists', provoke: ({ maker, assetId }) => eventBy(maker, 'manufactured', assetId) },
      { code: 'trace.asset_not_found', provoke: ({ maker }) => eventBy(maker, 'shipped', 'NO-SUCH-ASSET') },
      { code: 'trace.action_reserved', provoke: ({ maker, assetId }) => eventBy(maker, 'genesis', assetId) },
      {
        code: 'trace.correction_invalid',
        provoke: ({ maker, assetId }) => eventBy(maker, 'correction', assetId, { corrects: 0 }),
      },
      {
        code: 'trace.not_yours',
        async provoke({ server, assetId }) {
          return eventBy(await server.account('shipper'), 'shipped', assetId);
        },
      },
      {
        code: 'participants.not_registered',
        provoke: ({ assetId }) => event({ user: 'nobody-here', asset_id: assetId }),
      },
      {
        code: 'participants.inactive',
        async provoke({ server, maker, assetId }) {
          const managed = await server.account('shipper', { managedBy: maker.id });
          await server.database.sql('update accounts set active = false where id = $1', [managed.id]);
          return eventBy(managed, 'shipped', assetId);
        },
      },
      ...elsewhere('request.idempotency_mismatch'),
      ...elsewhere('server.unavailable'),
    ],
  },
  'GET /api/assets': {
    allowed: everyone,
    good: () => ({
      query: { search: 'case', status: 'in transit', category: 'Food', batch: 'b', sortBy: 'name', sortOrder: 'asc' },
    }),
    invalid: [
      ...pages,
      query('status', 'lost'),
      query('sortBy', 'colour'),
      query('sortOrder', 'up'),
      query('search', 'x'.repeat(201)),
      query('page', 2002),
    ],
  },
  'GET /api/assets/facets': {
    allowed: everyone,
    good: () => ({ query: { search: 'case', status: 'in transit', category: 'Food', batch: 'b' } }),
    invalid: [query('status', 'lost'), query('search', 'x'.repeat(201)), query('batch', 'x'.repeat(201))],
  },
  'GET /api/asset-suggestions': {
    allowed: everyone,
    good: ({ assetId }) => ({ query: { text: assetId, similar: 'true' } }),
    invalid: [query('text', ''), query('text', 'x'.repeat(201)), query('similar', 'perhaps')],
  },
  'GET /api/assets/{assetId}': {
    allowed: everyone,
    good: ({ assetId }) => ({ params: { assetId } }),
    invalid: [
      { params: { assetId: 'a\u0001' }, pointer: '/assetId' },
      { params: { assetId: 'X' }, query: { limit: 501 }, pointer: '/limit' },
    ],
    refusals: [{ code: 'trace.asset_not_found', provoke: () => ({ params: { assetId: 'NO-SUCH-ASSET' } }) }],
  },
  'GET /api/assets/{assetId}/lineage': {
    allowed: everyone,
    good: ({ assetId }) => ({ params: { assetId }, query: { direction: 'downstream', depth: 2 } }),
    invalid: [
      { params: { assetId: 'a\u0001' }, pointer: '/assetId' },
      { params: { assetId: 'X' }, query: { direction: 'sideways' }, pointer: '/direction' },
      { params: { assetId: 'X' }, query: { depth: 21 }, pointer: '/depth' },
    ],
    refusals: [{ code: 'trace.asset_not_found', provoke: () => ({ params: { assetId: 'NO-SUCH-ASSET' } }) }],
  },
  'GET /api/assets/{assetId}/recall': {
    allowed: everyone,
    good: ({ assetId }) => ({ params: { assetId }, query: { scope: 'batch' } }),
    invalid: [
      { params: { assetId: 'a\u0001' }, pointer: '/assetId' },
      { params: { assetId: 'X' }, query: { scope: 'world' }, pointer: '/scope' },
    ],
    refusals: [{ code: 'trace.asset_not_found', provoke: () => ({ params: { assetId: 'NO-SUCH-ASSET' } }) }],
  },
  'GET /api/assets/{assetId}/recall/report': {
    allowed: everyone,
    async good({ server, assetId }) {
      // The newest block of the asset, which another case may just have recorded, needs a checkpoint.
      await server.publish();
      return { params: { assetId }, query: { scope: 'batch' } };
    },
    invalid: [
      { params: { assetId: 'X' }, query: { scope: 'world' }, pointer: '/scope' },
      { params: { assetId: 'X' }, query: { format: 'docx' }, pointer: '/format' },
      { params: { assetId: 'X' }, query: { after: 501 }, pointer: '/after' },
    ],
    refusals: [
      { code: 'trace.asset_not_found', provoke: () => ({ params: { assetId: 'NO-SUCH-ASSET' } }) },
      {
        code: 'ledger.no_blocks_of_asset',
        provoke: ({ assetId }) => ({ params: { assetId }, query: { after: 500 } }),
      },
      {
        code: 'ledger.no_checkpoint',
        async provoke({ server, maker }) {
          await record(server, maker, 'manufactured', 'UNSIGNED-3');
          return { params: { assetId: 'UNSIGNED-3' } };
        },
      },
      ...elsewhere('server.unavailable'),
      ...elsewhere('ledger.damaged'),
    ],
  },
  'GET /api/dashboard-stats': {
    allowed: everyone,
    good: () => ({ query: { from: '2026-03-01', to: '2026-03-07', clock: 'recorded' } }),
    invalid: [query('clock', 'both'), ...badPeriods],
  },
  'GET /api/event-summary': {
    allowed: everyone,
    good: ({ maker, assetId }) => ({
      query: {
        participantId: maker.id,
        assetId,
        anomalous: 'false',
        location: 'gate',
        category: 'Food',
        stating: 'seal',
        limit: 5,
      },
    }),
    invalid: [
      query('limit', 101),
      query('location', ''),
      query('stating', ''),
      query('addressee', 'x'.repeat(65)),
      query('category', 'x'.repeat(101)),
      query('anomalous', 'perhaps'),
      query('action', ''),
      query('clock', ''),
      ...badPeriods,
    ],
  },
  'GET /api/recent-activities': {
    allowed: everyone,
    good: ({ maker, assetId }) => ({
      query: { participantId: maker.id, assetId, anomalous: 'false', before: 100, limit: 5, clock: 'happened' },
    }),
    invalid: [
      query('limit', 101),
      query('before', -1),
      query('anomalous', 'perhaps'),
      query('concerning', 'acme'),
      query('action', ''),
      query('clock', ''),
      ...badPeriods,
    ],
  },
};

function eventBy(
  account: TestAccount,
  action: string,
  assetId: string,
  meta: Record<string, unknown> = {},
): LooseInput {
  return { body: { user: account.username, action, asset_id: assetId, meta } };
}
