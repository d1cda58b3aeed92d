import { hash } from 'node:crypto';
import type { StatementLine } from '#domains/payments/contract.ts';

/**
 * Returns the SHA-256 of the fields that make two lines of an account alike: day, amount, and the bank's own reference of the entry, or
 * else its text. Day and amount are included even with a reference, because some banks number the entries of each statement
 * from 1.
 */
export function likenessOf(bankAccount: string, line: StatementLine): Buffer {
  const own = line.entryReference === null ? ['text', line.text, line.counterparty] : ['entry', line.entryReference];
  const parts = [accountOf(bankAccount), line.bookedOn, line.cents, line.currency, ...own];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** Returns an account in the spelling that is used to compare its lines. */
export const accountOf = (bankAccount: string): string => bankAccount.toUpperCase().replaceAll(/\s/g, '');

/**
 * Returns the SHA-256 of the fields that a line has in every export of the bank: account, day, amount, and the references of payments in
 * its text, or else the letters and digits of the text. Null for a line without any, because two transfers could not be distinguished.
 */
export function contentOf(bankAccount: string, line: StatementLine, references: readonly string[]): Buffer | null {
  const words = line.text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (references.length === 0 && words === '') return null;
  const own = references.length > 0 ? ['references', ...references.toSorted()] : ['text', words];
  const parts = [accountOf(bankAccount), line.bookedOn, line.cents, line.currency, ...own];
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** Returns the identity of the `number`th alike line of a statement, from 0. */
export const identityOf = (likeness: Buffer, number: number): Buffer =>
  hash('sha256', Buffer.concat([likeness, Buffer.from(`#${number}`)]), 'buffer');
