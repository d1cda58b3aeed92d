import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  changeReceiver,
  issueShares,
  listOrders,
  listReceivers,
  readPortfolio,
  tradeShares,
} from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { registerOwned } from '../properties.fixture.ts';
import { rebuildMarket } from '../rebuild-market.ts';
import { createTrader } from '../traders.fixture.ts';
import { openReader } from '../wallets/deploy-for-tests.fixture.ts';

let server: TestServer;
let city: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
});
afterAll(() => server.stop());

const buyer = () => createTrader(server, 1000);

/** Issues shares that are not public, of a property that a resident owns. */
async function issue(): Promise<{ owner: TestAccount; propertyId: string; tokenId: string; contract: Hex }> {
  const owner = await server.account('resident');
  const propertyId = await registerOwned(server, owner);
  const { body } = await server.call(issueShares, { body: { propertyId, allowPublicTrading: false } }, { as: owner });
  return { owner, propertyId, tokenId: body.tokenId, contract: body.contractAddress as Hex };
}

const change = (as: TestAccount, propertyId: string, { username }: TestAccount, allowed = true) =>
  server.call(changeReceiver, { params: { propertyId }, body: { username, allowed } }, { as });
const list = async (as: TestAccount, propertyId: string) =>
  (await server.call(listReceivers, { params: { propertyId } }, { as })).body;
const order = (as: TestAccount, propertyId: string, type: 'buy' | 'sell', shares: number, price = 2) =>
  server.call(tradeShares, { body: { propertyId, type, shareAmount: shares, pricePerShare: price } }, { as });
const addressOf = async (as: TestAccount) => (await server.call(readPortfolio, {}, { as })).body.address as Hex;

async function sendAll(): Promise<void> {
  await sendCalls({ ...server.services, network: server.services });
  const calls = await server.database.sql(`select nonce from market_calls where state <> 'confirmed'`);
  expect(calls).toEqual([]);
}
const problems = async () =>
  (await rebuildMarket(server.services, { repair: false })).flatMap(({ examples }) => examples);

describe('shares that are not public', () => {
  test('are bought by accounts that the issuer allows, in the book, on the ledger and on the network alike', async () => {
    const { owner, propertyId, tokenId, contract } = await issue();
    const [ann, ben] = [await buyer(), await buyer()];
    await order(owner, propertyId, 'sell', 50);
    expect((await order(ann, propertyId, 'buy', 5)).problem.code).toBe('market.may_not_receive');
    expect(await list(ann, propertyId)).toEqual({
      ...{ allowPublicTrading: false, decidedBy: 'owner', mayDecide: false, mayReceive: false, receivers: [] },
    });

    const { status, body } = await change(owner, propertyId, ann);
    expect(status).toBe(200);
    const [block] = await readBlocksAt(server.services.database, [body.block.index]);
    expect(block?.hash).toBe(body.block.hash);
    expect(block?.data).toEqual({
      action: 'market.receiver_allowed',
      property_id: propertyId,
      token: Number(tokenId),
      address: await addressOf(ann),
      allowed: true,
    });
    expect((await change(owner, propertyId, ann)).body.block).toEqual(body.block);
    expect(await list(ann, propertyId)).toMatchObject({ mayReceive: true, receivers: [] });
    expect((await list(owner, propertyId)).receivers.map(({ username }) => username)).toEqual([ann.username]);

    expect((await order(ann, propertyId, 'buy', 5)).body.order).toMatchObject({ status: 'filled' });
    expect((await order(ben, propertyId, 'buy', 5)).problem.code).toBe('market.may_not_receive');
    await sendAll();
    const read = { address: contract, abi: propertyShares.abi } as const;
    const args = [BigInt(tokenId), await addressOf(ann)] as const;
    expect(await openReader(server).readContract({ ...read, functionName: 'mayReceive', args })).toBe(true);
    expect(
      await openReader(server).readContract({ ...read, functionName: 'balanceOf', args: [args[1], args[0]] }),
    ).toBe(5n);
    expect(await problems()).toEqual([]);
  });

  test('cannot be bought by a removed account: its open purchase is canceled first, and no call of the contract fails', async () => {
    const { owner, propertyId } = await issue();
    const ann = await buyer();
    await change(owner, propertyId, ann);
    expect((await order(ann, propertyId, 'buy', 10)).body.order).toMatchObject({ status: 'open' });
    expect((await change(owner, propertyId, ann, false)).status).toBe(200);
    await order(owner, propertyId, 'sell', 10);
    const { body } = await server.call(listOrders, { query: { propertyId } }, { as: ann });
    expect(body.orders.map(({ status, filled }) => ({ status, filled }))).toEqual([{ status: 'canceled', filled: 0 }]);
    expect((await server.call(readPortfolio, {}, { as: ann })).body.cash).toEqual({ free: 1000, held: 0 });
    expect((await order(ann, propertyId, 'buy', 1)).problem.code).toBe('market.may_not_receive');
    await sendAll();
    expect(await problems()).toEqual([]);
  });

  test('stay consistent while an account buys and is removed at the same time', async () => {
    const { owner, propertyId } = await issue();
    const ann = await buyer();
    await order(owner, propertyId, 'sell', 500);
    for (let round = 0; round < 4; round += 1) {
      await change(owner, propertyId, ann);
      await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => order(ann, propertyId, 'buy', 1, n % 2 === 0 ? 2 : 1)),
        change(owner, propertyId, ann, false),
      ]);
      const { body } = await server.call(listOrders, { query: { propertyId, status: 'open' } }, { as: ann });
      expect(body.orders).toEqual([]);
    }
    await sendAll();
    expect(await problems()).toEqual([]);
  });

  test('go to receivers that only the issuer and the city decide about', async () => {
    const { owner, propertyId } = await issue();
    const ann = await buyer();
    expect((await change(ann, propertyId, ann)).problem.code).toBe('request.forbidden');
    const other = await server.account('resident');
    expect((await change(other, propertyId, ann)).problem.code).toBe('market.may_not_allow');
    expect((await change(owner, propertyId, ann, false)).problem.code).toBe('market.receiver_not_found');
    expect((await change(owner, propertyId, { username: 'nobody-at-all' } as TestAccount)).problem.code).toBe(
      'participants.account_not_found',
    );
    const { body } = await change(city, propertyId, ann);
    const [block] = await readBlocksAt(server.services.database, [body.block.index]);
    expect(block?.data['user']).toBe(city.username);
    expect(JSON.stringify(block?.data)).not.toContain(ann.username);
    const open = await registerOwned(server, owner);
    await server.call(issueShares, { body: { propertyId: open } }, { as: owner });
    expect((await change(owner, open, ann)).problem.code).toBe('market.shares_public');
  });
});

test('the comparison with the blocks finds an account that no block allowed', async () => {
  expect(await problems()).toEqual([]);
  await server.database.sql('update market_receivers set is_allowed = not is_allowed');
  expect((await problems()).join()).toMatch(/is (true|false) by block \d+ and not (true|false) by block \d+/);
  await server.database.sql('update market_receivers set is_allowed = not is_allowed');
});
