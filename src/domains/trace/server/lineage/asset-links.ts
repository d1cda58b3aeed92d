import { sql } from 'kysely';
import { int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';
import type { Link } from './links-in.ts';

export type PlacedLink = Link & { readonly index: number };

/** Stores the links of a batch, and removes those of blocks that it corrects. */
export function writeLinks(links: readonly PlacedLink[], corrected: readonly number[]): WriteStatement[] {
  const takenBack = new Set(corrected);
  const kept = links.filter((link) => !takenBack.has(link.index));
  return [
    ...(corrected.length > 0
      ? [write`delete from asset_links where block_index = any(${int8Array(corrected)}::bigint[])`]
      : []),
    ...(kept.length > 0 ? [insertLinks(kept)] : []),
  ];
}

const insertLinks = (links: readonly PlacedLink[]): WriteStatement => write`
  insert into asset_links (block_index, source, target, kind)
  select * from unnest(
    ${int8Array(links.map((link) => link.index))}::bigint[], ${textArray(links.map((link) => link.source))}::text[],
    ${textArray(links.map((link) => link.target))}::text[], ${textArray(links.map((link) => link.kind))}::text[]
  ) on conflict do nothing
`;

/** Reads the stored links of these assets' blocks. */
export async function readLinksOf(db: Database, assetIds: readonly string[]): Promise<PlacedLink[]> {
  const { rows } = await sql<PlacedLink>`
    select block_index as index, source, target, kind from asset_links
    where block_index in (select index from ledger_blocks where domain = 'trace' and asset_id = any(${textArray(assetIds)}::text[]))
    order by block_index, source, target
  `.execute(db);
  return rows;
}
