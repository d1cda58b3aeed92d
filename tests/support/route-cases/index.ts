import { assistantCases } from './assistant.ts';
import { ledgerCases } from './ledger.ts';
import { observabilityCases } from './observability.ts';
import { participantCases } from './participants.ts';
import { auditors, everyone, pages, query, type RouteCase } from './route-case.ts';
import { traceCases } from './trace.ts';

export type { RouteCase, World } from './route-case.ts';

/** One case for each route of the product. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  ...participantCases,
  ...traceCases,
  ...ledgerCases,
  ...assistantCases,
  ...observabilityCases,
  'GET /api/audit-log': {
    allowed: auditors,
    good: ({ maker, assetId }) => ({
      query: { startDate: '2026-01-01', endDate: '2026-12-31', participantId: maker.username, assetId, limit: 100 },
    }),
    invalid: [
      ...pages,
      query('startDate', 'yesterday'),
      query('endDate', '2026-02-30'),
      query('format', 'xml'),
      query('participantId', ''),
    ],
  },
  'GET /api/demo-accounts': { allowed: everyone, good: () => ({}) },
};
