import { sql } from 'kysely';
import { present } from '#platform/contract/present.ts';
import type { Database, Transaction } from '../../database/database.ts';

/** Every SQL statement about the embedded chain. */

export type ChainRow = { readonly chainId: number; readonly operator: Uint8Array };

export type BlockRow = {
  readonly number: number;
  readonly hash: Uint8Array;
  readonly parentHash: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly transactionsRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly gasUsed: number;
  readonly baseFee: bigint;
  /** Bytes of its RLP. */
  readonly size: number;
};

export type TransactionRow = {
  readonly hash: Uint8Array;
  readonly blockNumber: number;
  readonly position: number;
  readonly sender: Uint8Array;
  readonly nonce: number;
  readonly raw: Uint8Array;
  readonly succeeded: boolean;
  readonly gasUsed: number;
  readonly cumulativeGasUsed: number;
  readonly gasPrice: bigint;
  readonly contractAddress: Uint8Array | null;
};

export type LogRow = {
  readonly blockNumber: number;
  readonly position: number;
  readonly transactionPosition: number;
  readonly address: Uint8Array;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
};

export type WrittenBlock = {
  readonly block: BlockRow;
  readonly nodes: ReadonlyMap<string, Uint8Array>;
  readonly transactions: readonly TransactionRow[];
  readonly logs: readonly LogRow[];
};

export async function readChain(database: Database): Promise<ChainRow | undefined> {
  const { rows } = await sql<ChainRow>`select chain_id as "chainId", operator from evm_chain`.execute(database);
  return rows[0];
}

/**
 * Writes the chain with its block 0. Writes nothing if a chain exists, including one that another process created at
 * the same time.
 */
export async function insertChain(database: Database, chain: ChainRow, genesis: WrittenBlock): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      insert into evm_chain (chain_id, operator) values (${chain.chainId}, ${bytes(chain.operator)})
      on conflict do nothing
    `.execute(transaction);
    if (numAffectedRows !== 1n) return;
    await insertBlock(transaction, genesis);
    await sql`insert into evm_head (number, hash) values (0, ${bytes(genesis.block.hash)})`.execute(transaction);
  });
}

/**
 * Appends a block with everything that belongs to it, in one transaction. Returns false and writes nothing if its parent is
 * not the head, because another process appended first.
 */
export async function appendBlock(database: Database, written: WrittenBlock): Promise<boolean> {
  const { number, hash, parentHash } = written.block;
  return database.transaction().execute(async (transaction) => {
    // Waits for a process that is appending, and then reads what it committed.
    const { rows } = await sql`
      select 1 from evm_head where hash = ${bytes(parentHash)} for update
    `.execute(transaction);
    if (rows.length === 0) return false;
    await insertBlock(transaction, written);
    await sql`update evm_head set number = ${number}, hash = ${bytes(hash)}`.execute(transaction);
    return true;
  });
}

async function insertBlock(transaction: Transaction, { block, nodes, transactions, logs }: WrittenBlock) {
  await sql`
    insert into evm_blocks (number, hash, parent_hash, state_root, transactions_root, receipts_root, timestamp, gas_used,
      base_fee, size)
    values (${block.number}, ${bytes(block.hash)}, ${bytes(block.parentHash)}, ${bytes(block.stateRoot)},
      ${bytes(block.transactionsRoot)}, ${bytes(block.receiptsRoot)}, ${block.timestamp}, ${block.gasUsed},
      ${block.baseFee.toString()}, ${block.size})
  `.execute(transaction);
  if (nodes.size > 0)
    // An earlier state may have stored the same node.
    await sql`
      insert into evm_nodes (key, value)
      select * from unnest(${[...nodes.keys()].map((key) => Buffer.from(key, 'hex'))}::bytea[],
        ${[...nodes.values()].map(bytes)}::bytea[])
      on conflict do nothing
    `.execute(transaction);
  for (const some of inBatches(transactions)) {
    const rows = some.map(
      (one) => sql`(${bytes(one.hash)}, ${one.blockNumber}, ${one.position}, ${bytes(one.sender)}, ${one.nonce},
        ${bytes(one.raw)}, ${one.succeeded}, ${one.gasUsed}, ${one.cumulativeGasUsed}, ${one.gasPrice.toString()},
        ${one.contractAddress && bytes(one.contractAddress)})`,
    );
    await sql`
      insert into evm_transactions (hash, block_number, position, sender, nonce, raw, succeeded, gas_used,
        cumulative_gas_used, gas_price, contract_address)
      values ${sql.join(rows)}
    `.execute(transaction);
  }
  for (const some of inBatches(logs)) {
    const rows = some.map(
      (one) => sql`(${one.blockNumber}, ${one.position}, ${one.transactionPosition}, ${bytes(one.address)},
        ${one.topics.map(bytes)}::bytea[], ${bytes(one.data)})`,
    );
    await sql`
      insert into evm_logs (block_number, position, transaction_position, address, topics, data)
      values ${sql.join(rows)}
    `.execute(transaction);
  }
}

/** A statement has at most 65,535 parameters. */
const ROWS_MAX = 1000;

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_MAX) yield rows.slice(start, start + ROWS_MAX);
}

export async function readNode(database: Database, key: Uint8Array): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ value: Buffer }>`select value from evm_nodes where key = ${bytes(key)}`.execute(
    database,
  );
  // A plain Uint8Array, because the trie library compares prototypes.
  return rows[0] && new Uint8Array(rows[0].value);
}

/** Returns the number of the head. */
export async function readHeadNumber(database: Database): Promise<number> {
  const { rows } = await sql<{ number: number }>`select number from evm_head`.execute(database);
  return present(rows[0], 'a chain has a head').number;
}

export async function readHead(database: Database): Promise<BlockRow> {
  const { rows } = await sql<StoredBlock>`
    ${selectBlock} where number = (select number from evm_head)
  `.execute(database);
  return toBlock(present(rows[0], 'a chain has a head'));
}

export async function readBlock(database: Database, number: number): Promise<BlockRow | undefined> {
  const { rows } = await sql<StoredBlock>`${selectBlock} where number = ${number}`.execute(database);
  return rows[0] && toBlock(rows[0]);
}

export async function readBlockByHash(database: Database, hash: Uint8Array): Promise<BlockRow | undefined> {
  const { rows } = await sql<StoredBlock>`${selectBlock} where hash = ${bytes(hash)}`.execute(database);
  return rows[0] && toBlock(rows[0]);
}

/** Returns the blocks from `first` to `last`, in order. */
export async function readBlocks(database: Database, first: number, last: number): Promise<BlockRow[]> {
  const { rows } = await sql<StoredBlock>`
    ${selectBlock} where number between ${first} and ${last} order by number
  `.execute(database);
  return rows.map(toBlock);
}

export async function readTransaction(database: Database, hash: Uint8Array): Promise<TransactionRow | undefined> {
  const { rows } = await sql<StoredTransaction>`${selectTransaction} where hash = ${bytes(hash)}`.execute(database);
  return rows[0] && toTransaction(rows[0]);
}

/** Returns the transactions of a block in order. */
export async function readTransactions(database: Database, blockNumber: number): Promise<TransactionRow[]> {
  const { rows } = await sql<StoredTransaction>`
    ${selectTransaction} where block_number = ${blockNumber} order by position
  `.execute(database);
  return rows.map(toTransaction);
}

/** Returns which of these transactions are in a block, as unprefixed hex. */
export async function readIncluded(database: Database, hashes: readonly Uint8Array[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from evm_transactions where hash = any(${hashes.map(bytes)}::bytea[])
  `.execute(database);
  return new Set(rows.map(({ hash }) => hash));
}

/** The logs of a block, or of one of its transactions, in order. */
export async function readLogsOfBlock(
  database: Database,
  blockNumber: number,
  transactionPosition?: number,
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    ${selectLog} where block_number = ${blockNumber}
      and (${transactionPosition ?? null}::integer is null or transaction_position = ${transactionPosition ?? null})
    order by position
  `.execute(database);
  return rows;
}

export type LogFilter = {
  readonly first: number;
  readonly last: number;
  /** Empty: of any contract. */
  readonly addresses: readonly Uint8Array[];
  /** The alternatives for each position; empty: any topic, or none. */
  readonly topics: readonly (readonly Uint8Array[])[];
};

/** Returns the first `limit` matching logs in order, each with the hashes of its block and transaction. */
export async function readLogs(
  database: Database,
  filter: LogFilter,
  limit: number,
): Promise<(LogRow & { readonly blockHash: Uint8Array; readonly transactionHash: Uint8Array })[]> {
  const address =
    filter.addresses.length === 0 ? sql`true` : sql`logs.address = any(${filter.addresses.map(bytes)}::bytea[])`;
  const topics = filter.topics.map((alternatives, at) =>
    alternatives.length === 0 ? sql`true` : sql`logs.topics[${at + 1}] = any(${alternatives.map(bytes)}::bytea[])`,
  );
  const { rows } = await sql<LogRow & { blockHash: Uint8Array; transactionHash: Uint8Array }>`
    select logs.block_number as "blockNumber", logs.position, logs.transaction_position as "transactionPosition",
      logs.address, logs.topics, logs.data, blocks.hash as "blockHash", transactions.hash as "transactionHash"
    from evm_logs as logs
    join evm_blocks as blocks on blocks.number = logs.block_number
    join evm_transactions as transactions
      on transactions.block_number = logs.block_number and transactions.position = logs.transaction_position
    where logs.block_number between ${filter.first} and ${filter.last}
      and ${sql.join([address, ...topics], sql` and `)}
    order by logs.block_number, logs.position
    limit ${limit}
  `.execute(database);
  return rows;
}

type StoredBlock = Omit<BlockRow, 'baseFee'> & { readonly baseFee: string };
type StoredTransaction = Omit<TransactionRow, 'gasPrice'> & { readonly gasPrice: string };

const selectBlock = sql`
  select number, hash, parent_hash as "parentHash", state_root as "stateRoot", transactions_root as "transactionsRoot",
    receipts_root as "receiptsRoot", timestamp, gas_used as "gasUsed", base_fee as "baseFee", size
  from evm_blocks
`;

const selectTransaction = sql`
  select hash, block_number as "blockNumber", position, sender, nonce, raw, succeeded, gas_used as "gasUsed",
    cumulative_gas_used as "cumulativeGasUsed", gas_price as "gasPrice", contract_address as "contractAddress"
  from evm_transactions
`;

const selectLog = sql`
  select block_number as "blockNumber", position, transaction_position as "transactionPosition", address, topics, data
  from evm_logs
`;

const toBlock = (row: StoredBlock): BlockRow => ({ ...row, baseFee: BigInt(row.baseFee) });
const toTransaction = (row: StoredTransaction): TransactionRow => ({ ...row, gasPrice: BigInt(row.gasPrice) });

/** The driver sends a Buffer as bytea. */
const bytes = (value: Uint8Array): Buffer => Buffer.from(value.buffer, value.byteOffset, value.byteLength);
