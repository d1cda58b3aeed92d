import { afterAll, beforeAll, expect, test } from 'vitest';
import { payProperty } from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';
import { levyOn, registerAssessed } from '../tax-acts.fixture.ts';
import { rebuildRegistry } from './rebuild-registry.ts';

const DAY = 86_400_000;
const clock = createTestClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { CAIRN_DEMO: 'true', CAIRN_CITY_TIME_ZONE: 'America/Detroit' },
  });
  const { propertyId } = await registerBilled(server);
  await levyOn(server, await registerAssessed(server));
  clock.advance(400 * DAY);
  // A payment applies late charges first.
  const body = { amount: 100, paymentMethod: 'bank' as const };
  const paid = await server.call(
    payProperty,
    { params: { propertyId }, body },
    { as: await server.account('government') },
  );
  expect(paid.status).toBe(200);
  expect(await server.database.sql(`select 1 from blocks where action = 'registry.tax_charged'`)).toHaveLength(1);
});
afterAll(() => server.stop());

test('replays bills in the time zone of their blocks, even if the zone of the city has changed', async () => {
  for (const timeZone of ['America/Detroit', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    expect(await rebuildRegistry(server.services.database, { repair: false, timeZone }), timeZone).toEqual([]);
});

test('a levy states the time zone of the city', async () => {
  const [block] = await server.database.sql<{ zone: string }>(
    `select data::json->>'time_zone' as zone from blocks where action = 'registry.tax_levied' limit 1`,
  );
  expect(block?.zone).toBe('America/Detroit');
});
