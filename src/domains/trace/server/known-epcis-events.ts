import { sql } from 'kysely';
import { byteaArray, int8Array } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

/** EPCIS events on the chain, by the hex of their event hash, so that an imported event never becomes two blocks. */
export type KnownEpcisEvents = Map<string, number>;

/** Reads which of these event hashes are on the chain, with the index of their block. */
export async function readKnownEpcisEvents(db: Database, hashes: readonly Buffer[]): Promise<KnownEpcisEvents> {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; block_index: number }>`
    select encode(event_hash, 'hex') as hash, block_index from unnest(${byteaArray(hashes)}::bytea[]) as wanted (hash)
    cross join lateral (
      select event_hash, block_index from epcis_events where event_hash = wanted.hash limit 1
    ) as known
  `.execute(db);
  return new Map(rows.map((row) => [row.hash, row.block_index]));
}

/** Stores the event hashes of new blocks. The statement fails for a hash that another process stored meanwhile. */
export const insertEpcisEvents = (events: readonly { hash: Buffer; index: number }[]): WriteStatement => write`
  insert into epcis_events (event_hash, block_index)
  select * from unnest(
    ${byteaArray(events.map((one) => one.hash))}::bytea[], ${int8Array(events.map((one) => one.index))}::bigint[]
  )
`;
