import { sql } from 'kysely';
import type { CallStatus } from '#domains/market/contract.ts';
import { int8Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SignedCall } from '#platform/server/evm/operator.ts';

type Hex = `0x${string}`;

/** Signed bytes. */
export type Signed = { readonly raw: Hex; readonly hash: Hex };

/** A call that is not final on the network yet. */
export type OpenCall = Signed & {
  readonly nonce: number;
  readonly state: 'queued' | 'sent';
  /** The same call with higher fees, oldest first. The last one is sent. */
  readonly attempts: readonly Signed[];
};

/** Returns the nonce of the next call of the market. Behind `lockHead`, no other process takes it. */
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
  const attempts = await readAttempts(
    db,
    rows.map(({ nonce }) => nonce),
  );
  return rows.map(({ nonce, state, ...signed }) => ({
    nonce,
    state,
    ...toSigned(signed),
    attempts: (attempts.get(nonce) ?? []).map(toSigned),
  }));
}

export type Settlement = OpenCall & { readonly blockIndex: number };

/** Finds the settlements with the steps of these blocks, by the index of the block: the newest that begins with it or an earlier one. */
export async function findSettlementsOf(
  db: Database,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, Settlement>> {
  const { rows } = await sql<{ index: number; nonce: number; blockIndex: number; raw: Buffer; hash: Buffer }>`
    select asked.index, nonce, block_index as "blockIndex", raw, hash
    from unnest(${int8Array(indexes)}::bigint[]) as asked (index) cross join lateral (
      select nonce, block_index, raw, hash from market_calls
      where block_index <= asked.index and sequence is not null order by block_index desc, nonce desc limit 1
    ) as call
  `.execute(db);
  const attempts = await readAttempts(
    db,
    rows.map(({ nonce }) => nonce),
  );
  return new Map(
    rows.map(({ index, nonce, blockIndex, ...signed }) => [
      index,
      { nonce, blockIndex, state: 'sent', ...toSigned(signed), attempts: (attempts.get(nonce) ?? []).map(toSigned) },
    ]),
  );
}

/** Reads the attempts of these calls, oldest first. */
export async function readAttempts(
  db: Database,
  nonces: readonly number[],
): Promise<Map<number, { raw: Buffer; hash: Buffer }[]>> {
  const { rows } = await sql<{ nonce: number; raw: Buffer; hash: Buffer }>`
    select nonce, raw, hash from market_call_attempts where nonce = any(${[...nonces]}::bigint[]) order by nonce, attempt
  `.execute(db);
  return Map.groupBy(rows, ({ nonce }) => nonce);
}

/** Stores the next attempt of a call. Returns false if another server stored it first. */
export async function insertAttempt(db: Database, { nonce, attempts }: OpenCall, signed: Signed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into market_call_attempts (nonce, attempt, raw, hash)
    values (${nonce}, ${attempts.length + 1}, ${bytesOf(signed.raw)}, ${bytesOf(signed.hash)}) on conflict do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

const toSigned = ({ raw, hash }: { raw: Buffer; hash: Buffer }): Signed => ({ raw: hexOf(raw), hash: hexOf(hash) });

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

/** Notes the final result of a call. `hash` is that of the attempt that the network took. */
export async function noteResult(
  db: Database,
  { nonce, hash: own }: OpenCall,
  result: { readonly state: 'confirmed' | 'failed'; readonly networkBlock: number; readonly hash: Hex },
): Promise<void> {
  await sql`
    update market_calls set state = ${result.state}, network_block = ${result.networkBlock},
      mined_hash = ${result.hash === own ? null : bytesOf(result.hash)}
    where nonce = ${nonce} and state in ('queued', 'sent')
  `.execute(db);
}

/** The waiting calls, and since when the oldest has waited, in milliseconds since 1970. */
export async function readBacklog(
  db: Database,
): Promise<{ calls: number; since: number | undefined; seconds: number }> {
  const { rows } = await sql<{ calls: number; since: number | null; seconds: number | null }>`
    select count(*) as calls, (extract(epoch from min(stored_at)) * 1000)::bigint as since,
      extract(epoch from now() - min(stored_at))::bigint as seconds
    from market_calls where state in ('queued', 'sent')
  `.execute(db);
  const { calls = 0, since, seconds } = rows[0] ?? {};
  return { calls, since: since ?? undefined, seconds: seconds ?? 0 };
}

export type CallOfBlock = { readonly txHash: string; readonly txStatus: CallStatus };

/** Reads the calls that these blocks made, by the index of the block. */
export async function readCallsOf(db: Database, blockIndexes: readonly number[]): Promise<Map<number, CallOfBlock>> {
  const { rows } = await sql<{ block_index: number; hash: Buffer; state: CallStatus }>`
    select block_index, coalesce(mined_hash, hash) as hash, state from market_calls where block_index = any(${[...blockIndexes]}::bigint[])
  `.execute(db);
  return new Map(rows.map((row) => [row.block_index, { txHash: hexOf(row.hash), txStatus: row.state }]));
}

const HOLD_SECONDS = 30;

/** Takes the lease to send, by the clock of the database. Losing it during a round is harmless: every step can be done twice. */
export async function takeTurn(db: Database, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update market_turns set held_by = ${holder}, held_until = now() + make_interval(secs => ${HOLD_SECONDS})
    where held_by = ${holder} or held_until is null or held_until < now()
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Releases the lease, so that another server can take it. */
export async function endTurn(db: Database, holder: string): Promise<void> {
  await sql`update market_turns set held_until = null where held_by = ${holder}`.execute(db);
}

export const bytesOf = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex');
export const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
