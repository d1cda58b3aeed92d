import { sql } from 'kysely';
import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Differences } from '#platform/server/differences.ts';
import { gramsOfAsset } from '../search-texts.ts';

export type TextCheck = { check(assets: readonly AssetState[]): Promise<void> };

const REMEMBERED_MAX = 200_000;

/**
 * Returns the check that assets can be found by name and location. An extra text is harmless (a search finds nothing
 * there); a missing one hides an asset. With `repair`, it is added.
 */
export function createTextCheck(db: Database, differences: Differences, repair: boolean): TextCheck {
  const tables = { asset_grams: new Set<string>(), asset_locations: new Set<string>() };
  const columns = { asset_grams: 'gram', asset_locations: 'location' } as const;

  async function requireTexts(table: keyof typeof tables, texts: Iterable<string>): Promise<void> {
    const seen = tables[table];
    if (seen.size > REMEMBERED_MAX) seen.clear();
    const fresh = [...new Set(texts)].filter((text) => !seen.has(text));
    if (fresh.length === 0) return;
    const column = sql.ref(columns[table]);
    const { rows } = await sql<{ wanted: string }>`
      select wanted from unnest(${fresh}::text[]) as t (wanted)
      where not exists (select 1 from ${sql.table(table)} kept where kept.${column} = wanted)
    `.execute(db);
    for (const row of rows) differences.add(table, `${JSON.stringify(row.wanted)} is missing`);
    if (repair && rows.length > 0)
      await sql`
        insert into ${sql.table(table)} (${column}) select * from unnest(${rows.map((row) => row.wanted)}::text[])
        on conflict do nothing
      `.execute(db);
    for (const text of fresh) seen.add(text);
  }

  return {
    async check(assets) {
      await requireTexts('asset_grams', assets.flatMap(gramsOfAsset));
      await requireTexts(
        'asset_locations',
        assets.flatMap(({ location }) => location ?? []),
      );
    },
  };
}
