import fc from 'fast-check';
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { createOperator } from './operator.ts';

const KEY = `0x${'3c'.repeat(32)}` as const;

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((one) => `0x${Buffer.from(one).toString('hex')}` as const);
const wei = fc.bigInt({ min: 0n, max: 2n ** 90n });

test('a signed transaction is, byte for byte, the one that viem signs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.option(hex(20, 20), { nil: undefined }),
      hex(0, 200),
      wei,
      fc.nat({ max: 2 ** 40 }),
      fc.bigInt({ min: 0n, max: 30_000_000n }),
      wei,
      fc.integer({ min: 1, max: 2 ** 40 }),
      async (to, data, value, nonce, gas, fee, chainId) => {
        const call = { data, value, nonce, gas, maxFeePerGas: fee, maxPriorityFeePerGas: fee / 3n };
        const raw = await privateKeyToAccount(KEY).signTransaction({
          type: 'eip1559',
          chainId,
          ...(to === undefined ? {} : { to }),
          ...call,
        });
        expect(await createOperator(KEY, chainId).sign({ to, ...call })).toEqual({ raw, hash: keccak256(raw) });
      },
    ),
    { numRuns: 200 },
  );
});
