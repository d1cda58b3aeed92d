import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { EventRequest } from './event-rules.ts';

/** The requests that have become blocks before: by idempotency key, and by EPCIS event hash. */
export type KnownKeys = {
  /** The block that this request already is; `mismatch` when its key was another request's; undefined when it is new. */
  find(request: EventRequest): number | 'mismatch' | undefined;
  add(request: EventRequest, index: number): void;
};

/** Reads, for a batch, which of its requests are repeated. */
export async function readKnownKeys(db: Database, requests: readonly EventRequest[]): Promise<KnownKeys> {
  const keys = requests.flatMap(({ idempotency }) => idempotency ?? []);
  const hashes = requests.flatMap(({ epcisHash }) => (epcisHash === undefined ? [] : [epcisHash.toString('hex')]));
  const [byKey, byHash] = await Promise.all([readKeys(db, keys), readHashes(db, hashes)]);
  return knownKeys(byKey, byHash);
}

/** Takes all keys for new but those that are added: a key that was used is then refused by the table. */
export const noKnownKeys = (): KnownKeys => knownKeys(new Map(), new Map());

function knownKeys(byKey: Map<string, { fingerprint: Buffer; index: number }>, byHash: Map<string, number>): KnownKeys {
  return {
    find({ idempotency, epcisHash }) {
      const known = idempotency === undefined ? undefined : byKey.get(nameOf(idempotency));
      if (known !== undefined && idempotency !== undefined)
        return known.fingerprint.equals(idempotency.fingerprint) ? known.index : 'mismatch';
      return epcisHash === undefined ? undefined : byHash.get(epcisHash.toString('hex'));
    },
    add({ idempotency, epcisHash }, index) {
      if (idempotency !== undefined) byKey.set(nameOf(idempotency), { fingerprint: idempotency.fingerprint, index });
      if (epcisHash !== undefined) byHash.set(epcisHash.toString('hex'), index);
    },
  };
}

/** Keeps the keys of new blocks. A key that another process took meanwhile fails the batch. */
export function writeKeys(made: readonly { request: EventRequest; index: number }[]): WriteStatement[] {
  const keyed = made.flatMap(({ request: { idempotency }, index }) =>
    idempotency === undefined ? [] : [{ ...idempotency, index }],
  );
  const hashed = made.flatMap(({ request: { epcisHash }, index }) =>
    epcisHash === undefined ? [] : [{ hash: epcisHash.toString('hex'), index }],
  );
  return [...(keyed.length > 0 ? [insertKeys(keyed)] : []), ...(hashed.length > 0 ? [insertHashes(hashed)] : [])];
}

const insertKeys = (keyed: readonly { scope: string; key: string; fingerprint: Buffer; index: number }[]) => sql`
  insert into idempotency_keys (scope, key, fingerprint, block_index)
  select scope, key, decode(fingerprint, 'hex'), block_index from unnest(
    ${keyed.map((one) => one.scope)}::text[], ${keyed.map((one) => one.key)}::text[],
    ${keyed.map((one) => one.fingerprint.toString('hex'))}::text[], ${keyed.map((one) => one.index)}::bigint[]
  ) as t (scope, key, fingerprint, block_index)
`;

const insertHashes = (hashed: readonly { hash: string; index: number }[]) => sql`
  insert into epcis_events (event_hash, block_index)
  select decode(hash, 'hex'), block_index from unnest(
    ${hashed.map((one) => one.hash)}::text[], ${hashed.map((one) => one.index)}::bigint[]
  ) as t (hash, block_index)
`;

const nameOf = ({ scope, key }: { scope: string; key: string }) => `${scope} ${key}`;

/** One index look-up for each key: the planner, left alone, reads the whole table while it has no statistics. */
async function readKeys(db: Database, keys: readonly { scope: string; key: string }[]) {
  if (keys.length === 0) return new Map<string, { fingerprint: Buffer; index: number }>();
  const { rows } = await sql<{ scope: string; key: string; fingerprint: Buffer; block_index: number | null }>`
    select known.* from unnest(${keys.map((one) => one.scope)}::text[], ${keys.map((one) => one.key)}::text[]) as wanted (scope, key)
    cross join lateral (
      select scope, key, fingerprint, block_index from idempotency_keys
      where scope = wanted.scope and key = wanted.key limit 1
    ) as known
  `.execute(db);
  return new Map(
    rows.map((row) => [
      nameOf(row),
      // A key that made something else than a block matches no event.
      { fingerprint: row.block_index === null ? Buffer.alloc(0) : row.fingerprint, index: row.block_index ?? -1 },
    ]),
  );
}

async function readHashes(db: Database, hashes: readonly string[]): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; block_index: number }>`
    select encode(event_hash, 'hex') as hash, block_index from unnest(${hashes}::text[]) as wanted (hash)
    cross join lateral (
      select event_hash, block_index from epcis_events where event_hash = decode(wanted.hash, 'hex') limit 1
    ) as known
  `.execute(db);
  return new Map(rows.map((row) => [row.hash, row.block_index]));
}
