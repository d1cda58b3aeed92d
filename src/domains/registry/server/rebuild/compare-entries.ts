import {
  findForeignEntries,
  type Posting,
  readEntries,
  readPayments,
  readSuspended,
} from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { cityPostings, type EntryData, type Waiting } from './city-postings.ts';

type Block = { readonly index: number; readonly data: string };
const EXAMPLES = 100;
const OF_PARCEL = /^(?:receivable|credit|promised):tax:(.+)$/;

/**
 * Returns a comparison of entries with their blocks, in order: every posting to an account that belongs to no parcel, and that postings to
 * parcels are to parcels of the block. Memory: about a hundred bytes for each pending payment.
 */
export async function openEntries(db: Database, differences: Differences) {
  const waiting: Waiting = { announced: new Map(), suspended: await readSuspended(db) };
  return {
    async compare(blocks: readonly Block[]): Promise<void> {
      const stated = blocks.map(({ index, data }) => ({ index, text: data, data: JSON.parse(data) as EntryData }));
      const entries = await readEntries(
        db,
        blocks.map(({ index }) => index),
      );
      const reversals = stated.flatMap(({ data }) => data.reversal ?? []);
      const methods = new Map((await readPayments(db, reversals)).map(({ paymentId, method }) => [paymentId, method]));
      for (const { index, text, data } of stated) {
        const expected = cityPostings(data, waiting, (id) => methods.get(id) ?? 'unknown');
        const problem = problemOf(entries.get(index) ?? [], expected, text);
        if (problem !== undefined) differences.add('book_postings', `block ${index}: ${problem}`);
      }
    },
    async finish(): Promise<void> {
      for (const index of await findForeignEntries(db, ['registry', 'payments', 'market', 'billing'], EXAMPLES))
        differences.add('book_postings', `block ${index} has an entry, but moves no money`);
    },
  };
}

function problemOf(booked: readonly Posting[], expected: readonly Posting[], text: string): string | undefined {
  const sums = new Map<string, number>();
  for (const { account, cents } of booked) {
    const [, propertyId] = OF_PARCEL.exec(account) ?? [];
    if (propertyId === undefined) sums.set(account, (sums.get(account) ?? 0) + cents);
    else if (!text.includes(JSON.stringify(propertyId))) return `posts to ${account}, which the block does not name`;
  }
  const stated = new Map<string, number>();
  for (const { account, cents } of expected) stated.set(account, (stated.get(account) ?? 0) + cents);
  for (const account of new Set([...sums.keys(), ...stated.keys()])) {
    const [own, due] = [sums.get(account) ?? 0, stated.get(account) ?? 0];
    if (own !== due) return `posts ${own} cents to ${account}, the chain says ${due}`;
  }
  return undefined;
}
