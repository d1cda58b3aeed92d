import {
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  parseTransaction,
  serializeTransaction,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '#contracts/artifacts/probe.gen.ts';
import { createOperator } from '../operator.ts';
import { RpcError } from '../rpc-error.ts';
import { createSender, openTestEngine, sendAndWait, TEST_KEY } from '../testing/engines.fixture.ts';

const STRANGER = '0x00000000000000000000000000000000000000ff';

let chain: Awaited<ReturnType<typeof openTestEngine>>;
let sign: ReturnType<typeof createSender>;
beforeAll(async () => {
  chain = await openTestEngine();
  sign = createSender(chain.operator);
});
afterAll(() => chain.stop());

const call = (method: string, ...params: unknown[]) => chain.engine.request(method, params);
const head = async () => Number(await call('eth_blockNumber'));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('not refused'),
    (error: unknown) => error as RpcError,
  );

describe('the chain', () => {
  test('has an id of its own, and funds only its operator', async () => {
    expect(chain.chainId).toBeGreaterThanOrEqual(2 ** 40);
    expect(chain.chainId).toBeLessThan(2 ** 41);
    expect(await call('eth_getBalance', chain.operator.address, 'earliest')).toBe(`0x${(10n ** 27n).toString(16)}`);
    expect(await call('eth_getBalance', STRANGER, 'earliest')).toBe('0x0');
  });

  test('puts all waiting transactions in one block, and blocks refer to their parents with growing timestamps', async () => {
    const before = await head();
    const signed = await Promise.all(Array.from({ length: 20 }, () => sign({ to: STRANGER, value: 1n, gas: 21_000n })));
    await Promise.all(signed.map(({ raw }) => call('eth_sendRawTransaction', raw)));
    const after = await head();
    // The first is in flight before the others arrive.
    expect(after - before).toBeLessThanOrEqual(2);
    for (let number = 1; number <= after; number++) {
      const [parent, block] = (await Promise.all(
        [number - 1, number].map((n) => call('eth_getBlockByNumber', `0x${n.toString(16)}`, false)),
      )) as { hash: string; parentHash: string; timestamp: Hex }[];
      expect(block!.parentHash).toBe(parent!.hash);
      expect(hexToBigInt(block!.timestamp)).toBeGreaterThan(hexToBigInt(parent!.timestamp));
    }
  });

  test('keeps the state of every block readable', async () => {
    const balances: Hex[] = [];
    const first = await head();
    for (let n = 0; n < 3; n++) {
      await call('eth_sendRawTransaction', (await sign({ to: STRANGER, value: 5n, gas: 21_000n })).raw);
      balances.push((await call('eth_getBalance', STRANGER, 'latest')) as Hex);
    }
    const stored = await Promise.all(
      balances.map((_, n) => call('eth_getBalance', STRANGER, `0x${(first + n + 1).toString(16)}`)),
    );
    expect(stored).toEqual(balances);
  });

  test('is the same after it is reopened, and a new process needs only its stored nodes', async () => {
    const again = await openTestEngine({ beside: chain.database });
    expect(again.chainId).toBe(chain.chainId);
    for (const block of ['earliest', 'latest'])
      expect(await again.engine.request('eth_getBalance', [STRANGER, block])).toBe(
        await call('eth_getBalance', STRANGER, block),
      );
    await again.stop();
  });

  test('answers a transaction that it already has with its hash, and does not execute it again', async () => {
    const one = await sign({ to: STRANGER, value: 3n, gas: 21_000n });
    expect(await call('eth_sendRawTransaction', one.raw)).toBe(one.hash);
    const balance = await call('eth_getBalance', STRANGER, 'latest');
    const again = await Promise.all([call('eth_sendRawTransaction', one.raw), call('eth_sendRawTransaction', one.raw)]);
    expect(again).toEqual([one.hash, one.hash]);
    expect(await call('eth_getBalance', STRANGER, 'latest')).toBe(balance);
  });
});

test('logs are searched in 100,000 blocks at most, and a larger range is refused before it is read', async () => {
  const search = (fromBlock: string, toBlock: string) => call('eth_getLogs', { fromBlock, toBlock });
  const hex = (block: number) => `0x${block.toString(16)}`;
  expect(await search('0x0', hex(99_999))).toEqual([]);
  expect(await search(hex(7), hex(100_006))).toEqual([]);
  for (const [first, last] of [
    ['0x0', hex(100_000)],
    [hex(7), hex(100_007)],
    ['earliest', `0x${'f'.repeat(12)}`],
  ] as const)
    expect(await refusal(search(first, last))).toMatchObject({
      code: -32005,
      message: 'Search at most 100000 blocks in one request.',
    });
});

describe('a transaction that the chain does not accept leaves no block and gets a clear reason', () => {
  const poor = privateKeyToAccount(generatePrivateKey());
  const nonceNow = async () => Number(await call('eth_getTransactionCount', chain.operator.address, 'pending'));
  const transfer = { to: STRANGER, data: '0x', value: 1n, gas: 21_000n, maxFeePerGas: 10n ** 12n } as const;
  const signed = async (change: Partial<Parameters<typeof chain.operator.sign>[0]>) =>
    (await chain.operator.sign({ ...transfer, maxPriorityFeePerGas: 0n, nonce: await nonceNow(), ...change })).raw;
  const cases: Record<string, { raw: () => Promise<Hex>; reason: RegExp }> = {
    'a nonce gap': {
      raw: async () => signed({ nonce: (await nonceNow()) + 1 }),
      reason: /nonce too high: next nonce \d+/,
    },
    'a used nonce': { raw: () => signed({ nonce: 0, value: 999n }), reason: /nonce too low/ },
    'a fee below the base fee': { raw: () => signed({ maxFeePerGas: 1n }), reason: /max fee per gas less than/ },
    'too little gas': { raw: () => signed({ gas: 20_999n }), reason: /gas/ },
    'too much gas': { raw: () => signed({ gas: 16_777_217n }), reason: /gas limit too high/ },
    'more value than the balance': { raw: () => signed({ value: 10n ** 28n }), reason: /insufficient funds/ },
    'an empty account': {
      raw: () =>
        poor.signTransaction({
          ...transfer,
          type: 'eip1559',
          chainId: chain.chainId,
          nonce: 0,
          maxPriorityFeePerGas: 0n,
        }),
      reason: /insufficient funds/,
    },
    'another chain': {
      raw: async () =>
        (await createOperator(TEST_KEY, 31337).sign({ ...transfer, maxPriorityFeePerGas: 0n, nonce: await nonceNow() }))
          .raw,
      reason: /chain/i,
    },
    'no chain id': {
      raw: () => poor.signTransaction({ type: 'legacy', nonce: 0, to: STRANGER, gas: 21_000n, gasPrice: 10n ** 12n }),
      reason: /replay-protected/,
    },
    'no signature': {
      raw: async () => {
        const { r: _, s: __, yParity: ___, v: ____, ...rest } = parseTransaction(await signed({}));
        return serializeTransaction(rest as never);
      },
      reason: /./,
    },
    'a blob type': { raw: async () => '0x03c0', reason: /type not supported/ },
    'no bytes': { raw: async () => '0x', reason: /type not supported/ },
    'bytes without meaning': { raw: async () => '0x02ff00ff', reason: /invalid transaction/ },
    'oversized calldata': {
      raw: () => signed({ data: `0x${'11'.repeat(131_100)}`, gas: 16_000_000n }),
      reason: /at most 131072/,
    },
  };
  test.each(Object.entries(cases))('%s', async (_, { raw, reason }) => {
    const before = await head();
    const error = await refusal(call('eth_sendRawTransaction', await raw()));
    expect(error).toBeInstanceOf(RpcError);
    expect([-32000, -32602]).toContain(error.code);
    expect(error.message).toMatch(reason);
    expect(await head()).toBe(before);
  });

  test('even if the same block has an accepted one', async () => {
    const nonce = await nonceNow();
    const [bad, good] = [await signed({ nonce: nonce + 5 }), await sign({ to: STRANGER, value: 1n, gas: 21_000n })];
    const [refused, accepted] = await Promise.allSettled([
      call('eth_sendRawTransaction', bad),
      call('eth_sendRawTransaction', good.raw),
    ]);
    expect([refused.status, accepted.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('calls', () => {
  let contract: Hex;
  beforeAll(async () => {
    const data = encodeDeployData({ abi: probe.abi, bytecode: probe.bytecode });
    contract = (await sendAndWait(chain, await sign({ data, gas: 3_000_000n }))).contractAddress!;
  });
  const callProbe = (functionName: 'loop' | 'refuse' | 'refuseWithReason') =>
    call('eth_call', { to: contract, data: encodeFunctionData({ abi: probe.abi, functionName }) }, 'latest');

  test('that loop end within seconds, and neither stop the chain nor keep their effects', async () => {
    const started = performance.now();
    const [looping, sent] = await Promise.allSettled([
      callProbe('loop'),
      sign({ to: STRANGER, value: 1n, gas: 21_000n }).then(({ raw }) => call('eth_sendRawTransaction', raw)),
    ]);
    expect(looping).toMatchObject({ status: 'rejected', reason: { code: -32000 } });
    expect(sent.status).toBe('fulfilled');
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test('share the time of a batch, and a transaction sent meanwhile is in a block before they end', async () => {
    const budget = { left: 600 };
    const loop = { to: contract, data: encodeFunctionData({ abi: probe.abi, functionName: 'loop' }) };
    let ended = 0;
    const looping = Array.from({ length: 20 }, () =>
      chain.engine.request('eth_call', [loop, 'latest'], budget).catch((error: RpcError) => {
        ended += 1;
        return error.message;
      }),
    );
    const started = performance.now();
    const { raw } = await sign({ to: STRANGER, value: 1n, gas: 21_000n });
    await call('eth_sendRawTransaction', raw);
    expect(await call('eth_getTransactionCount', chain.operator.address, 'latest')).not.toBe('0x0');
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(looping))).toEqual(new Set(['execution aborted: the time for calls is used up']));
    expect(budget.left).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('run between blocks while transactions wait, and do not pay for the blocks', async () => {
    const loop = encodeFunctionData({ abi: probe.abi, functionName: 'loop' });
    // A block has room for one of them.
    const flood = await Promise.all(
      Array.from({ length: 3 }, () => sign({ to: contract, data: loop, gas: 16_000_000n })),
    );
    const ended: string[] = [];
    const blocks = flood.map(({ raw }) => call('eth_sendRawTransaction', raw).then(() => ended.push('block')));
    const data = encodeFunctionData({ abi: probe.abi, functionName: 'count' });
    const budget = { left: 200 };
    const reading = chain.engine.request('eth_call', [{ to: contract, data }, 'latest'], budget);
    expect(BigInt((await reading) as Hex)).toBeGreaterThanOrEqual(0n);
    expect(ended.length).toBeLessThan(3);
    expect(budget.left).toBeGreaterThan(0);
    await Promise.all(blocks);
  });

  test.each([
    ['reads storage that is nowhere cached, without a loop', `${'58545060'.slice(0, 6).repeat(8000)}00`],
    ['calls a precompile in a loop', '5b5f5f60805f5f60015af1505f56'],
    ['hashes memory in a loop', '5b620100005f20505f56'],
  ])('code that %s ends in time', async (_, code) => {
    const budget = { left: 300 };
    const started = performance.now();
    await chain.engine.request('eth_call', [{ data: `0x${code}` }, 'latest'], budget).catch(() => undefined);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('find the code and the storage of a contract in a process that did not execute it', async () => {
    const data = encodeFunctionData({ abi: probe.abi, functionName: 'add', args: [7n, `0x${'00'.repeat(32)}`] });
    await sendAndWait(chain, await sign({ to: contract, data }));
    const again = await openTestEngine({ beside: chain.database });
    const count = { to: contract, data: encodeFunctionData({ abi: probe.abi, functionName: 'count' }) };
    expect(BigInt((await again.engine.request('eth_call', [count, 'latest'])) as Hex)).toBe(7n);
    await again.stop();
  });

  test('that revert return code 3 with the data of the contract', async () => {
    expect(await refusal(callProbe('refuseWithReason'))).toMatchObject({
      code: 3,
      message: 'execution reverted: no reason needed',
      data: expect.stringMatching(/^0x08c379a0/),
    });
    expect(await refusal(callProbe('refuse'))).toMatchObject({ code: 3, message: 'execution reverted' });
  });

  test('of precompiles that need a trusted setup fail without an internal error', async () => {
    for (let n = 1; n <= 0x12; n++) {
      const to = `0x${n.toString(16).padStart(40, '0')}`;
      const outcome = await call('eth_call', { to, data: `0x${'01'.repeat(192)}` }, 'latest').catch(
        (error) => error.code,
      );
      expect(outcome).not.toBe(-32603);
    }
    expect(chain.failures).toEqual([]);
  });

  test('a transaction that fails in a precompile is in a block, and the next one follows', async () => {
    for (const to of [
      '0x000000000000000000000000000000000000000a',
      '0x0000000000000000000000000000000000000008',
    ] as const) {
      const receipt = await sendAndWait(chain, await sign({ to, data: `0x${'01'.repeat(192)}`, gas: 300_000n }));
      expect(receipt.status).toBe('reverted');
    }
    expect((await sendAndWait(chain, await sign({ to: STRANGER, gas: 21_000n }))).status).toBe('success');
  });
});
