import { type Hex, parseTransaction } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueShares, listOrders, tradeShares } from '#domains/market/contract.ts';
import { sendCalls } from '#domains/market/server/calls/send-calls.ts';
import { registerParcel } from '#domains/market/server/properties.fixture.ts';
import { rebuildMarket } from '#domains/market/server/rebuild-market.ts';
import { hasAnvil } from '#platform/server/evm/testing/engines.fixture.ts';
import { CONFIRMATIONS, openOnAnvil, type ServerOnChain } from '#tests/digital-payments/chains.fixture.ts';
import type { TestAccount } from '#tests/support/test-server.ts';

const GWEI = 10n ** 9n;

describe.skipIf(!hasAnvil)('a call that may pay less than the network requires', () => {
  let place: ServerOnChain;
  let city: TestAccount;
  let propertyId: string;
  beforeAll(async () => {
    place = await openOnAnvil();
    const { server } = place;
    city = await server.account('government');
    const { address } = await server.services.chain.account('market');
    await place.act('anvil_setBalance', address, '0x56bc75e2d63100000');
    propertyId = await registerParcel(server);
    await server.call(issueShares, { body: { propertyId, totalShares: 100 } }, { as: city });
    await send();
    await place.mine(CONFIRMATIONS);
    await send();
    await place.act('evm_setAutomine', false);
  });
  afterAll(() => place.stop());

  const send = () => sendCalls({ ...place.server.services, network: place.server.services });
  const ask = (method: string, ...params: unknown[]) => place.server.services.chain.request({ method, params });
  const setBaseFee = (wei: bigint) => place.act('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`);

  async function sell() {
    const body = { propertyId, type: 'sell', shareAmount: 1, pricePerShare: 5 } as const;
    return (await place.server.call(tradeShares, { body }, { as: city })).body.order;
  }
  async function read(orderId: string) {
    const { body } = await place.server.call(listOrders, { query: {} }, { as: city });
    return body.orders.find((one) => one.orderId === orderId);
  }
  const attempts = async () =>
    (await place.server.database.sql(`
      select '0x' || encode(hash, 'hex') as hash, '0x' || encode(raw, 'hex') as raw from market_call_attempts order by nonce, attempt
    `)) as { hash: Hex; raw: Hex }[];
  const rebuild = () => rebuildMarket(place.server.services, { repair: false });

  test('is sent again with a higher fee, and its order names the hash that was mined', async () => {
    const { orderId, txHash } = await sell();
    await send();
    expect(await attempts()).toEqual([]);
    await setBaseFee(100n * GWEI);
    await send();
    await send();
    const [attempt, ...more] = await attempts();
    expect(more).toEqual([]);
    await place.mine(CONFIRMATIONS);
    await send();
    expect(await ask('eth_getTransactionReceipt', txHash)).toBeNull();
    expect(await ask('eth_getTransactionReceipt', attempt?.hash)).toMatchObject({ status: '0x1' });
    expect(await read(orderId)).toMatchObject({ txHash: attempt?.hash, txStatus: 'confirmed' });
    expect(await rebuild()).toEqual([]);
  });

  test('counts once if the network accepts its first bytes after all', async () => {
    await setBaseFee(GWEI);
    await place.mine(1);
    const { orderId, txHash } = await sell();
    await send();
    const raw = (await ask('eth_getRawTransactionByHash', txHash)) as Hex;
    await setBaseFee(100n * GWEI);
    await send();
    expect(await attempts()).toHaveLength(2);
    await place.act('anvil_dropAllTransactions');
    await setBaseFee(GWEI);
    await ask('eth_sendRawTransaction', raw);
    await setBaseFee(GWEI);
    await place.mine(CONFIRMATIONS);
    await send();
    expect(await read(orderId)).toMatchObject({ txHash, txStatus: 'confirmed' });
    expect(await rebuild()).toEqual([]);
  });

  test('waits if the network requires more than is allowed', async () => {
    await setBaseFee(GWEI);
    await place.mine(1);
    const { orderId, txHash } = await sell();
    await send();
    await setBaseFee(5000n * GWEI);
    const before = (await attempts()).length;
    // The attempt pays the allowed maximum, and no higher one is signed.
    for (let round = 0; round < 3; round += 1) await expect(send()).rejects.toThrow('max fee per gas');
    expect((await attempts()).slice(before).map(({ raw }) => parseTransaction(raw).maxFeePerGas)).toEqual([
      500n * GWEI,
    ]);
    await setBaseFee(GWEI);
    await send();
    await place.mine(CONFIRMATIONS);
    await send();
    const order = await read(orderId);
    expect(order?.txStatus).toBe('confirmed');
    expect(order?.txHash).not.toBe(txHash);
  });

  test('the comparison names an attempt that calls anything else', async () => {
    await place.server.database.sql(`
      update market_call_attempts set raw = (select raw from market_calls where nonce = 0), hash = (select hash from market_calls where nonce = 0)
      where nonce = (select max(nonce) from market_call_attempts)
    `);
    expect((await rebuild()).map(({ projection }) => projection)).toEqual(['market_call_attempts', 'market_calls']);
  });
});
