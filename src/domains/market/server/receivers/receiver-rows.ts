import { sql } from 'kysely';
import type { CallStatus } from '#domains/market/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

export type Receiver = { readonly isAllowed: boolean; readonly changedIndex: number };

/** Finds the newest decision about whether an account may receive shares of a token. */
export async function findReceiver(db: Database, tokenId: number, custodyId: Buffer): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`
    select is_allowed as "isAllowed", changed_index as "changedIndex" from market_receivers
    where token_id = ${tokenId} and custody_id = ${custodyId}
  `.execute(db);
  return rows[0];
}

/** Counts the accounts that may receive shares of a token. */
export async function countReceivers(db: Database, tokenId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from market_receivers where token_id = ${tokenId} and is_allowed
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores the decision of a block. */
export async function storeReceiver(
  tx: Database,
  tokenId: number,
  custodyId: Buffer,
  { isAllowed, changedIndex }: Receiver,
): Promise<void> {
  await sql`
    insert into market_receivers (token_id, custody_id, is_allowed, changed_index)
    values (${tokenId}, ${custodyId}, ${isAllowed}, ${changedIndex})
    on conflict (token_id, custody_id) do update set is_allowed = excluded.is_allowed, changed_index = excluded.changed_index
  `.execute(tx);
}

export type ReceiverRow = {
  readonly address: Buffer;
  readonly accountId: string | null;
  readonly blockIndex: number;
  readonly seconds: number;
  readonly hash: Buffer;
  readonly state: CallStatus;
};

/** Reads the receivers of a token's shares, newest first. */
export async function readReceivers(db: Database, tokenId: number, limit: number): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select address, account_id as "accountId", changed_index as "blockIndex", block.timestamp as seconds, call.hash, call.state
    from market_receivers join market_accounts using (custody_id)
      join ledger_blocks as block on block.index = changed_index join market_calls as call on call.block_index = changed_index
    where token_id = ${tokenId} and is_allowed order by changed_index desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Reads the open purchases of an account for a token. */
export async function readOpenPurchases(db: Database, tokenId: number, custodyId: Buffer): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select order_id as id from market_orders
    where token_id = ${tokenId} and custody_id = ${custodyId} and side = 'buy' and open > 0 order by order_id
  `.execute(db);
  return rows.map(({ id }) => id);
}
