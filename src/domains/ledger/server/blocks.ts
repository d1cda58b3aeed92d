import { sql } from 'kysely';
import type { Block } from '#domains/ledger/contract.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import { byteaArray, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { Head, SealedBlock } from './seal-blocks.ts';

/** Reads the head of the chain. */
export async function readHead(db: Database): Promise<Head> {
  return toHead(await db.selectFrom('ledger_head').select(['length', 'hash', 'timestamp']).executeTakeFirstOrThrow());
}

/**
 * Reads the head of the chain to append there. Throws `server.unavailable` if the last block has another hash or time:
 * a block appended to such a head would be wrong permanently.
 */
export async function readHeadToAppend(db: Database): Promise<Head> {
  const head = await readHead(db);
  await requireLastBlock(db, head);
  return head;
}

/** Like `readHeadToAppend`, but also blocks every other append until the transaction ends. */
export async function lockHead(tx: Database): Promise<Head> {
  const row = await tx
    .selectFrom('ledger_head')
    .select(['length', 'hash', 'timestamp'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  const head = toHead(row);
  await requireLastBlock(tx, head);
  return head;
}

async function requireLastBlock(db: Database, head: Head): Promise<void> {
  if (head.length === 0) return;
  const last = await db
    .selectFrom('blocks')
    .select(['hash', 'timestamp'])
    .where('index', '=', head.length - 1)
    .executeTakeFirst();
  if (last?.hash.toString('hex') === head.hash && last.timestamp === head.timestamp) return;
  throw new AppError(unavailable, "The head of the chain doesn't match its last block, so nothing is recorded.", {
    hint: 'An operator has to repair the ledger first: docs/runbooks/chain-broken.md.',
    retryAfterSeconds: 60,
  });
}

const toHead = (row: { length: number; hash: Buffer; timestamp: number }): Head => ({
  length: row.length,
  hash: row.hash.toString('hex'),
  timestamp: row.timestamp,
});

/**
 * Inserts consecutive blocks of one batch. Fails on the primary key if the chain has grown since their head was read.
 */
export function insertBlocks(blocks: readonly SealedBlock[]): WriteStatement {
  const [first] = blocks;
  if (first === undefined) throw new Error('insertBlocks needs at least one block');
  return write`
    insert into blocks (index, timestamp, hash, prev_hash, data, action, asset_id, participant)
    select ${first.index}::bigint + n - 1, ${first.timestamp}::bigint, hash, prev_hash, data, action, asset_id, participant
    from unnest(
      ${byteaArray(blocks.map((block) => Buffer.from(block.hash, 'hex')))}::bytea[],
      ${byteaArray(blocks.map((block) => Buffer.from(block.prevHash, 'hex')))}::bytea[],
      ${textArray(blocks.map((block) => block.dataText))}::text[], ${textArray(blocks.map((block) => block.action))}::text[],
      ${textArray(blocks.map((block) => block.assetId))}::text[], ${textArray(blocks.map((block) => block.participant))}::text[]
    ) with ordinality as t (hash, prev_hash, data, action, asset_id, participant, n)
  `;
}

/** Moves the head from its read or expected position. Does nothing if the chain ends elsewhere. */
export const moveHead = (from: Head, to: Head): WriteStatement => write`
  update ledger_head set length = ${to.length}, hash = ${Buffer.from(to.hash, 'hex')}::bytea, timestamp = ${to.timestamp}
  where length = ${from.length} and hash = ${Buffer.from(from.hash, 'hex')}::bytea
`;

export type BlockRow = { index: number; timestamp: number; hash: Buffer; prev_hash: Buffer; data: string };
const blockColumns = ['index', 'timestamp', 'hash', 'prev_hash', 'data'] as const;

/** The block as the API shows it. Throws `server.unavailable` if its content was altered and is no longer JSON. */
export const toBlock = (row: BlockRow): Block => ({
  index: row.index,
  timestamp: row.timestamp,
  prev_hash: row.prev_hash.toString('hex'),
  hash: row.hash.toString('hex'),
  data: parseStored(row.data),
});

function parseStored(data: string): Block['data'] {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw unreadable(cause);
  }
}

const INVALID_TEXT_REPRESENTATION = '22P02';

/** Rethrows the error of a query that reads stored content as JSON. Such a query fails only on altered content. */
export function refuseUnreadable(error: unknown): never {
  throw (error as { code?: string }).code === INVALID_TEXT_REPRESENTATION ? unreadable(error) : error;
}

const unreadable = (cause: unknown) =>
  new AppError(unavailable, 'A block cannot be shown: its stored content was altered and is no longer JSON.', {
    hint: 'GET /api/chain/validate names the first bad block once the verifier has found it.',
    retryAfterSeconds: 60,
    cause,
  });

export async function findBlockByIndex(db: Database, index: number): Promise<Block | undefined> {
  const row = await db.selectFrom('blocks').select(blockColumns).where('index', '=', index).executeTakeFirst();
  return row === undefined ? undefined : toBlock(row);
}

/** Finds a block by its hash, among the indexed blocks and those the verifier has not indexed yet. */
export async function findBlockByHash(db: Database, hash: string): Promise<Block | undefined> {
  const bytes = Buffer.from(hash, 'hex');
  const { rows } = await sql<BlockRow>`
    select ${sql.join(blockColumns.map((column) => sql.ref(column)))} from blocks
    where hash = ${bytes} and (
      index in (select index from block_hashes where prefix = ${bytes.readBigInt64BE(0).toString()})
      or index >= (select coalesce(max(size), 0) from checkpoints)
    )
    limit 1
  `.execute(db);
  return rows[0] === undefined ? undefined : toBlock(rows[0]);
}

/** Makes the blocks from `first` on searchable by hash, with 32 bytes each in `leaves`. Safe to repeat. */
export async function indexHashes(tx: Database, first: number, leaves: Buffer): Promise<void> {
  const prefixes = Array.from({ length: leaves.length / 32 }, (_, n) => leaves.readBigInt64BE(n * 32).toString());
  await sql`
    insert into block_hashes (prefix, index)
    select prefix, ${first}::bigint + n - 1 from unnest(${prefixes}::bigint[]) with ordinality as t (prefix, n)
    order by prefix on conflict do nothing
  `.execute(tx);
}

/**
 * Reads the blocks from `first` up to, not including, `end`, ascending, as a JSON array. Their data is stored as JSON text:
 * parsing and serializing 500 large blocks would hold the main thread for three seconds. PostgreSQL checks that it is JSON.
 */
export async function readBlocksAsJson(db: Database, first: number, end: number): Promise<string> {
  const rows = await db
    .selectFrom('blocks')
    .select(['index', 'timestamp', 'hash', 'prev_hash', sql<string>`data::json::text`.as('data')])
    .where('index', '>=', first)
    .where('index', '<', end)
    .orderBy('index')
    .execute()
    .catch(refuseUnreadable);
  return `[${rows.map(toJson).join(',')}]`;
}

/** Returns the ids of the assets that the blocks from `first` to before `end` are about. */
export async function readAssetIds(db: Database, first: number, end: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blocks')
    .select(sql<string | null>`data::json ->> 'asset_id'`.as('asset_id'))
    .distinct()
    .where('index', '>=', first)
    .where('index', '<', end)
    .execute()
    .catch(refuseUnreadable);
  return rows.flatMap((row) => row.asset_id ?? []);
}

const toJson = (row: BlockRow) =>
  `{"index":${row.index},"timestamp":${row.timestamp},"prev_hash":"${row.prev_hash.toString('hex')}",` +
  `"hash":"${row.hash.toString('hex')}","data":${row.data}}`;

/** Reads the blocks at these indexes, in no particular order. */
export async function readBlocksAt(db: Database, indexes: readonly number[]): Promise<Block[]> {
  if (indexes.length === 0) return [];
  const rows = await db.selectFrom('blocks').select(blockColumns).where('index', 'in', indexes).execute();
  return rows.map(toBlock);
}

/** Finds the newest block that matches and has one of these actions. */
export async function findLastAction(
  db: Database,
  filter: BlockFilter,
  actions: readonly string[],
): Promise<Block | undefined> {
  const row = await filtered(db, filter)
    .select(blockColumns)
    .where('action', 'in', actions)
    .orderBy('index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toBlock(row);
}

/** Selects the blocks within the bounds that have every given value. */
export type BlockFilter = {
  /** The domain that owns the block; see `domainOfAction`. */
  readonly domain?: string | undefined;
  readonly from?: number | undefined;
  readonly below?: number | undefined;
  readonly assetId?: string | undefined;
  readonly participant?: string | undefined;
  readonly action?: string | undefined;
  readonly indexes?: readonly number[] | undefined;
};

/** Returns the query of the blocks that match. */
export function filtered(db: Database, { domain, from, below, assetId, participant, action, indexes }: BlockFilter) {
  let query = db.selectFrom('blocks');
  if (domain !== undefined) query = query.where(sql<string>`ledger_block_domain(action)`, '=', domain);
  if (from !== undefined) query = query.where('index', '>=', from);
  if (below !== undefined) query = query.where('index', '<', below);
  if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
  if (participant !== undefined) query = query.where('participant', '=', participant);
  if (action !== undefined) query = query.where('action', '=', action);
  if (indexes !== undefined) query = query.where(sql<boolean>`index = any(${indexes}::bigint[])`);
  return query;
}

/** Counts the blocks that match, up to `max`. */
export async function countBlocks(db: Database, filter: BlockFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('index').limit(max).as('matching'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the index of the first block recorded at or after an instant (seconds), or the length of the chain. */
export async function findFirstSince(db: Database, seconds: number): Promise<number> {
  let low = 0;
  let high = (await readHead(db)).length;
  // Timestamps never decrease, so they need no index: 26 point reads find the position among 50 million.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    // If a block was removed, the next one stands in for it. The search continues, and the verifier reports the gap.
    const row = await db
      .selectFrom('blocks')
      .select(['index', 'timestamp'])
      .where('index', '>=', middle)
      .orderBy('index')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined && row.timestamp < seconds) low = row.index + 1;
    else high = middle;
  }
  return low;
}

/** Creates the partitions for the next million blocks. Safe to repeat, and nearly always a no-op. */
export async function makePartitions(db: Database, length: number): Promise<void> {
  await sql`select ledger_make_partitions(${length + 1_000_000}::bigint)`.execute(db);
}
