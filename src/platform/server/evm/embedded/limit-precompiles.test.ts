import { type Hex, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSender, openTestEngine, sendAndWait } from '../testing/engines.fixture.ts';

let chain: Awaited<ReturnType<typeof openTestEngine>>;
let sign: ReturnType<typeof createSender>;
beforeAll(async () => {
  chain = await openTestEngine();
  sign = createSender(chain.operator);
});
afterAll(() => chain.stop());

const precompile = (n: number) => toHex(n, { size: 20 });
const request = (method: string, ...params: unknown[]) =>
  chain.engine.request(method, params).catch((error: Error) => error.message);
const callPrecompile = (n: number, data: Hex) => request('eth_call', { to: precompile(n), data }, 'latest');

const blake = (rounds: number): Hex =>
  `${toHex(rounds, { size: 4 })}${'11'.repeat(64)}${'22'.repeat(128)}${'00'.repeat(16)}01`;
/** Pairs of points at infinity. */
const pairs = (count: number): Hex => `0x${'00'.repeat(192 * count)}`;
const power = (base: number, exponent: number, modulus: number): Hex =>
  `0x${[base, exponent, modulus].map((length) => toHex(length, { size: 32 }).slice(2)).join('')}${'ff'.repeat(base + exponent + modulus)}`;

/** Processor time of this process, in milliseconds. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

test.each([
  ['16,777,215 rounds of BLAKE2b', 9, blake(16_777_215)],
  ['65,537 rounds of BLAKE2b', 9, blake(65_537)],
  ['nine pairs of points', 8, pairs(9)],
  ['five pairs of points on BLS12-381', 0x0f, `0x${'00'.repeat(384 * 5)}`],
  ['a sum of nine products on BLS12-381', 0x0c, `0x${'00'.repeat(160 * 9)}`],
  ['an exponent of 100,000 bytes', 5, power(8, 100_000, 8)],
] as const)('%s are refused immediately, in a call, an estimate and a block', async (_, n, data) => {
  const before = processorTime();
  expect(await callPrecompile(n, data)).toMatch(/out of range|out of gas/);
  expect(await request('eth_estimateGas', { to: precompile(n), data })).toMatch(/out of range|out of gas/);
  const receipt = await sendAndWait(chain, await sign({ to: precompile(n), data, gas: 10_000_000n }));
  expect(receipt.status).toBe('reverted');
  expect(processorTime() - before).toBeLessThan(1500);
});

test.each([
  ['65,536 rounds of BLAKE2b', 9, blake(65_536)],
  ['eight pairs of points', 8, pairs(8)],
  ['an exponent of 300 bytes', 5, power(32, 300, 32)],
  ['an addition on BLS12-381', 0x0b, `0x${'00'.repeat(256)}`],
] as const)('%s take as much gas in a block as was estimated', async (_, n, data) => {
  expect(await callPrecompile(n, data)).toMatch(/^0x[0-9a-f]{64}/);
  const gas = BigInt((await request('eth_estimateGas', { to: precompile(n), data })) as Hex);
  const receipt = await sendAndWait(chain, await sign({ to: precompile(n), data, gas }));
  expect([receipt.status, receipt.gasUsed]).toEqual(['success', gas]);
});

test('a transaction that repeats the largest input until its gas runs out lets reads run first', async () => {
  // Copies its input to memory, then calls BLAKE2b with it until too little gas is left.
  const code = '365f5f375b5f5f60d55f5f60095af150600456';
  const init: Hex = `0x72${code}5f526013600df3`;
  const { contractAddress } = await sendAndWait(chain, await sign({ data: init, gas: 1_000_000n }));
  const sent = sendAndWait(chain, await sign({ to: contractAddress as Hex, data: blake(65_536), gas: 16_000_000n }));
  let done = false;
  const before = processorTime();
  const finished = sent.finally(() => {
    done = true;
  });
  let reads = 0;
  while (!done) {
    await request('eth_blockNumber');
    reads += 1;
    await new Promise((next) => setImmediate(next));
  }
  expect((await finished).status).toBe('reverted');
  // 61 inputs. At Ethereum's price it would be four times as many.
  expect(processorTime() - before).toBeLessThan(8000);
  expect(reads).toBeGreaterThan(20);
});
