import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Posting } from './books.ts';

export type BookedPosting = Posting & { readonly blockIndex: number };

/** Reads every posting to these accounts, by account. */
export async function readPostingsTo(db: Database, accounts: readonly string[]): Promise<Map<string, BookedPosting[]>> {
  const { rows } = await sql<BookedPosting>`
    select account, cents, block_index as "blockIndex" from book_postings where account = any(${textArray(accounts)}::text[])
    order by block_index, line
  `.execute(db);
  return Map.groupBy(rows, ({ account }) => account);
}

/** Reads the entries of these blocks, by block. */
export async function readEntries(db: Database, indexes: readonly number[]): Promise<Map<number, BookedPosting[]>> {
  const { rows } = await sql<BookedPosting>`
    select account, cents, block_index as "blockIndex" from book_postings
    where block_index = any(${int8Array(indexes)}::bigint[]) order by block_index, line
  `.execute(db);
  return Map.groupBy(rows, ({ blockIndex }) => blockIndex);
}

/** Finds entries of blocks that belong to none of these domains, at most `max`. */
export async function findForeignEntries(db: Database, domains: readonly string[], max: number): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    select distinct block_index as index from book_postings where not exists (
      select 1 from ledger_blocks where index = block_index and domain = any(${textArray(domains)}::text[])
    )
    order by index limit ${max}
  `.execute(db);
  return rows.map(({ index }) => index);
}

/** Finds entries of blocks of a domain that have none of these actions, at most `max`. */
export async function findEntriesBeside(
  db: Database,
  domain: string,
  actions: readonly string[],
  max: number,
): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    select distinct block_index as index from book_postings join ledger_blocks on index = block_index
    where domain = ${domain} and action <> all(${textArray(actions)}::text[]) order by index limit ${max}
  `.execute(db);
  return rows.map(({ index }) => index);
}

/** Reads the account in which money waited until it was assigned, by the line of its statement or the id of held money. */
export async function readSuspended(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ line: string; method: string }>`
    select data::jsonb->>'line' as line, data::jsonb->>'method' as method from ledger_blocks
    where domain = 'payments' and domain <> 'trace' and action = 'payments.money_received'
  `.execute(db);
  return new Map(rows.map(({ line, method }) => [line, `suspense:${method}`]));
}
