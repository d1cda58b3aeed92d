import { encodeFunctionData, keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyShares } from '#contracts/artifacts/property-shares.gen.ts';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { issueShares, tradeShares } from '#domains/market/contract.ts';
import { RpcError } from '#platform/server/evm/rpc-error.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from '../properties.fixture.ts';
import { hexOf } from './call-rows.ts';
import { sendCalls } from './send-calls.ts';
import { SENDER } from './sender.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const states = () =>
  server.database.sql<{ nonce: number; state: string; raw: Buffer }>(
    'select nonce::integer, state, raw from market_calls order by nonce',
  );

test('calls behind one that failed to be sent still wait to be sent', async () => {
  const as = await server.account('government');
  for (let n = 0; n < 4; n++)
    await server.call(issueShares, { body: { propertyId: await registerParcel(server), totalShares: 10 } }, { as });
  const calls = await states();
  const failing = calls[2];
  const { chain } = server.services;
  const request: typeof chain.request = (asked) => {
    if (
      asked.method === 'eth_sendRawTransaction' &&
      (asked.params as readonly unknown[])[0] === hexOf(failing?.raw ?? Buffer.alloc(0))
    )
      throw new RpcError(-32_000, 'the endpoint is busy');
    return chain.request(asked);
  };
  await expect(sendCalls({ ...server.services, network: { chain: { ...chain, request } } })).rejects.toThrow('busy');
  const after = await states();
  expect(after.map(({ state }) => state === 'queued')).toEqual(calls.map((_, n) => n >= 2));
});

test('the result of a call is recorded as soon as its block is there, and a round that is stopped ends between blocks', async () => {
  const as = await server.account('government');
  const issued = await Promise.all(
    [1, 2, 3].map(async () => {
      const propertyId = await registerParcel(server);
      await server.call(issueShares, { body: { propertyId, totalShares: 100 } }, { as });
      return propertyId;
    }),
  );
  // A sale takes up to 146,500 gas, and half of a block is 15 million.
  const sales = Array.from({ length: 297 }, (_, n) => ({
    propertyId: issued[n % 3] ?? '',
    type: 'sell' as const,
    shareAmount: 1,
    pricePerShare: 5,
  }));
  const answers = await Promise.all(sales.map((body) => server.call(tradeShares, { body }, { as })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const { chain } = server.services;
  const confirmed = async () => (await states()).filter(({ state }) => state === 'confirmed').length;
  const counts: number[] = [];
  const request: typeof chain.request = async (asked) => {
    if (asked.method === 'eth_sendRawTransaction') counts.push((await confirmed()) - before);
    return await chain.request(asked);
  };
  const stopping = new AbortController();
  const stopped: typeof chain.request = async (asked) => {
    if (asked.method === 'eth_sendRawTransaction') stopping.abort();
    return await chain.request(asked);
  };
  await sendCalls({ ...server.services, network: { chain: { ...chain, request: stopped } } }, stopping.signal);
  const between = (await states()).map(({ state }) => state);
  expect([between.includes('confirmed'), between.at(-1)]).toEqual([true, 'queued']);
  const before = await confirmed();

  await sendCalls({ ...server.services, network: { chain: { ...chain, request } } });
  expect(counts[0]).toBe(0);
  expect(counts.at(-1)).toBeGreaterThan(0);
  expect((await states()).every(({ state }) => state === 'confirmed')).toBe(true);
});

describe('a call that was written into the database', () => {
  const issue = async () => {
    const as = await server.account('government');
    const body = { propertyId: await registerParcel(server), totalShares: 10 };
    return { ...(await server.call(issueShares, { body }, { as })).body, propertyId: body.propertyId };
  };
  const sendAll = () => sendCalls({ ...server.services, network: server.services });
  const sender = async () => (await server.services.chain.account(SENDER)).address;
  const sentBefore = async () =>
    Number(
      await server.services.chain.request({ method: 'eth_getTransactionCount', params: [await sender(), 'latest'] }),
    );

  /** Issues a thousand shares of token 999 to an account of the attacker. */
  const minting = async (to: string, nonce: number, maxFeePerGas: bigint) => ({
    type: 'eip1559' as const,
    chainId: await server.services.chain.chainId(),
    nonce,
    to: to as `0x${string}`,
    data: encodeFunctionData({
      abi: propertyShares.abi,
      functionName: 'issue',
      args: [999n, [`0x${'ab'.repeat(32)}`], [1000n], `0x${'ab'.repeat(32)}`, 0n, true],
    }),
    gas: 1_000_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: 0n,
  });

  /** Expects that calls before this nonce are sent, that it is not, and that trading is halted until the row is gone. */
  async function expectRefused(nonce: number, propertyId: string, problem: string): Promise<void> {
    const attempts = 'select count(*)::integer as count from market_call_attempts';
    const [before] = await server.database.sql<{ count: number }>(attempts);
    await expect(sendAll()).rejects.toThrow(problem);
    expect(await sentBefore()).toBe(nonce);
    expect((await states()).find((call) => call.nonce === nonce)?.state).toBe('queued');
    expect(await server.database.sql(attempts)).toEqual([before]);
    const halts = await server.database.sql<{ reason: string }>(
      'select token_id::integer as token, reason from market_halts',
    );
    expect(halts).toEqual([{ token: 0, reason: expect.stringContaining(problem) }]);
    const body = { propertyId, type: 'sell' as const, shareAmount: 1, pricePerShare: 5 };
    const order = await server.call(tradeShares, { body }, { as: await server.account('government') });
    expect([order.status, order.problem.detail]).toEqual([503, expect.stringContaining('Trading is halted')]);
    await server.database.sql('delete from market_halts');
  }

  const someone = privateKeyToAccount(generatePrivateKey());
  const unsigned = async (call: TransactionSerializableEIP1559) => serializeTransaction(call);
  test.each([
    ['unsigned, with a fee that is too low', 1n, unsigned, 'is not signed'],
    ['unsigned', 10n ** 12n, unsigned, 'is not signed'],
    ['signed by someone, with a fee that is too low', 1n, someone.signTransaction, 'is signed by 0x'],
    ['signed by someone', 10n ** 12n, someone.signTransaction, 'is signed by 0x'],
    ['of other bytes', 1n, async () => '0x02c0' as const, 'is no transaction'],
  ])('%s is neither signed nor sent, and halts trading', async (_, fee, encode, problem) => {
    const { contractAddress, propertyId, block } = await issue();
    const nonce = (await states()).length;
    const raw = await encode(await minting(contractAddress, nonce, fee));
    await server.database.sql(`
      insert into market_calls (nonce, chain_id, block_index, raw, hash, state)
      select ${nonce}, chain_id, ${block.index}, '\\x${raw.slice(2)}', '\\x${keccak256(raw).slice(2)}', 'queued'
      from market_calls where block_index = ${block.index}
    `);
    await expectRefused(nonce, propertyId, problem);
    await server.database.sql(`delete from market_calls where nonce = ${nonce}`);
  });

  test('with a time in the future, which would hold up all later calls, halts trading', async () => {
    const { contractAddress, propertyId, block } = await issue();
    const nonce = (await states()).length;
    const raw = await unsigned({
      ...(await minting(contractAddress, nonce, 10n ** 12n)),
      data: encodeFunctionData({
        abi: shareMarket.abi,
        functionName: 'settle',
        args: [1n, BigInt(Math.floor(server.clock() / 1000) + 1_000_000), []],
      }),
    });
    await server.database.sql(`
      insert into market_calls (nonce, chain_id, block_index, raw, hash, state)
      select ${nonce}, chain_id, ${block.index}, '\\x${raw.slice(2)}', '\\x${keccak256(raw).slice(2)}', 'queued'
      from market_calls where block_index = ${block.index}
    `);
    await expectRefused(nonce, propertyId, 'is not signed');
    await server.database.sql(`delete from market_calls where nonce = ${nonce}`);
  });

  test('as the bytes of a call of the market, or as its newest attempt, is not sent either', async () => {
    await sendAll();
    const { contractAddress, propertyId } = await issue();
    const nonce = (await states()).length - 1;
    const raw = await someone.signTransaction(await minting(contractAddress, nonce, 10n ** 12n));
    const forged = `'\\x${raw.slice(2)}', '\\x${keccak256(raw).slice(2)}'`;
    await server.database.sql(
      `insert into market_call_attempts (nonce, attempt, raw, hash) values (${nonce}, 1, ${forged})`,
    );
    await expectRefused(nonce, propertyId, 'attempt');
    await server.database.sql(`delete from market_call_attempts where nonce = ${nonce}`);

    const [own] = await server.database.sql<{ raw: Buffer }>(`select raw from market_calls where nonce = ${nonce}`);
    // The bytes of another call that the market did sign.
    await server.database.sql(
      `update market_calls set raw = (select raw from market_calls where nonce = 0) where nonce = ${nonce}`,
    );
    await expectRefused(nonce, propertyId, 'its hash is that of another call');
    await server.database.sql(`update market_calls set raw = '\\x${own?.raw.toString('hex')}' where nonce = ${nonce}`);
    await sendAll();
    expect(await sentBefore()).toBe(nonce + 1);
  });
});
