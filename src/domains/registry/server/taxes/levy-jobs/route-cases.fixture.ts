import { listLevies, startLevy } from '#domains/registry/contract.ts';
import { elsewhere, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../../register.fixture.ts';

const NO_LEVY = '00000000-0000-4000-8000-000000000000';
const scope = { year: 2026, preview: true, neighborhood: 'Nowhere' };
const unknown = { code: 'registry.levy_not_found', provoke: () => ({ params: { id: NO_LEVY } }) };
const badId = { params: { id: 'x' }, pointer: '/id' };

/** Waits until no levy runs. A levy of no parcels ends within moments. */
async function untilNoneRuns(server: TestServer): Promise<void> {
  const as = await server.account('government');
  const isRunning = async () =>
    (await server.call(listLevies, {}, { as })).body.levies.some(({ state }) => state === 'running');
  while (await isRunning());
}

/** Starts a levy of no parcels and returns its id. */
async function startEmptyLevy(server: TestServer): Promise<string> {
  await registerBilled(server);
  await untilNoneRuns(server);
  const { body } = await server.call(startLevy, { body: scope }, { as: await server.account('government') });
  return body.id;
}

/** Route cases of the levies of a roll. */
export const levyCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/detroit/levy-jobs': {
    allowed: ['government'],
    async good({ server }) {
      await registerBilled(server);
      await untilNoneRuns(server);
      return { body: scope };
    },
    invalid: [
      { body: { ...scope, year: 12 }, pointer: '/year' },
      { body: { ...scope, preview: 'yes' }, pointer: '/preview' },
      { body: { ...scope, propertyType: 'castle' }, pointer: '/propertyType' },
    ],
    refusals: [
      { code: 'registry.rates_missing', provoke: () => ({ body: { year: 1950, preview: true } }) },
      ...elsewhere('registry.levy_running', 'server.unavailable'),
    ],
  },
  'GET /api/detroit/levy-jobs': { allowed: ['government'], good: () => ({}) },
  'GET /api/detroit/levy-jobs/{id}': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await startEmptyLevy(server) } }),
    invalid: [badId],
    refusals: [unknown],
  },
  'DELETE /api/detroit/levy-jobs/{id}': {
    allowed: ['government'],
    good: async ({ server }) => ({ params: { id: await startEmptyLevy(server) } }),
    invalid: [badId],
    refusals: [unknown],
  },
};
