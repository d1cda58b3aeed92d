import fc from 'fast-check';
import { encodeFunctionData, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { createOperator } from '#platform/server/evm/operator.ts';
import { encodeSteps, signWith } from './encode-settlement.ts';
import type { Step } from './step.ts';

const KEY = `0x${'2b'.repeat(32)}` as const;
const CHAIN_ID = 31_337;

const amount = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.nat({ max: Number.MAX_SAFE_INTEGER }));
const position = fc.nat({ max: 2 ** 45 });
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((one) => `0x${Buffer.from(one).toString('hex')}` as const);
const step = fc.oneof(
  fc.record({ name: fc.constant('deposit' as const), args: fc.tuple(hex(32), amount) }),
  fc.record({
    name: fc.constant('place' as const),
    args: fc.tuple(amount, hex(20), amount, fc.boolean(), amount, amount, amount),
  }),
  fc.record({ name: fc.constant('fill' as const), args: fc.tuple(amount, amount, amount) }),
  fc.record({ name: fc.constant('close' as const), args: fc.tuple(amount) }),
  fc.record({ name: fc.constant('withdraw' as const), args: fc.tuple(hex(20), amount) }),
  fc.record({ name: fc.constant('withdrawTo' as const), args: fc.tuple(hex(20), amount, amount, hex(20)) }),
) satisfies fc.Arbitrary<Step>;

const encodeWithViem = ({ name, args }: Step) =>
  encodeFunctionData({
    abi: shareMarket.abi,
    functionName: name,
    args: args.map((one) => (typeof one === 'number' ? BigInt(one) : one)),
  } as never);

test('a signed settlement is, byte for byte, what viem encodes and signs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), position, position, async (steps, nonce, at) => {
      const encoded = steps.map(encodeWithViem);
      expect(await encodeSteps(steps)).toEqual(encoded);
      const request = { to: `0x${'0a'.repeat(20)}` as const, maxFeePerGas: 7n * 10n ** 9n };
      const [signed] = await signWith(createOperator(KEY, CHAIN_ID), {
        ...request,
        calls: [{ nonce, sequence: nonce + 1, at, steps }],
      });
      const { gas } = parseTransaction(signed?.raw ?? '0x');
      const data = encodeFunctionData({
        abi: shareMarket.abi,
        functionName: 'settle',
        args: [BigInt(nonce) + 1n, BigInt(Math.floor(at / 1000)), encoded],
      });
      const raw = await privateKeyToAccount(KEY).signTransaction({
        type: 'eip1559',
        chainId: CHAIN_ID,
        ...request,
        nonce,
        data,
        gas: gas ?? 0n,
        maxPriorityFeePerGas: 0n,
      });
      expect(signed?.raw).toBe(raw);
    }),
    { numRuns: 100 },
  );
});

test('a step with a number that no contract could hold is not encoded', async () => {
  for (const shares of [-1, 1.5, Number.NaN, 2 ** 53])
    await expect(encodeSteps([{ name: 'fill', args: [1, 2, shares] }])).rejects.toThrow(/no amount/);
});
