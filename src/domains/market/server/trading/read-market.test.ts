import { afterAll, beforeAll, expect, test } from 'vitest';
import { listShares, readCandles, readMarketData, readOrderBook, tradeShares } from '#domains/market/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createTrader, issueOfCity, sellTo } from '../traders.fixture.ts';

const HOUR = 3_600_000;
let server: TestServer;
let city: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  // The evening of the 28th in Detroit.
  server = await startTestServer({ clock: createTestClock('2026-08-29T01:30:00.000Z') });
  city = await server.account('government');
  ann = await createTrader(server, 1000);
});
afterAll(() => server.stop());

const sale = (propertyId: string, shares: number, price: number) =>
  sellTo(server, { seller: city, buyer: ann, propertyId, shares, price });

test('a candle covers a day in UTC, and the volume the last 24 hours of each property', async () => {
  const [first, second] = [await issueOfCity(server), await issueOfCity(server)];
  await sale(first, 2, 10);
  const { candles } = (await server.call(readCandles, { params: { propertyId: first } })).body;
  expect(candles.map(({ at }) => at)).toEqual(['2026-08-29T00:00:00.000Z']);
  server.clock.advance(12 * HOUR);
  await sale(second, 3, 5.5);
  const volumes = async () => {
    const { volume, prices } = (await server.call(readMarketData, {})).body;
    return [volume, ...[first, second].map((id) => prices.find((one) => one.propertyId === id)?.volume)];
  };
  const [of1, of2, none] = [
    { shares: 2, amount: 20 },
    { shares: 3, amount: 16.5 },
    { shares: 0, amount: 0 },
  ];
  expect(await volumes()).toEqual([{ shares: 5, amount: 36.5 }, of1, of2]);
  server.clock.advance(13 * HOUR);
  expect(await volumes()).toEqual([of2, none, of2]);
});

test('an expired sale is neither the floor price nor available', async () => {
  const propertyId = await issueOfCity(server);
  const sell = (shareAmount: number, pricePerShare: number, expirationDays: number) =>
    server.call(
      tradeShares,
      { body: { propertyId, type: 'sell', shareAmount, pricePerShare, expirationDays } },
      { as: city },
    );
  const quote = async () => {
    const { properties } = (await server.call(listShares, { query: { search: propertyId } })).body;
    const { floorPrice, availableShares } = properties[0]?.nftMetadata ?? {};
    return [floorPrice, availableShares];
  };
  await sell(4, 9, 1);
  await sell(6, 12, 10);
  expect(await quote()).toEqual([9, 10]);
  server.clock.advance(25 * HOUR);
  expect(await quote()).toEqual([12, 6]);
});

test('a book that altered orders cross has no spread, and is still shown', async () => {
  const propertyId = await issueOfCity(server);
  await sale(propertyId, 2, 5);
  const place = (as: TestAccount, type: 'buy' | 'sell', pricePerShare: number) =>
    server.call(tradeShares, { body: { propertyId, type, shareAmount: 1, pricePerShare } }, { as });
  await place(city, 'sell', 5.1);
  await place(ann, 'buy', 4.9);
  const spreads = async () => {
    const { status, body } = await server.call(readOrderBook, { params: { propertyId } });
    const { status: market, body: data } = await server.call(readMarketData, {});
    const own = data.prices.find((one) => one.propertyId === propertyId);
    return [status, body.spread, market, own?.bid, own?.ask, own?.spread];
  };
  expect(await spreads()).toEqual([200, 0.2, 200, 4.9, 5.1, 0.2]);
  await server.database.sql(`
    update market_orders set price_cents = 600 where side = 'buy' and open > 0
      and token_id = (select token_id from market_issues where property_id = '${propertyId}')
  `);
  expect(await spreads()).toEqual([200, null, 200, 6, 5.1, null]);
});
