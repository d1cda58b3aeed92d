import { sql } from 'kysely';
import type { WithdrawalState } from '#domains/market/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import { bytesOf, hexOf } from '../calls/call-rows.ts';

type Hex = `0x${string}`;

/** Shares on their way to a wallet, or from one. */
export type OutsideMove = {
  readonly tokenId: number;
  readonly custodyId: Buffer;
  readonly wallet: Hex;
  readonly shares: number;
};

export type Pending = OutsideMove & {
  readonly blockIndex: number;
  readonly propertyId: string;
  readonly address: Hex;
};

/** A transfer on the network, or a part of one, that brought shares to an address in custody. */
export type Transfer = {
  readonly hash: Hex;
  readonly log: number;
  readonly item: number;
  readonly block: number;
  readonly from: Hex;
  readonly to: Hex;
  readonly tokenId: number;
  readonly shares: number;
};

/** Stores a withdrawal with its block. */
export const insertWithdrawal = (
  blockIndex: number,
  { tokenId, custodyId, wallet, shares }: OutsideMove,
): WriteStatement =>
  write`
    insert into market_withdrawals (block_index, token_id, custody_id, wallet, shares)
    values (${blockIndex}::bigint, ${tokenId}::bigint, ${custodyId}::bytea, ${bytesOf(wallet)}::bytea, ${shares}::integer)
  `;

/** Notes with the block `returnedIndex` that a wallet refused a withdrawal. */
export const noteReturned = (blockIndex: number, returnedIndex: number): WriteStatement =>
  write`
    update market_withdrawals set state = 'refused', returned_index = ${returnedIndex}::bigint
    where block_index = ${blockIndex}::bigint and state = 'pending'
  `;

/** Stores an arrival with its block. */
export const insertArrival = (blockIndex: number, move: OutsideMove, { hash, log, item }: Transfer): WriteStatement =>
  write`
    insert into market_arrivals (block_index, token_id, custody_id, wallet, shares, tx_hash, log_index, item)
    values (
      ${blockIndex}::bigint, ${move.tokenId}::bigint, ${move.custodyId}::bytea, ${bytesOf(move.wallet)}::bytea,
      ${move.shares}::integer, ${bytesOf(hash)}::bytea, ${log}::integer, ${item}::integer
    )
  `;

/** Notes that withdrawals are final in their wallets. */
export async function noteDelivered(db: Database, blockIndexes: readonly number[]): Promise<void> {
  await sql`
    update market_withdrawals set state = 'delivered' where block_index = any(${[...blockIndexes]}::bigint[]) and state = 'pending'
  `.execute(db);
}

export type FinalCall = { readonly hash: Hex; readonly withdrawals: readonly Pending[] };

/**
 * Reads final calls with pending withdrawals, with all withdrawals of each in the order of their steps. A withdrawal is one step, which is
 * in the newest call that begins with its block or an earlier one.
 */
export async function readFinalCalls(db: Database, limit: number): Promise<FinalCall[]> {
  const { rows } = await sql<{
    hash: Buffer;
    blockIndex: number;
    tokenId: number;
    propertyId: string;
    custodyId: Buffer;
    address: Buffer;
    wallet: Buffer;
    shares: number;
  }>`
    with waiting as (
      select distinct call.nonce, call.hash, call.state from (
        select block_index from market_withdrawals where state = 'pending' order by block_index limit ${limit}
      ) as pending cross join lateral (
        select nonce, hash, state from market_calls where sequence is not null and block_index <= pending.block_index
        order by block_index desc, nonce desc limit 1
      ) as call
    )
    select waiting.hash, own.block_index as "blockIndex", own.token_id as "tokenId", property_id as "propertyId",
      own.custody_id as "custodyId", address, wallet, own.shares
    from waiting join lateral (
      select w.* from market_withdrawals as w cross join lateral (
        select nonce from market_calls where sequence is not null and block_index <= w.block_index
        order by block_index desc, nonce desc limit 1
      ) as call
      where call.nonce = waiting.nonce
        and w.block_index >= (select block_index from market_calls where market_calls.nonce = waiting.nonce)
    ) as own on true
    join market_issues using (token_id) join market_accounts using (custody_id)
    where waiting.state = 'confirmed' order by waiting.nonce, own.block_index
  `.execute(db);
  const calls = Map.groupBy(rows, ({ hash }) => hexOf(hash));
  return [...calls].map(([hash, own]) => ({
    hash,
    withdrawals: own.map(({ hash: _, ...row }) => ({ ...row, address: hexOf(row.address), wallet: hexOf(row.wallet) })),
  }));
}

export type WithdrawalRow = {
  readonly blockIndex: number;
  readonly tokenId: number;
  readonly propertyId: string;
  readonly shares: number;
  readonly wallet: Buffer;
  readonly state: WithdrawalState;
  readonly returnedIndex: number | null;
  readonly seconds: number;
};

/** Reads the newest withdrawals of a custody, or the withdrawal of a block. */
export async function readWithdrawals(
  db: Database,
  custodyId: Buffer,
  { limit, blockIndex }: { limit: number; blockIndex?: number },
): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    select block_index as "blockIndex", own.token_id as "tokenId", property_id as "propertyId", own.shares, wallet, state,
      returned_index as "returnedIndex", block.timestamp as seconds
    from market_withdrawals as own join market_issues using (token_id) join ledger_blocks as block on index = block_index
    where custody_id = ${custodyId} and ${blockIndex === undefined ? sql`true` : sql`block_index = ${blockIndex}`}
    order by block_index desc limit ${limit}
  `.execute(db);
  return rows;
}

export type ArrivalRow = Omit<WithdrawalRow, 'state' | 'returnedIndex'> & { readonly hash: Buffer };

/** Reads the arrivals from wallets at a custody, newest first. */
export async function readArrivals(db: Database, custodyId: Buffer, limit: number): Promise<ArrivalRow[]> {
  const { rows } = await sql<ArrivalRow>`
    select block_index as "blockIndex", own.token_id as "tokenId", property_id as "propertyId", own.shares, wallet, tx_hash as hash,
      block.timestamp as seconds
    from market_arrivals as own join market_issues using (token_id) join ledger_blocks as block on index = block_index
    where custody_id = ${custodyId} order by block_index desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Reads the tokens with shares outside, the newest first. */
export async function readTokensOutside(
  db: Database,
  limit: number,
): Promise<{ tokenId: number; propertyId: string }[]> {
  const { rows } = await sql<{ tokenId: number; propertyId: string }>`
    select token_id as "tokenId", property_id as "propertyId" from market_issues where outside > 0
    order by token_id desc limit ${limit}
  `.execute(db);
  return rows;
}
