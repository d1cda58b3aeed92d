import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrders, requestPayout, tradeShares } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createTrader, issueOfCity } from '../traders.fixture.ts';
import { createStatedTrading, type StatedTrading } from './stated-trading.ts';

let server: TestServer;
let city: TestAccount;
let ann: TestAccount;
let ben: TestAccount;
let stated: StatedTrading;
let propertyId: string;
let token: number;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
  ann = await createTrader(server, 1000);
  ben = await createTrader(server, 1000);
  stated = createStatedTrading(server.services.database);
  propertyId = await issueOfCity(server);
  const [row] = await server.database.sql<{ token: number }>('select token_id::int as token from market_issues');
  token = row?.token ?? -1;
});
afterAll(() => server.stop());

const order = (as: TestAccount, type: 'buy' | 'sell', shareAmount: number, pricePerShare: number) =>
  server.call(tradeShares, { body: { propertyId, type, shareAmount, pricePerShare } }, { as });

test('finds no difference while others trade, cancel and are paid out', async () => {
  let isTrading = true;
  async function compareAgain(): Promise<void> {
    while (isTrading) expect(await stated.findAltered()).toEqual([]);
  }
  async function trade(): Promise<void> {
    for (let n = 0; n < 10; n += 1)
      await Promise.all([
        order(city, 'sell', 3, 5 + (n % 3)),
        order(ann, 'buy', 2, 5 + (n % 4)),
        order(ben, n % 2 === 0 ? 'buy' : 'sell', 1, 5),
        n % 5 === 4 ? server.call(cancelOrders, { body: { propertyId } }, { as: city }) : undefined,
        server.call(requestPayout, { body: { amount: 1, iban: 'GB82WEST12345698765432', holder: 'B' } }, { as: ben }),
      ]);
    isTrading = false;
  }
  await Promise.all([compareAgain(), trade()]);
  expect(await stated.findAltered()).toEqual([]);
  expect(await createStatedTrading(server.services.database).findAltered()).toEqual([]);
});

test.each([
  ['an order that was closed in its row', 'market_orders', `open = 0, returned = shares - filled, ended = 'canceled'`],
  ['an order with fewer open shares', 'market_orders', 'open = open - 1, filled = filled + 1'],
  ['an order that was removed', 'market_orders', undefined],
  ['cash', 'market_cash', 'free_cents = free_cents + 90000000'],
  ['cash that is held', 'market_cash', 'held_cents = held_cents + 1'],
  ['cash of a row that was removed', 'market_cash', undefined],
  ['shares', 'market_holdings', 'shares = shares + 1'],
])('finds %s', async (_, table, change) => {
  await order(ann, 'buy', 3, 1);
  const one = {
    market_orders: `order_id = (select max(order_id) from market_orders where open > 1)`,
    market_cash: `custody_id = (select custody_id from market_orders order by order_id desc limit 1)`,
    market_holdings: `token_id = ${token} and custody_id = (select custody_id from market_holdings order by shares desc limit 1)`,
  }[table];
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await bare(`create table before_change as select * from ${table}`);
  await bare(change === undefined ? `delete from ${table} where ${one}` : `update ${table} set ${change} where ${one}`);
  const altered = await stated.findAltered();
  expect(altered).toEqual([
    {
      tokenId: table === 'market_cash' ? 0 : token,
      problem: expect.stringMatching(/is stored with .* and the blocks /),
    },
  ]);
  await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
  expect(await stated.findAltered()).toEqual([]);
});
