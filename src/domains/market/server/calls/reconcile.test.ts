import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueShares, readMarketData, recordCash, tradeShares } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from '../properties.fixture.ts';
import { openMarketChain } from './market-chain.ts';
import { FIRST_PLACE, type Place, reconcile } from './reconcile.ts';
import { sendCalls } from './send-calls.ts';

let server: TestServer;
let city: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
  ann = await server.account('shipper');
  const body = { username: ann.username, amount: 1000, reference: 'Receipt of Ann' };
  await server.call(recordCash, { body }, { as: await server.account('administrator') });
});
afterAll(() => server.stop());

const order = (as: TestAccount, propertyId: string, type: 'buy' | 'sell') =>
  server.call(tradeShares, { body: { propertyId, type, shareAmount: 2, pricePerShare: 5 } }, { as });

/** Issues shares, and Ann buys two of them. */
async function traded(): Promise<string> {
  const propertyId = await registerParcel(server);
  await server.call(issueShares, { body: { propertyId, totalShares: 10 } }, { as: city });
  await order(city, propertyId, 'sell');
  expect((await order(ann, propertyId, 'buy')).body.order.status).toBe('filled');
  return propertyId;
}

const differences = async () => (await server.call(readMarketData, {})).body.network.differences;

/** Compares on a network that does something when it is opened, or at the first request. */
function compare(
  from: Place = FIRST_PLACE,
  meanwhile?: () => Promise<unknown>,
  opening?: () => Promise<unknown>,
): Promise<Place> {
  const { database, clock, log } = server.services;
  let waits = meanwhile;
  const request: typeof server.services.chain.request = async (asked) => {
    const answer = await server.services.chain.request(asked);
    const now = asked.method === 'eth_call' ? waits : undefined;
    if (now !== undefined) waits = undefined;
    await now?.();
    return answer;
  };
  const chain = { ...server.services.chain, request };
  const network = openMarketChain({ database, chain, clock, log, publicUrl: '', namedContracts: new Map() });
  let opens = opening;
  const find = async () => {
    const now = opens;
    opens = undefined;
    await now?.();
    return network.find();
  };
  return reconcile({ database, network: { chain, find }, log }, from);
}

test('trading continues while records equal the contracts; shares that differ halt their token, and cash that differs halts all', async () => {
  const [quiet, moved] = [await traded(), await traded()];
  await compare();
  // Calls that wait are no difference.
  expect(await differences()).toBe(0);
  await sendCalls({ ...server.services, network: server.services });
  await compare();
  expect(await differences()).toBe(0);

  await server.database.sql(`
    update market_holdings set shares = case when shares = 2 then 3 else 7 end
    where token_id = (select token_id from market_issues where property_id = '${moved}')
  `);
  await compare();
  expect(await differences()).toBe(1);
  const halted = await order(city, moved, 'sell');
  expect([halted.status, halted.problem.detail]).toEqual([503, expect.stringContaining('these shares is halted')]);
  expect((await order(city, quiet, 'sell')).status).toBe(200);

  await server.database.sql('update market_cash set free_cents = free_cents + 1 where free_cents > 0');
  await sendCalls({ ...server.services, network: server.services });
  await compare();
  expect((await order(city, quiet, 'sell')).problem.detail).toContain('Trading is halted');
});

test('compares what open orders hold while other calls wait', async () => {
  await server.database.sql('delete from market_halts');
  const [first, second, busy] = [await traded(), await traded(), await traded()];
  await order(city, first, 'sell');
  await order(city, second, 'sell');
  await sendCalls({ ...server.services, network: server.services });
  // Undoes the changes of the previous test.
  await server.database.sql('update market_cash set free_cents = free_cents - 1 where free_cents % 100 = 1');
  // Never at rest: this one waits to be sent.
  expect((await order(ann, busy, 'sell')).status).toBe(200);
  await server.database.sql('delete from market_halts');
  await compare();
  const before = await differences();
  await server.database.sql(`
    update market_holdings set held = held + 1 where held > 0
      and token_id = (select token_id from market_issues where property_id = '${first}');
    update market_orders set price_cents = price_cents + 1 where open > 0
      and token_id = (select token_id from market_issues where property_id = '${second}')
  `);
  await compare();
  expect(await differences()).toBe(before + 2);
});

test('a trade during the comparison is no difference', async () => {
  const propertyId = await traded();
  const sendAll = () => sendCalls({ ...server.services, network: server.services });
  await sendAll();
  await server.database.sql('delete from market_halts');
  await compare();
  const before = await differences();
  await compare(FIRST_PLACE, async () => {
    expect((await order(ann, propertyId, 'sell')).status).toBe(200);
    await sendAll();
  });
  expect(await differences()).toBe(before);
});

test('a trade before the comparison that waits to be sent is no difference', async () => {
  const propertyId = await traded();
  await sendCalls({ ...server.services, network: server.services });
  await server.database.sql('delete from market_halts');
  await compare();
  const before = await differences();
  await compare(FIRST_PLACE, undefined, async () => {
    expect((await order(ann, propertyId, 'sell')).status).toBe(200);
  });
  expect(await differences()).toBe(before);
});

test('a settlement that is stored with another result than the contract gave it halts all trading', async () => {
  const propertyId = await traded();
  await server.database.sql('delete from market_halts');
  const newest = 'where sequence = (select max(sequence) from market_calls)';
  await server.database.sql(`update market_calls set state = 'confirmed', network_block = 1 ${newest}`);
  await compare();
  expect(await server.database.sql('select reason from market_halts where token_id = 0')).toEqual([
    { reason: expect.stringMatching(/^settlement \d+ is stored as confirmed, and the contract has executed/) },
  ]);
  expect((await order(city, propertyId, 'sell')).problem.detail).toContain('Trading is halted');
  await server.database.sql(`update market_calls set state = 'queued', network_block = null ${newest}`);
});

test('rounds go through all holdings, part by part', async () => {
  await server.database.sql('delete from market_halts');
  const next = await compare({ ...FIRST_PLACE, tokenId: 1_000_000 });
  expect(next).toEqual(FIRST_PLACE);
});
