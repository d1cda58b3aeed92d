import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Every SQL statement about deployed contracts. */

export type ContractKey = {
  readonly chainId: number;
  readonly name: string;
  /** SHA-256 of the creation code with its arguments. */
  readonly creationHash: Uint8Array;
};

export type ContractRow = {
  readonly address: Uint8Array;
  /** Keccak-256 of the code at the address; null until the deployment was seen on the chain. */
  readonly codeHash: Uint8Array | null;
  readonly raw: Uint8Array;
  readonly transactionHash: Uint8Array;
};

export async function readContract(database: Database, key: ContractKey): Promise<ContractRow | undefined> {
  const { rows } = await sql<ContractRow>`
    select address, code_hash as "codeHash", raw, transaction_hash as "transactionHash" from evm_contracts ${where(key)}
  `.execute(database);
  return rows[0];
}

/** Stores a signed deployment before it is sent. Stores nothing if another process did. */
export async function insertContract(
  database: Database,
  key: ContractKey,
  row: Omit<ContractRow, 'codeHash'>,
  createdAt: string,
): Promise<void> {
  await sql`
    insert into evm_contracts (chain_id, name, creation_hash, address, raw, transaction_hash, created_at)
    values (${key.chainId}, ${key.name}, ${key.creationHash}, ${row.address}, ${row.raw}, ${row.transactionHash}, ${createdAt})
    on conflict do nothing
  `.execute(database);
}

export async function confirmContract(database: Database, key: ContractKey, codeHash: Uint8Array): Promise<void> {
  await sql`update evm_contracts set code_hash = ${codeHash} ${where(key)}`.execute(database);
}

/** Removes a deployment that can never be on the chain. */
export async function deleteUnconfirmed(database: Database, key: ContractKey, transactionHash: Uint8Array) {
  await sql`
    delete from evm_contracts ${where(key)} and code_hash is null and transaction_hash = ${transactionHash}
  `.execute(database);
}

const where = ({ chainId, name, creationHash }: ContractKey) =>
  sql`where chain_id = ${chainId} and name = ${name} and creation_hash = ${creationHash}`;
