import { elsewhere, pages, query, type RouteCase, type World } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { registerBilled, registerOwned, registerParcel } from '../register.fixture.ts';
import { appeal, exempt, registerAssessed } from '../tax-acts.fixture.ts';

const NONE = '00000000-0000-4000-8000-000000000000';
const NO_BILL = '2026-0000-0000-0000';
const facts = { address: '3 Mill Lane', reason: 'Renamed' };
const grant = { kind: 'homestead', fromYear: 2026, toYear: null, reason: 'Applied' };
const ended = { lastYear: 2027, reason: 'Moved' };
const appealed = { year: 2026, value: 1, statement: 'Too high', documents: [] };
const denied = { outcome: 'denied', reason: 'As its neighbors' };
const notHere = elsewhere('registry.property_retired', 'request.idempotency_mismatch', 'server.unavailable');
const missing = (body: unknown) => ({
  code: 'registry.property_not_found',
  provoke: () => ({ params: { id: 'NO-SUCH-1' }, body }),
});
const badId = (body?: unknown) => ({ params: { id: 'a b' }, body, pointer: '/id' });

/** Registers a property of the account, or of a resident, with an open appeal. */
async function openAppeal({ server }: World, account?: TestAccount) {
  const owner = account?.role === 'resident' ? account : await server.account('resident');
  return { params: { appealId: await appeal(server, await registerAssessed(server, owner), owner) } };
}

/** Levies a bill that no longer matches its property's newest facts. */
async function wrongBill({ server }: World) {
  const { propertyId, billNumber } = await registerBilled(server);
  await registerAssessed(server);
  await exempt(server, propertyId);
  return { params: { billNumber }, body: { reason: 'Exempt since March', preview: true } };
}

/** Route cases of exemptions, appeals and corrections. */
export const taxActCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/detroit/properties/{id}/exemptions': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await registerAssessed(server) }, body: grant }),
    invalid: [
      badId(grant),
      { params: { id: 'HB-1' }, body: { ...grant, kind: 'No Kind' }, pointer: '/kind' },
      { params: { id: 'HB-1' }, body: { ...grant, toYear: 2025 }, pointer: '/toYear' },
      { params: { id: 'HB-1' }, body: { ...grant, reason: ' ' }, pointer: '/reason' },
    ],
    refusals: [missing(grant), ...elsewhere('registry.exemption_refused'), ...notHere],
  },
  'POST /api/detroit/exemptions/{exemptionId}/end': {
    allowed: ['government'],
    good: async ({ server }) => ({
      params: { exemptionId: await exempt(server, await registerAssessed(server)) },
      body: ended,
    }),
    invalid: [
      { params: { exemptionId: 'x' }, body: ended, pointer: '/exemptionId' },
      { params: { exemptionId: NONE }, body: { ...ended, lastYear: 7 }, pointer: '/lastYear' },
    ],
    refusals: [
      {
        code: 'registry.exemption_not_found',
        provoke: () => ({ params: { exemptionId: NONE }, body: ended }),
      },
      ...elsewhere('registry.exemption_refused'),
      ...notHere,
    ],
  },
  'POST /api/detroit/properties/{id}/appeals': {
    allowed: ['resident'],
    good: async ({ server }, account) => ({ params: { id: await registerAssessed(server, account) }, body: appealed }),
    invalid: [
      badId(appealed),
      { params: { id: 'HB-1' }, body: { ...appealed, value: -1 }, pointer: '/value' },
      { params: { id: 'HB-1' }, body: { ...appealed, documents: ['x'] }, pointer: '/documents/0' },
    ],
    refusals: [missing(appealed), ...elsewhere('registry.appeal_refused'), ...notHere],
  },
  'POST /api/detroit/appeals/{appealId}/withdraw': {
    allowed: ['resident'],
    good: openAppeal,
    invalid: [{ params: { appealId: 'x' }, pointer: '/appealId' }],
    refusals: [
      { code: 'registry.appeal_not_found', provoke: () => ({ params: { appealId: NONE } }) },
      ...elsewhere('registry.appeal_decided', 'request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  'POST /api/detroit/appeals/{appealId}/decision': {
    allowed: ['government'],
    good: async (world) => ({ ...(await openAppeal(world)), body: denied }),
    invalid: [
      { params: { appealId: 'x' }, body: denied, pointer: '/appealId' },
      { params: { appealId: NONE }, body: { ...denied, outcome: 'granted', building: 1 }, pointer: '/land' },
      { params: { appealId: NONE }, body: { ...denied, building: 1 }, pointer: '/building' },
    ],
    refusals: [
      { code: 'registry.appeal_not_found', provoke: () => ({ params: { appealId: NONE }, body: denied }) },
      ...elsewhere('registry.appeal_decided', 'registry.appeal_refused'),
      ...notHere,
    ],
  },
  'GET /api/detroit/appeals': {
    allowed: ['government'],
    good: () => ({ query: { state: 'granted' } }),
    invalid: [...pages, query('state', 'lost')],
  },
  'POST /api/detroit/properties/{id}/corrections': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await registerParcel(server) }, body: facts }),
    invalid: [
      badId(facts),
      { params: { id: 'HB-1' }, body: { ...facts, propertyType: 'castle' }, pointer: '/propertyType' },
      { params: { id: 'HB-1' }, body: { address: '1 Mill Lane' }, pointer: '/reason' },
    ],
    refusals: [
      missing(facts),
      {
        code: 'registry.nothing_to_correct',
        provoke: async ({ server }) => ({ params: { id: await registerParcel(server) }, body: { reason: 'None' } }),
      },
      ...notHere,
    ],
  },
  'POST /api/detroit/bills/{billNumber}/corrections': {
    allowed: ['government'],
    good: wrongBill,
    invalid: [
      { params: { billNumber: '1' }, body: { reason: 'x' }, pointer: '/billNumber' },
      { params: { billNumber: NO_BILL }, body: { reason: '' }, pointer: '/reason' },
    ],
    refusals: [
      {
        code: 'registry.bill_not_found',
        provoke: () => ({ params: { billNumber: NO_BILL }, body: { reason: 'x' } }),
      },
      ...elsewhere('registry.nothing_to_correct', 'registry.rates_missing'),
      ...notHere,
    ],
  },
  'POST /api/detroit/bills/{billNumber}/waivers': {
    allowed: ['government'],
    // A bill that is not late has nothing to waive. `waivers.test.ts` waives what is.
    good: async ({ server }) => ({
      params: { billNumber: (await registerBilled(server)).billNumber },
      body: { reason: 'x', preview: true },
    }),
    invalid: [
      { params: { billNumber: '1' }, body: { interest: 1, reason: 'x' }, pointer: '/billNumber' },
      { params: { billNumber: NO_BILL }, body: { penalty: -1, reason: 'x' }, pointer: '/penalty' },
      { params: { billNumber: NO_BILL }, body: { interest: 0.5, reason: 'x' }, pointer: '/interest' },
      { params: { billNumber: NO_BILL }, body: { interest: 1, reason: '' }, pointer: '/reason' },
    ],
    refusals: [
      {
        code: 'registry.bill_not_found',
        provoke: () => ({ params: { billNumber: NO_BILL }, body: { interest: 1, reason: 'x' } }),
      },
      ...elsewhere('request.idempotency_mismatch', 'server.unavailable'),
    ],
  },
  'GET /api/detroit/properties/{id}/tax-file': {
    allowed: ['resident', 'government'],
    good: async ({ server }, account) => ({ params: { id: await registerOwned(server, account) } }),
    invalid: [badId()],
    refusals: elsewhere('registry.property_not_found'),
  },
};
