import { sql } from 'kysely';
import { domains as known } from '#app/server/domains.ts';
import { issueShares, recordCash, tradeShares } from '#domains/market/contract.ts';
import type { Order } from '#domains/market/server/trading/book/order.ts';
import { OrderBook } from '#domains/market/server/trading/book/order-book.ts';
import { importRoll } from '#domains/registry/contract.ts';
import { openCalls } from './registry-calls.ts';
import type { Row } from './report.ts';
import { rateOf, type Workspace } from './workspace.ts';

const ORDERS = 500_000;
const LASTS = 20_000;
const CALLERS = 256;
const SECONDS = 10;
/** How long the network is measured while it executes the waiting calls. */
const DRAIN_SECONDS = 60;
const TOKENS = 8;
/** The target average that the chain settles: 1.7 million orders a day. */
const SUSTAINED = 20;
const SHARES = 1_000_000;

/** Measures matching alone: orders of 500 accounts around one price, most of which trade, and some of which expire. */
export async function measureBook(): Promise<Row> {
  const book = new OrderBook();
  const below = createDraws();
  let matched = 0;
  const begun = performance.now();
  for (let orderId = 0; orderId < ORDERS; orderId += 1) {
    book.sweep(orderId);
    const shares = 1 + below(50);
    const order: Order = {
      orderId,
      account: `account-${below(500)}`,
      side: below(2) === 0 ? 'buy' : 'sell',
      shares,
      price: 950 + below(100),
      remainder: 'rest',
      expiresAt: orderId + LASTS,
      open: shares,
    };
    if (book.refuses(order) === undefined && book.place(order).fills.length > 0) matched += 1;
  }
  const perSecond = ORDERS / ((performance.now() - begun) / 1000);
  return {
    what: `order book in memory, one core, ${Math.round((100 * matched) / ORDERS)} % of the orders trade at once`,
    measured: `${Math.round(perSecond).toLocaleString('en-US')} orders/s`,
    against: '100,000/s',
    ratio: perSecond / 100_000,
    bar: 1,
  };
}

/** Returns a function that draws whole numbers below a bound: the same in each run (mulberry32). */
function createDraws(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/**
 * Measures purchases that trade immediately, each with its block, postings and signed call, for ten seconds, while the
 * embedded chain executes the calls on the same cores. Also measures the orders that it settles afterwards.
 */
export async function measureOrders(place: Workspace): Promise<Row[]> {
  const { database, domains } = place.services;
  const city = await openCalls(place);
  const propertyIds = Array.from({ length: TOKENS }, (_, n) => `BOOK-${n}`);
  const parcels = propertyIds.map((propertyId, n) => ({
    propertyId,
    address: `${n + 1} Book Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 1000,
  }));
  await city(importRoll, { body: { parcels } });
  for (const propertyId of propertyIds) {
    await city(issueShares, { body: { propertyId, totalShares: SHARES, sharePrice: 1 } });
    await city(tradeShares, { body: { propertyId, type: 'sell', shareAmount: SHARES, pricePerShare: 1 } });
  }
  const buyers = await Promise.all(
    Array.from({ length: CALLERS }, async (_, n) => {
      const username = `buyer-${n}`;
      const calls = await openCalls(place, { username, role: 'other' });
      await city(recordCash, { body: { username, amount: 1_000_000, reference: `Bench ${n}` } });
      return calls;
    }),
  );
  const sending = domains[known.findIndex(({ name }) => name === 'market')]?.start?.();
  let turn = 0;
  const buy = async () => {
    turn += 1;
    const propertyId = propertyIds[turn % TOKENS] ?? '';
    await buyers[turn % CALLERS]?.(tradeShares, { body: { propertyId, shareAmount: 1, pricePerShare: 1 } });
  };
  const perSecond = await rateOf(buy, CALLERS, SECONDS);
  const { waiting, orders, settled } = await drain();
  await sending?.stop();
  const burst = `orders that trade at once, ${CALLERS} callers, ${SECONDS} s`;
  return [
    {
      what: burst,
      measured: `${Math.round(perSecond).toLocaleString('en-US')}/s`,
      against: '2,000/s',
      ratio: perSecond / 2000,
      bar: 1,
    },
    {
      what: `orders that the embedded chain settles afterwards: ${orders.toLocaleString('en-US')} wait in ${waiting} calls, for ${Math.round(orders / settled).toLocaleString('en-US')} s`,
      measured: `${Math.round(settled).toLocaleString('en-US')}/s`,
      against: `${SUSTAINED}/s, day and night`,
      ratio: settled / SUSTAINED,
      bar: 1,
    },
  ];

  /**
   * Returns the number of calls that waited for the network after the burst, and the orders a second that it then
   * settled.
   */
  async function drain(): Promise<{ waiting: number; orders: number; settled: number }> {
    const begun = performance.now();
    const before = await countWaiting();
    let now = before;
    while (now.orders > 0 && performance.now() - begun < DRAIN_SECONDS * 1000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      now = await countWaiting();
    }
    const seconds = (performance.now() - begun) / 1000;
    return { waiting: before.calls, orders: before.orders, settled: (before.orders - now.orders) / seconds };
  }

  async function countWaiting(): Promise<{ calls: number; orders: number }> {
    const { rows } = await sql<{ calls: number; orders: number }>`
      select count(distinct nonce) as calls, count(order_id) as orders from market_calls left join market_orders on call_nonce = nonce
      where state in ('queued', 'sent')
    `.execute(database);
    return rows[0] ?? { calls: 0, orders: 0 };
  }
}
