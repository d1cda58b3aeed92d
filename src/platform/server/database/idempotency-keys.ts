import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError, idempotencyMismatch } from '#platform/contract/errors.ts';
import { byteaArray, int8Array, textArray } from './binary-arrays.ts';
import type { Database } from './database.ts';
import { type WriteStatement, write } from './one-statement.ts';

/** The `Idempotency-Key` of a request: its sender, the key, and the SHA-256 of the request. */
export type IdempotencyKey = { readonly scope: string; readonly key: string; readonly fingerprint: Buffer };

/** The block that an earlier request with a key created; -1 for a request that created something else. */
type KnownKey = { readonly fingerprint: Buffer; readonly blockIndex: number };

/** Idempotency keys of earlier requests, and of those that a batch has accepted so far. */
export type KnownKeys = {
  /**
   * Returns the index of the block that an earlier request with this key created, or undefined for a new key.
   *
   * @throws AppError `request.idempotency_mismatch` if the key belongs to a different request
   */
  find(key: IdempotencyKey): number | undefined;
  add(key: IdempotencyKey, blockIndex: number): void;
};

/** Reads which of these keys earlier requests used, with one index lookup each regardless of the planner's estimates. */
export async function readKnownKeys(db: Database, keys: readonly IdempotencyKey[]): Promise<KnownKeys> {
  if (keys.length === 0) return noKnownKeys();
  const { rows } = await sql<{ scope: string; key: string; fingerprint: Buffer; block_index: number | null }>`
    select known.* from unnest(${keys.map((one) => one.scope)}::text[], ${keys.map((one) => one.key)}::text[]) as wanted (scope, key)
    cross join lateral (
      select scope, key, fingerprint, block_index from idempotency_keys
      where scope = wanted.scope and key = wanted.key limit 1
    ) as known
  `.execute(db);
  return knownKeys(
    new Map(rows.map((row) => [nameOf(row), { fingerprint: row.fingerprint, blockIndex: row.block_index ?? -1 }])),
  );
}

/** Returns an empty set. Every key counts as new, and the table's primary key rejects one that is not. */
export const noKnownKeys = (): KnownKeys => knownKeys(new Map());

function knownKeys(known: Map<string, KnownKey>): KnownKeys {
  return {
    find(key) {
      const earlier = known.get(nameOf(key));
      if (earlier === undefined) return undefined;
      if (earlier.blockIndex < 0 || !earlier.fingerprint.equals(key.fingerprint)) throw keyUsedBefore();
      return earlier.blockIndex;
    },
    add: (key, blockIndex) => known.set(nameOf(key), { fingerprint: key.fingerprint, blockIndex }),
  };
}

const nameOf = ({ scope, key }: { scope: string; key: string }) => `${scope} ${key}`;

/**
 * Stores the keys of new blocks. If another process has used a key in the meantime, the statement fails (SQLSTATE 23505).
 */
export const insertKeys = (
  keys: readonly (IdempotencyKey & { readonly blockIndex: number })[],
): WriteStatement => write`
  insert into idempotency_keys (scope, key, fingerprint, block_index)
  select * from unnest(
    ${textArray(keys.map((one) => one.scope))}::text[], ${textArray(keys.map((one) => one.key))}::text[],
    ${byteaArray(keys.map((one) => one.fingerprint))}::bytea[], ${int8Array(keys.map((one) => one.blockIndex))}::bigint[]
  )
`;

/**
 * Claims a key within the transaction of its effect. Returns undefined if the request is new or has no key, or the
 * subject of the first request if it is repeated.
 *
 * @throws AppError `request.idempotency_mismatch` if the key belongs to a different request
 */
export async function claimIdempotencyKey(
  tx: Database,
  claim: { scope: string; key: string | undefined; fingerprint: Buffer; subject: string },
): Promise<string | undefined> {
  if (claim.key === undefined) return undefined;
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (scope, key, fingerprint, subject)
    values (${claim.scope}, ${claim.key}, ${claim.fingerprint}, ${claim.subject}) on conflict do nothing
  `.execute(tx);
  if (numAffectedRows === 1n) return undefined;
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'subject'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
  if (!row.fingerprint.equals(claim.fingerprint) || row.subject === null) throw keyUsedBefore();
  return row.subject;
}

/**
 * Returns the index of the block that a request with this key created. Without one, closes the key in the same
 * statement, so that a later request with it is refused. Waits for a request with this key that is being written.
 */
export async function findOrCloseKey(
  db: Database,
  { scope, key }: Pick<IdempotencyKey, 'scope' | 'key'>,
): Promise<number | undefined> {
  await sql`
    insert into idempotency_keys (scope, key, fingerprint) values (${scope}, ${key}, ${fingerprintOf('closed')})
    on conflict do nothing
  `.execute(db);
  const row = await db
    .selectFrom('idempotency_keys')
    .select('block_index')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.block_index ?? undefined;
}

const CLOSED_AT_ONCE = 1000;

/**
 * Deletes keys that were closed before a time, at most a thousand. A request with such a key counts as new again, so
 * leave more time than any request takes to arrive. Keys of blocks stay.
 */
export async function deleteClosedKeys(db: Database, before: number): Promise<void> {
  await sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys
      where block_index is null and subject is null and created_at < to_timestamp(${before}::float8 / 1000.0)
      order by created_at limit ${CLOSED_AT_ONCE}
    ) and block_index is null and subject is null
  `.execute(db);
}

/** Returns the SHA-256 that identifies a repeated request. A fast hash protects no secret, so never include one. */
export const fingerprintOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The refusal of a key that an earlier, different request used. */
export const keyUsedBefore = () =>
  new AppError(idempotencyMismatch, 'This Idempotency-Key was already used for a different request.', {
    hint: 'Use a new key for each new request. Reuse a key only to retry the same request.',
  });
