import { createPublicClient, custom, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  cancelOrder,
  cancelOrders,
  listOrders,
  listShares,
  lookUpOrder,
  readCandles,
  readMarketData,
  readOrderBook,
  recordCash,
  tradeShares,
} from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { problemsAfter, problemsOf } from '../comparison.fixture.ts';
import { createTrader, issueOfCity, portfolioOf } from '../traders.fixture.ts';

let server: TestServer;
let city: TestAccount;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
  admin = await server.account('administrator');
});
afterAll(() => server.stop());

const trader = (amount: number) => createTrader(server, amount);
const issue = (more: Record<string, unknown> = {}) => issueOfCity(server, more);
const order = (as: TestAccount, propertyId: string, type: 'buy' | 'sell', shares: number, price: number, more = {}) =>
  server.call(tradeShares, { body: { propertyId, type, shareAmount: shares, pricePerShare: price, ...more } }, { as });

const portfolio = (as: TestAccount) => portfolioOf(server, as);
const cashOf = async (as: TestAccount) => (await portfolio(as)).cash;
const sharesOf = async (as: TestAccount, propertyId: string) =>
  (await portfolio(as)).holdings.find((one) => one.propertyId === propertyId);
const book = async (propertyId: string) => (await server.call(readOrderBook, { params: { propertyId } })).body;

describe('an order', () => {
  test('trades at the price of the resting order: cash, shares, royalty, block, list and network agree', async () => {
    const propertyId = await issue({ totalShares: 100, royaltyPercentage: 2.5 });
    const [ann, ben] = [await trader(1000), await trader(500)];
    const before = await cashOf(city);
    expect((await order(city, propertyId, 'sell', 60, 10)).body.order).toMatchObject({ status: 'open', open: 60 });
    expect(await sharesOf(city, propertyId)).toMatchObject({ shares: 100, held: 60 });

    const { status, body } = await order(ann, propertyId, 'buy', 25, 12.5);
    expect(status).toBe(200);
    expect(body.fills).toEqual([{ shares: 25, pricePerShare: 10, royalty: 0 }]);
    expect(body.order).toMatchObject({ status: 'filled', filled: 25, open: 0, tradedFor: 250, txHash: body.txHash });
    expect(await cashOf(ann)).toEqual({ free: 750, held: 0 });
    expect((await cashOf(city)).free).toBe(before.free + 250);
    expect(await sharesOf(ann, propertyId)).toMatchObject({
      shares: 25,
      percentage: 25,
      lastSalePrice: 10,
      value: 250,
    });

    // A sale by another account pays the city its royalty, rounded down: 2.5 % of $33.33 is 83 cents.
    expect((await order(ann, propertyId, 'sell', 3, 11.11)).status).toBe(200);
    const bought = (await order(ben, propertyId, 'buy', 3, 11.11, { timeInForce: 'IOC' })).body;
    expect(bought.fills).toEqual([{ shares: 3, pricePerShare: 10, royalty: 0 }]);
    await server.call(cancelOrders, { body: { propertyId } }, { as: city });
    const second = (await order(ben, propertyId, 'buy', 3, 11.11)).body;
    expect(second.fills).toEqual([{ shares: 3, pricePerShare: 11.11, royalty: 0.83 }]);
    expect(await cashOf(ann)).toEqual({ free: 782.5, held: 0 });
    expect(await cashOf(ben)).toEqual({ free: 436.67, held: 0 });
    expect((await cashOf(city)).free).toBe(before.free + 280.83);

    const [block] = await readBlocksAt(server.services.database, [second.order.blockIndex]);
    expect(block?.data).toMatchObject({
      action: 'market.order_placed',
      property_id: propertyId,
      side: 'buy',
      shares: 3,
      price_cents: 1111,
      fills: [{ shares: 3, price_cents: 1111, royalty_cents: 83 }],
    });
    expect(JSON.stringify(block?.data)).not.toContain(ben.username);

    await sendCalls({ ...server.services, network: server.services });
    const client = createPublicClient({ transport: custom(server.services.chain) });
    const { properties } = (await server.call(listShares, { query: { search: propertyId } })).body;
    const { tokenId, contractAddress, ...quote } = properties[0]?.nftMetadata ?? { tokenId: '', contractAddress: '' };
    expect(quote).toMatchObject({ lastSalePrice: 11.11, floorPrice: null, availableShares: 0 });
    for (const { holder, shares } of properties[0]?.currentOwnership ?? []) {
      const args = [holder as Hex, BigInt(tokenId)] as const;
      const address = contractAddress as Hex;
      expect(
        Number(await client.readContract({ address, abi: propertyShares.abi, functionName: 'balanceOf', args })),
      ).toBe(shares);
    }
    expect(
      properties[0]?.tradingActivity.map(({ type, tokenAmount, txStatus }) => [type, tokenAmount, txStatus]),
    ).toEqual([
      ['sale', 3, 'confirmed'],
      ['sale', 3, 'confirmed'],
      ['sale', 25, 'confirmed'],
      ['mint', 100, 'confirmed'],
    ]);
    const { candles } = (await server.call(readCandles, { params: { propertyId } })).body;
    expect(candles).toMatchObject([{ open: 10, high: 11.11, low: 10, close: 11.11, shares: 31 }]);
  });

  test('states prices to the cent, and a sale pays its royalty on the price, not on the limit', async () => {
    const propertyId = await issue({ totalShares: 1000, royaltyPercentage: 10 });
    const [ann, ben] = [await trader(1000), await trader(1000)];
    for (const price of [0.29, 1.15, 19.99]) {
      const { body } = await order(city, propertyId, 'sell', 1, price);
      const [block] = await readBlocksAt(server.services.database, [body.order.blockIndex]);
      expect(block?.data['price_cents']).toBe(Math.round(price * 100));
    }
    expect((await order(ann, propertyId, 'buy', 3, 19.99)).body.order.tradedFor).toBe(21.43);
    expect((await order(ann, propertyId, 'sell', 2, 10)).status).toBe(200);
    const { body } = await order(ben, propertyId, 'buy', 2, 50);
    expect(body.fills).toEqual([{ shares: 2, pricePerShare: 10, royalty: 2 }]);
    expect(await cashOf(ann)).toEqual({ free: 1000 - 21.43 + 18, held: 0 });
    expect(await cashOf(ben)).toEqual({ free: 980, held: 0 });
  });

  test('that has expired returns what it held to its own account and side alone', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const [ann, ben] = [await trader(100), await trader(100)];
    await order(ann, propertyId, 'buy', 10, 10, { expirationDays: 1 });
    await order(city, propertyId, 'sell', 10, 90, { expirationDays: 1 });
    server.clock.advance(2 * 86_400_000);
    // The expired purchase of another account, and the expired sale, give this one no cash.
    expect((await order(ben, propertyId, 'buy', 11, 10)).problem.code).toBe('market.not_enough_cash');
    expect((await order(ann, propertyId, 'buy', 10, 10)).status).toBe(200);
  });

  test('is refused while a hundred others of the account wait', async () => {
    const propertyId = await issue({ totalShares: 200 });
    const answers = await Promise.all(Array.from({ length: 102 }, () => order(city, propertyId, 'sell', 1, 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.find(({ status }) => status !== 200);
    expect([refused?.status, refused?.problem.code]).toEqual([409, 'market.too_many_orders']);
  });

  test('needs cash or shares that no other order holds, and changes nothing without them', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(100);
    expect((await order(ann, propertyId, 'buy', 6, 10)).status).toBe(200);
    const poor = await order(ann, propertyId, 'buy', 5, 10);
    expect([poor.status, poor.problem.code]).toEqual([409, 'market.not_enough_cash']);
    expect((await order(ann, propertyId, 'sell', 1, 20)).problem.code).toBe('market.not_enough_shares');
    expect(await cashOf(ann)).toEqual({ free: 40, held: 60 });
    expect((await book(propertyId)).bids).toEqual([{ pricePerShare: 10, shares: 6, orders: 1 }]);
  });

  test('is canceled by its account alone, which frees what it held', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const [ann, ben] = [await trader(100), await trader(0)];
    const { orderId } = (await order(ann, propertyId, 'buy', 6, 10)).body.order;
    const foreign = await server.call(cancelOrder, { params: { orderId } }, { as: ben });
    expect([foreign.status, foreign.problem.code]).toEqual([404, 'market.order_not_found']);
    const first = await server.call(cancelOrder, { params: { orderId } }, { as: ann });
    expect(first.body).toMatchObject({ status: 'canceled', open: 0, filled: 0 });
    expect((await server.call(cancelOrder, { params: { orderId } }, { as: ann })).body).toEqual(first.body);
    expect(await cashOf(ann)).toEqual({ free: 100, held: 0 });
  });

  test('is placed once if repeated with its key', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(100);
    const body = { propertyId, type: 'buy' as const, shareAmount: 2, pricePerShare: 10 };
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call(tradeShares, { body }, { as: ann, key: 'the-same-purchase' })),
    );
    expect(answers.map(({ status, problem }) => (status === 200 ? 200 : problem))).toEqual([200, 200, 200]);
    expect(new Set(answers.map((one) => one.body.order.orderId)).size).toBe(1);
    expect(await cashOf(ann)).toEqual({ free: 80, held: 20 });
    const other = await server.call(
      tradeShares,
      { body: { ...body, shareAmount: 3 } },
      { as: ann, key: 'the-same-purchase' },
    );
    expect(other.problem.code).toBe('request.idempotency_mismatch');
  });

  test('is found by its key, and an order that arrives after its look-up found nothing is refused', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(100);
    const lookUp = (key: string, as = ann) => server.call(lookUpOrder, { body: { key } }, { as });
    await order(city, propertyId, 'sell', 1, 9);
    const body = { propertyId, type: 'buy' as const, shareAmount: 2, pricePerShare: 10 };
    const placed = await server.call(tradeShares, { body }, { as: ann, key: 'found' });
    expect((await lookUp('found')).body.answer).toMatchObject({
      order: { orderId: placed.body.order.orderId, filled: 1, open: 1 },
      fills: [{ shares: 1, pricePerShare: 9 }],
    });
    expect((await lookUp('found', city)).body.answer).toBeNull();
    expect((await lookUp('late')).body.answer).toBeNull();
    const late = await server.call(tradeShares, { body }, { as: ann, key: 'late' });
    expect(late.problem.code).toBe('request.idempotency_mismatch');
    expect(await cashOf(ann)).toEqual({ free: 81, held: 10 });
  });

  test('concurrent with its look-up is either found or refused', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(100);
    const body = { propertyId, type: 'buy' as const, shareAmount: 1, pricePerShare: 1 };
    for (const key of ['race-1', 'race-2', 'race-3', 'race-4', 'race-5', 'race-6', 'race-7', 'race-8']) {
      const [placed, found] = await Promise.all([
        server.call(tradeShares, { body }, { as: ann, key }),
        server.call(lookUpOrder, { body: { key } }, { as: ann }),
      ]);
      expect(placed.status === 200).toBe(found.body.answer !== null);
      if (found.body.answer !== null) expect(found.body.answer.order.orderId).toBe(placed.body.order.orderId);
    }
  });

  test('may be immediate, all or nothing, or post only', async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(1000);
    await order(city, propertyId, 'sell', 4, 10);
    expect((await order(ann, propertyId, 'buy', 5, 10, { timeInForce: 'FOK' })).problem.code).toBe(
      'market.cannot_fill_all',
    );
    expect((await order(ann, propertyId, 'buy', 5, 10, { postOnly: true })).problem.code).toBe('market.would_trade');
    expect(await cashOf(ann)).toEqual({ free: 1000, held: 0 });
    const { body } = await order(ann, propertyId, 'buy', 5, 10, { timeInForce: 'IOC' });
    expect(body.order).toMatchObject({ status: 'canceled', filled: 4, open: 0, tradedFor: 40 });
    expect(await cashOf(ann)).toEqual({ free: 960, held: 0 });
  });

  test('below the minimum purchase is refused, unless it takes all that is offered', async () => {
    const propertyId = await issue({ totalShares: 10, minimumPurchase: 5 });
    const ann = await trader(1000);
    await order(city, propertyId, 'sell', 8, 10);
    const small = await order(ann, propertyId, 'buy', 4, 10);
    expect([small.status, small.problem.errors?.[0]?.pointer]).toEqual([400, '/shareAmount']);
    expect((await order(ann, propertyId, 'buy', 5, 10)).status).toBe(200);
    // Three are left, at $10.
    for (const [shares, price] of [
      [3, 9],
      [2, 10],
      [4, 10],
    ] as const)
      expect((await order(ann, propertyId, 'buy', shares, price)).status).toBe(400);
    expect((await order(ann, propertyId, 'buy', 3, 10)).body.order).toMatchObject({ status: 'filled' });
    // No sale is open: a small purchase would wait.
    expect((await order(ann, propertyId, 'buy', 1, 10)).status).toBe(400);
    // An account's own sale offers nothing to it.
    expect((await order(ann, propertyId, 'sell', 1, 10)).status).toBe(200);
    expect((await order(ann, propertyId, 'buy', 1, 10)).status).toBe(400);
    expect((await order(city, propertyId, 'sell', 1, 10)).status).toBe(200);
    expect((await order(ann, propertyId, 'buy', 2, 10)).status).toBe(400);
    expect((await order(ann, propertyId, 'buy', 1, 10)).body.order.filled).toBe(1);
  });

  test('for shares that are not public is refused', async () => {
    const propertyId = await issue({ totalShares: 10, allowPublicTrading: false });
    expect((await order(await trader(100), propertyId, 'buy', 1, 10)).problem.code).toBe('market.may_not_receive');
  });
});

test('an expired order trades no more, and the next block about the shares returns what it held', async () => {
  const propertyId = await issue({ totalShares: 10 });
  const [ann, ben] = [await trader(100), await trader(100)];
  const sale = (await order(city, propertyId, 'sell', 4, 10, { expirationDays: 2 })).body.order;
  const bid = (await order(ann, propertyId, 'buy', 2, 9, { expirationDays: 1 })).body.order;
  expect(await cashOf(ann)).toEqual({ free: 82, held: 18 });
  server.clock.advance(2 * 86_400_000);
  expect(await book(propertyId)).toMatchObject({ bids: [], asks: [] });
  const bought = (await order(ben, propertyId, 'buy', 3, 10)).body;
  expect([bought.fills, bought.order.status]).toEqual([[], 'open']);
  const [block] = await readBlocksAt(server.services.database, [bought.order.blockIndex]);
  const closed = block?.data['closed'] as { order: number; shares: number; why: string }[];
  expect(closed.toSorted((a, b) => a.order - b.order)).toEqual([
    { order: sale.blockIndex, shares: 4, why: 'expired' },
    { order: bid.blockIndex, shares: 2, why: 'expired' },
  ]);
  expect(await cashOf(ann)).toEqual({ free: 100, held: 0 });
  expect(await sharesOf(city, propertyId)).toMatchObject({ shares: 10, held: 0 });
  const [own] = (await server.call(listOrders, { query: { propertyId } }, { as: ann })).body.orders;
  expect(own).toMatchObject({ orderId: bid.orderId, status: 'expired', open: 0 });
  await sendCalls({ ...server.services, network: server.services });
  expect((await server.call(readMarketData, {})).body.network.refusedCalls).toBe(0);
});

test('cash paid in counts once for each receipt, and its block names the administrator who recorded it but not the owner', async () => {
  const ann = await trader(0);
  const record = (amount: number) =>
    server.call(recordCash, { body: { username: ann.username, amount, reference: 'Receipt of Ann' } }, { as: admin });
  const [first, again] = [await record(12.5), await record(12.5)];
  expect(again.body).toMatchObject({ block: first.body.block, txHash: first.body.txHash });
  expect((await record(99)).problem.code).toBe('request.idempotency_mismatch');
  expect(await cashOf(ann)).toEqual({ free: 12.5, held: 0 });
  const [block] = await readBlocksAt(server.services.database, [first.body.block.index]);
  const { address } = await portfolio(ann);
  const facts = { action: 'market.cash_received', address, cents: 1250, source: 'Receipt of Ann' };
  expect(block?.data).toEqual({ ...facts, user: admin.username });
});

test('of ten buyers of the last share one gets it, nine get the reason, and cash and shares are conserved', async () => {
  const propertyId = await issue({ totalShares: 1 });
  await order(city, propertyId, 'sell', 1, 10);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => trader(10)));
  const before = (await cashOf(city)).free;
  const answers = await Promise.all(buyers.map((one) => order(one, propertyId, 'buy', 1, 10, { timeInForce: 'FOK' })));
  expect(answers.map(({ status, problem }) => (status === 200 ? 200 : problem.code)).toSorted()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 'market.cannot_fill_all'),
  ]);
  const cash = await Promise.all(buyers.map(cashOf));
  expect(cash.reduce((sum, { free, held }) => sum + free + held, 0)).toBe(90);
  expect((await cashOf(city)).free).toBe(before + 10);
  const owned = await Promise.all(buyers.map((one) => sharesOf(one, propertyId)));
  expect(owned.filter((one) => one?.shares === 1)).toHaveLength(1);
});

test('two servers trade in one book, and neither fills an order twice', async () => {
  const second = await startTestServer({ beside: server.database });
  const propertyId = await issue({ totalShares: 40 });
  await order(city, propertyId, 'sell', 40, 1);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => trader(100)));
  const answers = await Promise.all(
    buyers.flatMap((as, n) =>
      [1, 2, 3].map(() =>
        (n % 2 === 0 ? server : second).call(
          tradeShares,
          { body: { propertyId, type: 'buy', shareAmount: 3, pricePerShare: 1, timeInForce: 'IOC' } },
          { as },
        ),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.reduce((sum, { body }) => sum + body.order.filled, 0)).toBe(40);
  expect(await sharesOf(city, propertyId)).toBeUndefined();
  await second.stop();
});

test('an order recorded while the clock was ahead is sent once its time has come, and the contract accepts it', async () => {
  const hour = 3_600_000;
  const sendAll = () => sendCalls({ ...server.services, network: server.services, clock: server.clock });
  const propertyId = await issue({ totalShares: 10 });
  await sendAll();
  const status = async (orderId: string) =>
    (await server.call(listOrders, { query: { propertyId } }, { as: city })).body.orders.find(
      (one) => one.orderId === orderId,
    )?.txStatus;
  server.clock.advance(hour);
  const ahead = (await order(city, propertyId, 'sell', 1, 10)).body.order.orderId;
  server.clock.advance(-hour);
  const behind = (await order(city, propertyId, 'sell', 1, 11)).body.order.orderId;
  await sendAll();
  expect([await status(ahead), await status(behind)]).toEqual(['queued', 'queued']);
  server.clock.advance(hour);
  await sendAll();
  await sendAll();
  expect([await status(ahead), await status(behind)]).toEqual(['confirmed', 'confirmed']);
});

test('orders are listed by account, newest first, open or closed', async () => {
  const propertyId = await issue({ totalShares: 10 });
  const ann = await trader(100);
  const ids = [];
  for (const price of [1, 2, 3]) ids.unshift((await order(ann, propertyId, 'buy', 1, price)).body.order.orderId);
  const list = async (query: object) =>
    (await server.call(listOrders, { query: { propertyId, ...query } }, { as: ann })).body.orders.map(
      ({ orderId }) => orderId,
    );
  expect(await list({})).toEqual(ids);
  await server.call(cancelOrder, { params: { orderId: ids[1] ?? '' } }, { as: ann });
  expect(await list({ status: 'open' })).toEqual([ids[0], ids[2]]);
  expect(await list({ status: 'closed' })).toEqual([ids[1]]);
  expect((await server.call(listOrders, {}, { as: await trader(0) })).body.orders).toEqual([]);
});

describe('the comparison with the blocks', () => {
  beforeAll(async () => {
    const propertyId = await issue({ totalShares: 10 });
    const ann = await trader(100);
    await order(city, propertyId, 'sell', 4, 10);
    await order(ann, propertyId, 'buy', 5, 10, { timeInForce: 'IOC' });
    await order(ann, propertyId, 'buy', 1, 2);
  });

  test.each([
    [
      'market_cash',
      'update market_cash set free_cents = free_cents + 100 where custody_id = (select custody_id from market_cash limit 1)',
    ],
    ['market_holdings', 'update market_holdings set held = shares where shares > 0'],
    ['market_orders', `update market_orders set price_cents = price_cents + 1 where ended = 'filled'`],
    ['market_orders', 'delete from market_orders where open > 0'],
    ['market_fills', 'update market_fills set price_cents = price_cents - 1'],
    ['market_fills', 'update market_fills set buyer_id = seller_id'],
    ['market_postings', `delete from market_postings where reason = 'return'`],
    ['market_postings', `update market_postings set reason = 'income_claimed' where reason = 'cash_received'`],
    ['market_postings', `update market_postings set reason = 'order' where reason = 'trade'`],
    [
      'market_calls',
      'update market_calls set raw = (select raw from market_calls order by nonce desc limit 1) where sequence = 2',
    ],
    ['market_calls', 'delete from market_calls where sequence = (select max(sequence) from market_calls)'],
  ])('finds a change of %s: %s', async (table, change) => {
    expect(await problemsOf(server)).toEqual([]);
    expect((await problemsAfter(server, table, change)).map((one) => one.split(':')[0])).toContain(table);
    expect(await problemsOf(server)).toEqual([]);
  });
});

// Last, because unused sessions end while days pass.
test('an expired order gives nothing to the other side of its account: shares are no cash, and cash is no shares', async () => {
  const propertyId = await issue({ totalShares: 100 });
  const ann = await trader(110);
  await order(city, propertyId, 'sell', 10, 1);
  await order(ann, propertyId, 'buy', 10, 1);
  await order(ann, propertyId, 'sell', 10, 50, { expirationDays: 1 });
  server.clock.advance(2 * 86_400_000);
  expect((await order(ann, propertyId, 'buy', 1, 100.05)).problem.code).toBe('market.not_enough_cash');
  await order(ann, propertyId, 'buy', 1, 20, { expirationDays: 1 });
  server.clock.advance(2 * 86_400_000);
  expect((await order(ann, propertyId, 'sell', 11, 50)).problem.code).toBe('market.not_enough_shares');
});
