import { sql } from 'kysely';
import { int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** One side of an entry: a debit if positive, a credit if negative. */
export type Posting = { readonly account: string; readonly cents: number };

/** The entry of one block. Its postings add up to zero. */
export type BookEntry = { readonly blockIndex: number; readonly postings: readonly Posting[] };

/**
 * Returns an entry's postings, one for each account, without those of zero.
 *
 * @throws Error unless they add up to zero, which is a defect of the caller
 */
export function balanced(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, number>();
  for (const { account, cents } of postings) sums.set(account, (sums.get(account) ?? 0) + cents);
  const difference = [...sums.values()].reduce((total, cents) => total + cents, 0);
  if (difference !== 0) throw new Error(`The postings differ by ${difference} cents`);
  return [...sums].flatMap(([account, cents]) => (cents === 0 ? [] : [{ account, cents }]));
}

/** Moves an amount from one account to another. */
export const move = (from: string, to: string, cents: number): Posting[] => [
  { account: to, cents },
  { account: from, cents: -cents },
];

/** Stores entries. Rows of different blocks never conflict, so any domain may write them with its own blocks. */
export function insertEntries(entries: readonly BookEntry[]): WriteStatement {
  const rows = entries.flatMap(({ blockIndex, postings }) =>
    postings.map((posting, line) => ({ blockIndex, line, ...posting })),
  );
  return write`
    insert into book_postings (block_index, line, account, cents) select * from unnest(
      ${int8Array(rows.map((row) => row.blockIndex))}::bigint[], ${int4Array(rows.map((row) => row.line))}::int[],
      ${textArray(rows.map((row) => row.account))}::text[], ${int8Array(rows.map((row) => row.cents))}::bigint[]
    )
  `;
}

/** Reads the balances of these accounts in cents: positive is a debit. Accounts without a posting are absent. */
export async function readBalances(db: Database, accounts: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(cents)::bigint as cents from book_postings where account = any(${textArray(accounts)}::text[])
    group by account
  `.execute(db);
  return new Map(rows.map(({ account, cents }) => [account, cents]));
}
