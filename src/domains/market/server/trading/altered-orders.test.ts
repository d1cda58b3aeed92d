import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMarketData, tradeShares } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createTrader, issueOfCity, portfolioOf } from '../traders.fixture.ts';

let server: TestServer;
/** Reads each book from the tables: it has none in memory. */
let second: TestServer;
let city: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ beside: server.database });
  city = await server.account('government');
  ann = await createTrader(server, 1000);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const order = (on: TestServer, as: TestAccount, propertyId: string, type: 'buy' | 'sell', price: number) =>
  on.call(tradeShares, { body: { propertyId, type, shareAmount: 2, pricePerShare: price } }, { as });

const tokenOf = async (propertyId: string) => {
  const [row] = await server.database.sql<{ token: number }>(
    `select token_id::integer as token from market_issues where property_id = '${propertyId}'`,
  );
  return row?.token ?? -1;
};

test.each([
  ['price', 'price_cents = 1', 'sell 2 1 rest'],
  ['side', `side = 'buy'`, 'buy 2 500 rest'],
  ['number of shares', 'shares = 3, open = 3', 'sell 3 500 rest'],
  ['policy', `remainder = 'post'`, 'sell 2 500 post'],
  ['expiry', `expires_at = expires_at + interval '1 day'`, 'sell 2 500 rest'],
  ['owner', `custody_id = (select custody_id from market_cash order by free_cents desc limit 1)`, 'sell 2 500 rest'],
])('an open order whose %s differs from its block is not traded, and halts its token', async (_, change, kept) => {
  const [propertyId, other] = [await issueOfCity(server), await issueOfCity(server)];
  const { orderId } = (await order(server, city, propertyId, 'sell', 5)).body.order;
  expect((await order(server, city, other, 'sell', 5)).status).toBe(200);
  const token = await tokenOf(propertyId);
  const before = await portfolioOf(server, ann);
  const original = `select * from market_orders where order_id = ${orderId}`;
  await server.database.sql(`create table kept_order as ${original}`);
  await server.database.sql(`update market_orders set ${change} where order_id = ${orderId}`);

  const refused = await order(second, ann, propertyId, 'buy', 5);
  expect([refused.status, refused.problem.detail]).toEqual([503, expect.stringContaining('these shares is halted')]);
  expect(await server.database.sql('select token_id::integer as token, reason from market_halts')).toEqual([
    { token, reason: expect.stringContaining(`order ${orderId} is stored as ${token} ${kept}`) },
  ]);
  expect(await portfolioOf(server, ann)).toEqual(before);
  expect((await second.call(readMarketData, {})).body.network.differences).toBe(1);
  expect((await order(second, ann, other, 'buy', 5)).body.order.status).toBe('filled');

  await server.database.sql(`
      delete from market_orders where order_id = ${orderId};
      insert into market_orders select * from kept_order; drop table kept_order; delete from market_halts
    `);
  expect((await order(second, ann, propertyId, 'buy', 5)).body.order.status).toBe('filled');
});

test('an open order that was moved to other shares, or that no block placed, halts the shares in whose book it is', async () => {
  const [from, to] = [await issueOfCity(server), await issueOfCity(server)];
  const { orderId } = (await order(server, city, from, 'sell', 5)).body.order;
  const [of, token] = [await tokenOf(from), await tokenOf(to)];
  const columns = `custody_id, side, shares, price_cents, remainder, expires_at, placed_at, open, filled, returned, traded_cents, ended, call_nonce`;
  await server.database.sql(`update market_orders set token_id = ${token} where order_id = ${orderId}`);
  expect((await order(second, ann, to, 'buy', 5)).status).toBe(503);
  await server.database.sql(`
      update market_orders set token_id = ${of} where order_id = ${orderId}; delete from market_halts;
      insert into market_orders (order_id, token_id, ${columns}) select ${token}, ${token}, ${columns} from market_orders where order_id = ${orderId}
    `);
  expect((await order(second, ann, to, 'buy', 5)).status).toBe(503);
  expect(await server.database.sql('select token_id::integer as token, reason from market_halts')).toEqual([
    { token, reason: expect.stringContaining('its block states no order') },
  ]);
});

test.each([
  ['royalty', 'royalty_basis_points = 1000'],
  ['minimum purchase', 'minimum_purchase = 1000'],
  ['restriction', 'is_public = not is_public'],
  [
    'issuer',
    `royalty_receiver = (select custody_id from market_cash where custody_id <> royalty_receiver order by free_cents desc limit 1)`,
  ],
])('shares whose issue has another %s than its block are not traded', async (_, change) => {
  const propertyId = await issueOfCity(server);
  expect((await order(server, city, propertyId, 'sell', 5)).status).toBe(200);
  const token = await tokenOf(propertyId);
  const before = await portfolioOf(server, ann);
  await server.database.sql(`delete from market_halts; create table kept_issue as select * from market_issues where token_id = ${token};
    update market_issues set ${change} where token_id = ${token}`);
  expect((await order(second, ann, propertyId, 'buy', 5)).status).toBe(503);
  expect(await server.database.sql('select token_id::integer as token, reason from market_halts')).toEqual([
    { token, reason: expect.stringMatching(/^the issue is stored as .*, and its block states /) },
  ]);
  expect(await portfolioOf(server, ann)).toEqual(before);
  await server.database.sql(`update market_issues as now set (royalty_basis_points, minimum_purchase, is_public, royalty_receiver) =
      (kept.royalty_basis_points, kept.minimum_purchase, kept.is_public, kept.royalty_receiver)
    from kept_issue as kept where now.token_id = kept.token_id; drop table kept_issue; delete from market_halts`);
  expect((await order(second, ann, propertyId, 'buy', 5)).body.order.status).toBe('filled');
});
