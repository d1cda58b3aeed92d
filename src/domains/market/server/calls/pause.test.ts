import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder, issueShares, readMarketData, tradeShares } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from '../properties.fixture.ts';
import { sendCalls } from './send-calls.ts';

let server: TestServer;
let city: TestAccount;
let propertyId: string;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
  propertyId = await registerParcel(server);
  await server.call(issueShares, { body: { propertyId, totalShares: 100 } }, { as: city });
});
afterAll(() => server.stop());

const sell = () =>
  server.call(tradeShares, { body: { propertyId, type: 'sell', shareAmount: 1, pricePerShare: 5 } }, { as: city });
const network = async () => (await server.call(readMarketData, {})).body.network;

test('orders pause while the network has been away for too long, cancels do not, and orders resume automatically', async () => {
  const { orderId } = (await sell()).body.order;
  expect((await network()).isPaused).toBe(false);

  const waitFor = (minutes: string) =>
    server.database.sql(`update market_calls set stored_at = now() - interval '${minutes}' where nonce = 0`);
  await waitFor('9 minutes 30 seconds');
  expect((await network()).isPaused).toBe(false);
  await waitFor('10 minutes 1 second');
  const refused = await sell();
  expect(refused.status).toBe(503);
  expect(refused.problem.detail).toMatch(/New orders are paused: .* has not taken a call since 20.*can be canceled/);
  expect(refused.headers['retry-after']).toBe('60');
  const away = await network();
  expect(away).toMatchObject({ isPaused: true, waitingCalls: 2 });
  expect(Date.parse(away.waitingSince ?? '')).toBeLessThan(Date.now() - 10 * 60_000);

  const canceled = await server.call(cancelOrder, { params: { orderId } }, { as: city });
  expect(canceled.body.status).toBe('canceled');

  await sendCalls({ ...server.services, network: server.services });
  expect(await network()).toMatchObject({ isPaused: false, waitingCalls: 0, waitingSince: null });
  expect((await sell()).status).toBe(200);
});
