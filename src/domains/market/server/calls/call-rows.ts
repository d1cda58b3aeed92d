import { sql } from 'kysely';
import type { CallStatus } from '#domains/market/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SignedCall } from '#platform/server/evm/operator.ts';

type Hex = `0x${string}`;

/** A call that the network does not have for good yet. */
export type OpenCall = {
  readonly nonce: number;
  readonly raw: Hex;
  readonly hash: Hex;
  readonly state: 'queued' | 'sent';
};

/** Returns the nonce of the next call of the market. Behind `lockHead`, nobody else takes it. */
export async function nextNonce(tx: Database, chainId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(nonce) + 1, 0) as next from market_calls where chain_id = ${chainId}
  `.execute(tx);
  return rows[0]?.next ?? 0;
}

/** Stores a signed call with the block that made it. */
export async function insertCall(
  tx: Database,
  { nonce, chainId, blockIndex, raw, hash }: SignedCall & { nonce: number; chainId: number; blockIndex: number },
): Promise<void> {
  await sql`
    insert into market_calls (nonce, chain_id, block_index, raw, hash, state)
    values (${nonce}, ${chainId}, ${blockIndex}, ${bytesOf(raw)}, ${bytesOf(hash)}, 'queued')
  `.execute(tx);
}

/** Reads the calls that are not final, in the order of their nonces. */
export async function readOpenCalls(db: Database, limit: number): Promise<OpenCall[]> {
  const { rows } = await sql<{ nonce: number; raw: Buffer; hash: Buffer; state: 'queued' | 'sent' }>`
    select nonce, raw, hash, state from market_calls where state in ('queued', 'sent') order by nonce limit ${limit}
  `.execute(db);
  return rows.map((row) => ({ ...row, raw: hexOf(row.raw), hash: hexOf(row.hash) }));
}

/** Reports whether the market ever called a contract. */
export async function hasCalls(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from market_calls limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes that the network has accepted these calls. */
export async function noteSent(db: Database, nonces: readonly number[]): Promise<void> {
  await sql`
    update market_calls set state = 'sent' where nonce = any(${[...nonces]}::bigint[]) and state = 'queued'
  `.execute(db);
}

/** Notes the final result of a call. */
export async function noteResult(
  db: Database,
  nonce: number,
  state: 'confirmed' | 'failed',
  networkBlock: number,
): Promise<void> {
  await sql`
    update market_calls set state = ${state}, network_block = ${networkBlock} where nonce = ${nonce} and state in ('queued', 'sent')
  `.execute(db);
}

export type CallOfBlock = { readonly txHash: string; readonly txStatus: CallStatus };

/** Reads the calls that these blocks made, by the index of the block. */
export async function readCallsOf(db: Database, blockIndexes: readonly number[]): Promise<Map<number, CallOfBlock>> {
  const { rows } = await sql<{ block_index: number; hash: Buffer; state: CallStatus }>`
    select block_index, hash, state from market_calls where block_index = any(${[...blockIndexes]}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.block_index, { txHash: hexOf(row.hash), txStatus: row.state }]));
}

const HOLD_SECONDS = 30;

/** Takes the turn to send, by the clock of the database. Losing it during a round is harmless: every step can be done twice. */
export async function takeTurn(db: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update market_turns set held_by = ${holder}, held_until = now() + make_interval(secs => ${HOLD_SECONDS})
    where held_by = ${holder} or held_until is null or held_until < now()
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Lets another server have the next turn. */
export async function endTurn(db: Database, holder: string): Promise<void> {
  await sql`update market_turns set held_until = null where held_by = ${holder}`.execute(db);
}

export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
export const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
