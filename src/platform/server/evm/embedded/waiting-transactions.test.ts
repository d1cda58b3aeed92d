import { Address } from '@ethereumjs/util';
import { expect, test } from 'vitest';
import type { SignedTransaction } from './build-block.ts';
import { createWaitingTransactions } from './waiting-transactions.ts';

const addressOf = (n: number) => new Address(new Uint8Array(20).fill(n));

/** The fields of a transaction that the set reads. */
const transaction = (n: number, sender: Address) =>
  ({
    hash: new Uint8Array(new BigUint64Array([BigInt(n), 0n, 0n, 0n]).buffer),
    sender,
    transaction: { nonce: BigInt(n) },
  }) as unknown as SignedTransaction;

test('holds at most 256 transactions of a sender, and a settled one makes room', async () => {
  const waiting = createWaitingTransactions();
  const [busy, other] = [addressOf(1), addressOf(2)];
  for (let n = 0; n < 256; n++) void waiting.add(transaction(n, busy));
  await expect(waiting.add(transaction(256, busy))).rejects.toThrow('This account has 256');
  void waiting.add(transaction(1000, other));
  expect([waiting.size, waiting.countOf(busy.toString())]).toEqual([257, 256]);
  const [first] = waiting.inOrder();
  if (first === undefined) throw new Error('257 wait');
  waiting.settle(first);
  void waiting.add(transaction(256, busy));
  expect(waiting.countOf(busy.toString())).toBe(256);
});
