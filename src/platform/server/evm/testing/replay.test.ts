import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex, hexToNumber, toHex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '#contracts/artifacts/probe.gen.ts';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { createRandom } from '#tests/torture/random.ts';
import { createOperator } from '../operator.ts';
import {
  type ChainUnderTest,
  createSender,
  hasAnvil,
  openAnvil,
  openTestEngine,
  type Sent,
  type TestEngine,
} from './engines.fixture.ts';

const TRANSACTIONS = 400;
const ESTIMATES = 50;
const seed = Date.now() % 2 ** 31;
const random = createRandom(seed);
const bill = () => toHex(random.below(1000), { size: 32 });

type Block = { number: Hex; timestamp: Hex; baseFeePerGas: Hex; transactions: { hash: Hex }[] };

describe.skipIf(!hasAnvil)(`the embedded chain and anvil agree (seed ${seed})`, () => {
  let embedded: TestEngine;
  let anvil: ChainUnderTest;
  const raws = new Map<Hex, Hex>();
  let world: ReturnType<typeof createWorld>;

  beforeAll(async () => {
    // A clock that runs ahead avoids pauses between blocks.
    let seconds = 1_800_000_000;
    const clock = () => {
      seconds += 2;
      return seconds * 1000;
    };
    embedded = await openTestEngine({ clock });
    const genesis = (await embedded.request({ method: 'eth_getBlockByNumber', params: ['earliest', false] })) as Block;
    anvil = await openAnvil(embedded.chainId, hexToNumber(genesis.timestamp));
    world = createWorld(embedded);
  });
  afterAll(async () => {
    await anvil?.stop();
    await embedded?.stop();
  });

  test(`on the receipts of ${TRANSACTIONS} mixed transactions, replayed block by block`, async () => {
    const outcomes = { success: 0, reverted: 0 };
    for (let sent = 0; sent < TRANSACTIONS; ) {
      // Before it mines, anvil refuses a transaction that depends on money from another transaction of the block.
      const size = sent < world.funding ? 1 : Math.min(1 + random.below(12), TRANSACTIONS - sent);
      const group = await Promise.all(Array.from({ length: size }, (_, n) => world.next(sent + n)));
      sent += group.length;
      for (const one of group) raws.set(one.hash, one.raw);
      await Promise.all(group.map(({ raw }) => embedded.request({ method: 'eth_sendRawTransaction', params: [raw] })));
    }
    const head = hexToNumber((await embedded.request({ method: 'eth_blockNumber' })) as Hex);
    await anvil.request({ method: 'evm_setAutomine' as never, params: [false] as never });
    for (let number = 1; number <= head; number++) {
      const block = (await embedded.request({
        method: 'eth_getBlockByNumber',
        params: [toHex(number), true],
      })) as unknown as Block;
      await mineOnAnvil(block);
      for (const { hash } of block.transactions) {
        const [ours, theirs] = await Promise.all([receiptOn(embedded, hash), receiptOn(anvil, hash)]);
        expect({ number, ...ours }).toEqual({ number, ...theirs });
        outcomes[ours.status === '0x1' ? 'success' : 'reverted'] += 1;
      }
    }
    expect(outcomes.success + outcomes.reverted).toBe(TRANSACTIONS);
    expect(outcomes.success).toBeGreaterThan(100);
    expect(outcomes.reverted).toBeGreaterThan(20);
  });

  test(`on the estimates of ${ESTIMATES} calls, each of which is the least that suffices`, async () => {
    for (let n = 0; n < ESTIMATES; n++) {
      const call = { from: embedded.operator.address, ...world.call(n) };
      const params = [{ to: call.to, from: call.from, data: call.data, value: toHex(call.value ?? 0n) }];
      const outcomes = await Promise.all(
        [embedded, anvil].map(({ request }) =>
          request({ method: 'eth_estimateGas', params: params as never }).then(
            (gas) => ({ gas }),
            (error: { code?: number; cause?: { code?: number } }) => ({
              failed: true,
              code: error.code ?? error.cause?.code,
            }),
          ),
        ),
      );
      expect({ n, call, ...outcomes[0] }).toEqual({ n, call, ...outcomes[1] });
    }
  });

  /** Lets anvil execute the transactions of a block in order, at the same time and base fee. */
  async function mineOnAnvil({ timestamp, baseFeePerGas, transactions }: Block): Promise<void> {
    const send = (method: string, ...params: unknown[]) =>
      anvil.request({ method: method as never, params: params as never });
    await send('evm_setNextBlockTimestamp', timestamp);
    await send('anvil_setNextBlockBaseFeePerGas', baseFeePerGas);
    for (const { hash } of transactions) await send('eth_sendRawTransaction', raws.get(hash));
    await send('evm_mine');
  }
});

async function receiptOn({ request }: ChainUnderTest, hash: Hex) {
  const receipt = (await request({ method: 'eth_getTransactionReceipt', params: [hash] })) as unknown as Record<
    string,
    unknown
  >;
  const logs = (receipt['logs'] as Record<string, unknown>[]).map(({ address, topics, data, logIndex }) => ({
    address,
    topics,
    data,
    logIndex,
  }));
  const {
    transactionHash,
    transactionIndex,
    blockNumber,
    status,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    contractAddress,
    from,
    to,
    type,
    logsBloom,
  } = receipt;
  return {
    transactionHash,
    transactionIndex,
    blockNumber,
    status,
    gasUsed,
    cumulativeGasUsed,
    effectiveGasPrice,
    contractAddress,
    from,
    to,
    type,
    logsBloom,
    logs,
  };
}

/** Draws transactions of several accounts: transfers, deployments, calls that succeed, revert, refund gas and run out of it. */
function createWorld(chain: ChainUnderTest) {
  const operator = chain.operator;
  const keys = [operator, ...Array.from({ length: 3 }, () => createOperator(generatePrivateKey(), chain.chainId))];
  const senders = keys.map((key) => createSender(key));
  const deployed = [0, 1, 2].map((nonce) => getContractAddress({ from: operator.address, nonce: BigInt(nonce) }));
  const [probeAt, tokenAt, routerAt] = deployed as [Hex, Hex, Hex];
  const start = [
    { data: encodeDeployData({ abi: probe.abi, bytecode: probe.bytecode }), gas: 3_000_000n },
    {
      data: encodeDeployData({ abi: sampleUsdc.abi, bytecode: sampleUsdc.bytecode, args: [operator.address] }),
      gas: 3_000_000n,
    },
    {
      data: encodeDeployData({ abi: taxRouter.abi, bytecode: taxRouter.bytecode, args: [operator.address, tokenAt] }),
      gas: 3_000_000n,
    },
    ...keys.slice(1).map(({ address }) => ({ to: address, value: 10n ** 20n, gas: 21_000n })),
    ...keys.map(({ address }) => ({ to: tokenAt, data: mint(address), gas: 200_000n })),
  ];

  function call(n: number) {
    const choices = [
      () => ({ to: keys[random.below(keys.length)]!.address, value: BigInt(random.below(1000)) }),
      () => toProbe('add', [BigInt(random.below(9)), bill()], BigInt(random.below(2))),
      () => toProbe('fill', [BigInt(random.below(50)), BigInt(1 + random.below(8))]),
      () => toProbe('clear', [BigInt(random.below(50)), BigInt(1 + random.below(20))]),
      () => toProbe('deep', [BigInt(random.below(12))]),
      () => toProbe('refuse', []),
      () => toProbe('refuseWithReason', []),
      () => toProbe('create', []),
      () => toProbe('send', [keys[1]!.address, BigInt(random.below(3))]),
      () => ({
        to: tokenAt,
        data: encodeFunctionData({
          abi: sampleUsdc.abi,
          functionName: 'approve',
          args: [routerAt, BigInt(random.below(5_000_000))],
        }),
      }),
      () => ({
        to: routerAt,
        data: encodeFunctionData({
          abi: taxRouter.abi,
          functionName: 'payUsdc',
          args: [bill(), BigInt(random.below(2_000_000))],
        }),
      }),
      () => ({
        to: routerAt,
        value: BigInt(random.below(4)),
        data: encodeFunctionData({ abi: taxRouter.abi, functionName: 'payEth', args: [bill()] }),
      }),
      () => ({ to: undefined, data: encodeDeployData({ abi: probe.abi, bytecode: probe.bytecode }) }),
      () => ({ to: keys[0]!.address, data: `0x${'00ff'.repeat(1 + random.below(400))}` as Hex }),
    ];
    return choices[n % choices.length]!() as { to?: Hex; data?: Hex; value?: bigint };
  }

  function toProbe(functionName: string, args: readonly unknown[], value = 0n) {
    return { to: probeAt, value, data: encodeFunctionData({ abi: probe.abi, functionName, args } as never) };
  }

  return {
    call,
    /** The transactions that come first, and on which the others depend. */
    funding: start.length,
    async next(n: number): Promise<Sent> {
      const first = start[n];
      if (first !== undefined) return senders[0]!(first);
      const drawn = call(random.below(14));
      const isShort = drawn.to === probeAt && random.below(8) === 0;
      const gas = isShort ? BigInt(23_000 + random.below(20_000)) : 1_500_000n;
      return senders[random.below(senders.length)]!({ gas, ...drawn });
    },
  };

  function mint(to: Hex) {
    return encodeFunctionData({ abi: sampleUsdc.abi, functionName: 'mint', args: [to, 10_000_000n] });
  }
}
