import { auditors, pages, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';

export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/audit-log': {
    allowed: auditors,
    good: ({ maker, assetId }) => ({
      query: { startDate: '2026-01-01', endDate: '2026-12-31', participantId: maker.username, assetId, limit: 100 },
    }),
    invalid: [
      ...pages,
      query('startDate', 'yesterday'),
      query('endDate', '2026-02-30'),
      { query: { startDate: '2026-03-02', endDate: '2026-03-01' }, pointer: '/endDate' },
      query('format', 'xml'),
      query('participantId', ''),
      query('clock', 'wall'),
    ],
  },
};
