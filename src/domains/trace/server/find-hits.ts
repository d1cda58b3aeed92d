import { sql } from 'kysely';
import { canonicalIdentifier, hasSpellings } from '#domains/participants/server/index.ts';
import { textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { all, beginsWord, type Condition, holds, inAssetText, inLocation } from './asset-conditions.ts';
import { lowerCase } from './search-texts.ts';
import { findStoredIds } from './stored-asset-ids.ts';

/** Matching ids. `complete` is false if there may be more, beyond the limit or out of reach. */
export type Hits = { readonly assetIds: readonly string[]; readonly complete: boolean };

/** The newest assets that are searched within words for a term of one or two letters. */
export const SHORT_TERM_REACH = 5000;

const isShort = (term: string) => [...term].length <= 2;

/**
 * Finds up to `max` assets by a text in any case and by filters, through the indexes on the asset's text and its
 * location. A web address or URN also finds the asset that is recorded in another spelling or by the GS1 key in it. Trigrams cannot find a term of one or two letters: it is found at the start of words everywhere, and
 * within words only among the newest assets, so that a rare one causes no full scan.
 */
export async function findHits(db: Database, text: string, filters: readonly Condition[], max: number): Promise<Hits> {
  const term = lowerCase(text);
  if (term !== '' && isShort(term)) return findShort(db, term, filters, max);
  const named = await idsOf(db, text);
  const hits =
    term === ''
      ? matching(sql`true`, filters, max)
      : sql`${matching(inAssetText(term), filters, max)} union ${matching(inLocation(term), filters, max)}
          union ${matching(sql`assets.asset_id = any(${textArray(named)}::text[])`, filters, max)}`;
  const assetIds = await run(db, hits, max);
  return { assetIds, complete: assetIds.length < max };
}

/** Returns the ids under which the asset of a web address or URN may be recorded. */
async function idsOf(db: Database, text: string): Promise<string[]> {
  if (!hasSpellings(text)) return [];
  return [...(await findStoredIds(db, [text, canonicalIdentifier(text)])).values()];
}

/** Reports whether a term of one or two letters occurs in no asset. */
export async function isAbsent(db: Database, term: string): Promise<boolean> {
  if (term === '' || !isShort(term)) return false;
  return (await db.selectFrom('asset_grams').select('gram').where('gram', '=', term).executeTakeFirst()) === undefined;
}

async function findShort(db: Database, term: string, filters: readonly Condition[], max: number): Promise<Hits> {
  const newest = sql`
    (select assets.asset_id
     from (select * from assets order by created_at desc, asset_id desc limit ${SHORT_TERM_REACH}) as assets
     cross join lateral (select * from asset_list where asset_id = assets.asset_id limit 1) as asset_list
     where ${all([inAssetText(term), ...filters])} limit ${max})
  `;
  const beginnings = /^[\p{L}\p{N}]+$/u.test(term) ? sql` union ${matching(beginsWord(term), filters, max)}` : sql``;
  // Read first: for a term that is in no index, the planner expects many locations, and would read all assets.
  const { rows } = await sql<{ location: string }>`
    select location from asset_locations where ${holds(sql`lower(location)`, term)} limit ${max}
  `.execute(db);
  const locations = rows.map((row) => row.location);
  const placed =
    locations.length === 0
      ? sql``
      : sql` union ${matching(sql`asset_list.location = any(${locations}::text[])`, filters, max)}`;
  const hits = sql`${newest}${placed}${beginnings}`;
  const [assetIds, totals] = await Promise.all([
    run(db, hits, max),
    db.selectFrom('trace_totals').select('assets').executeTakeFirstOrThrow(),
  ]);
  return { assetIds, complete: assetIds.length < max && totals.assets <= SHORT_TERM_REACH };
}

const matching = (condition: Condition, filters: readonly Condition[], max: number) => sql`
  (select assets.asset_id from assets join asset_list using (asset_id)
   where ${all([condition, ...filters])} limit ${max})
`;

async function run(db: Database, hits: Condition, max: number): Promise<string[]> {
  const { rows } = await sql<{ asset_id: string }>`select asset_id from (${hits}) as hits limit ${max}`.execute(db);
  return rows.map((row) => row.asset_id);
}
