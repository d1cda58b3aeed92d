import { sql } from 'kysely';
import { hasSpellings, inOneSpelling } from '#domains/participants/server/index.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';

/** The condition of the index `assets_one_spelling`: the asset was recorded before every new id got the one spelling. */
export const hasAnotherSpelling = sql`(strpos(asset_id, '%') > 0 or asset_id ~ '^[^/]*[A-Z][^/]*//|^[^/]*//[^/?#]*[A-Z]')
  and trace_one_spelling(asset_id) <> asset_id`;

/**
 * Returns the ids under which these assets are stored. A web address or URN may have several spellings: an asset of exactly
 * this one comes first, then that of the canonical spelling, then the oldest of any other. Without one, the canonical
 * spelling is the id of a new asset.
 */
export async function findStoredIds(db: Database, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const addresses = [...new Set(names.filter(hasSpellings))];
  const stored = new Map(names.map((name) => [name, inOneSpelling(name)]));
  if (addresses.length === 0) return stored;
  const { rows } = await sql<{ name: string; asset_id: string }>`
    select wanted.name, found.asset_id
    from unnest(${textArray(addresses)}::text[], ${textArray(addresses.map(inOneSpelling))}::text[])
      as wanted (name, canonical)
    cross join lateral (
      select asset_id from (
        (select asset_id, 1 as choice, created_index from assets where asset_id = wanted.name)
        union all
        (select asset_id, 2, created_index from assets where asset_id = wanted.canonical)
        union all
        (select asset_id, 3, created_index from assets
          where trace_one_spelling(asset_id) = wanted.canonical
            and ${hasAnotherSpelling}
          order by created_index limit 1)
      ) as spelled order by choice, created_index limit 1
    ) as found
  `.execute(db);
  for (const { name, asset_id } of rows) stored.set(name, asset_id);
  return stored;
}

/** Returns the id under which an asset is stored, or would be. */
export async function findStoredId(db: Database, name: string): Promise<string> {
  if (!hasSpellings(name)) return name;
  return (await findStoredIds(db, [name])).get(name) ?? name;
}

/** Returns an event with the ids under which its assets are stored. */
export async function withStoredIds(db: Database, body: AddEventRequest): Promise<AddEventRequest> {
  const named = Array.isArray(body.meta['inputs']) ? body.meta['inputs'] : [];
  const names = [body.asset_id, ...named].filter((one) => typeof one === 'string').filter(hasSpellings);
  if (names.length === 0) return body;
  const stored = await findStoredIds(db, names);
  const inputs = named.map((one) => (typeof one === 'string' ? (stored.get(one) ?? one) : one));
  const meta = named.length === 0 ? body.meta : { ...body.meta, inputs };
  return { ...body, asset_id: stored.get(body.asset_id) ?? body.asset_id, meta };
}
