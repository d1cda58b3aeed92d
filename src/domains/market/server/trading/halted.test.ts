import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueShares, readMarketData, recordCash, tradeShares } from '#domains/market/contract.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { registerParcel } from '../properties.fixture.ts';
import { rebuildMarket } from '../rebuild-market.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('cash written directly into the database halts all trading once it is spent, and the comparison reports it', async () => {
  const city = await server.account('government');
  const ann = await server.account('shipper');
  const propertyId = await registerParcel(server);
  await server.call(issueShares, { body: { propertyId, totalShares: 10 } }, { as: city });
  await server.call(
    tradeShares,
    { body: { propertyId, type: 'sell', shareAmount: 9, pricePerShare: 5 } },
    { as: city },
  );
  const cash = { username: ann.username, amount: 10, reference: 'Receipt of Ann' };
  await server.call(recordCash, { body: cash }, { as: await server.account('administrator') });
  await server.database.sql('update market_cash set free_cents = free_cents + 5000 where free_cents = 1000');

  const buy = () =>
    server.call(tradeShares, { body: { propertyId, type: 'buy', shareAmount: 9, pricePerShare: 5 } }, { as: ann });
  expect((await buy()).body.order).toMatchObject({ status: 'filled' });
  await sendCalls({ ...server.services, network: server.services });
  expect((await server.call(readMarketData, {})).body.network.refusedCalls).toBe(1);
  const halted = await buy();
  expect([halted.status, halted.problem.detail]).toEqual([503, expect.stringContaining('Trading is halted')]);
  const differences = await rebuildMarket(server.services, { repair: false });
  expect(differences.flatMap(({ projection, examples }) => [projection, ...examples])).toEqual([
    'market_orders',
    expect.stringMatching(/^block \d+ takes more from 0x[0-9a-f]{40} than is free$/),
    'market_cash',
    expect.stringMatching(/holds 1500 free and not -3500/),
  ]);
});
