import { hash } from 'node:crypto';
import type { StatementLine } from '#domains/payments/contract.ts';

/**
 * Returns the SHA-256 of what makes two lines of an account alike: day, amount, and the bank's own reference of the entry, or
 * else its text. Day and amount belong to it even with a reference, because some banks number the entries of each statement
 * from 1.
 */
export function likenessOf(bankAccount: string, line: StatementLine): Buffer {
  const own = line.entryReference === null ? ['text', line.text, line.counterparty] : ['entry', line.entryReference];
  const account = bankAccount.toUpperCase().replaceAll(/\s/g, '');
  const parts = [account, line.bookedOn, line.cents, line.currency, ...own];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** Returns the identity of the `number`th of a statement's lines that are alike, from 0. */
export const identityOf = (likeness: Buffer, number: number): Buffer =>
  hash('sha256', Buffer.concat([likeness, Buffer.from(`#${number}`)]), 'buffer');
