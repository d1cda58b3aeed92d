import { sql } from 'kysely';
import { TRACE } from '#domains/trace/contract/journey/event-content.ts';
import type { Database } from '#platform/server/database/database.ts';
import { runWrite } from '#platform/server/database/one-statement.ts';
import type { Differences } from '#platform/server/differences.ts';
import { type PlacedLink, readLinksOf, writeLinks } from '../lineage/asset-links.ts';
import { TRANSFORMATION } from '../lineage/links-in.ts';
import type { ReplayedAsset } from './replay-asset.ts';

const keyOf = ({ index, source, target, kind }: PlacedLink) => JSON.stringify([index, source, target, kind]);
const show = (id: string) => id.replace(TRANSFORMATION, 'transformation ');
const inWords = ({ index, source, target, kind }: PlacedLink, how: string) =>
  `block ${index}: ${show(source)} ${kind} ${show(target)} ${how}`;

/** Compares the stored links of assets with their blocks. With `repair`, writes the latter. */
export async function compareLinks(
  db: Database,
  replayed: readonly ReplayedAsset[],
  { differences, repair }: { differences: Differences; repair: boolean },
): Promise<void> {
  const expected = new Map(
    replayed.flatMap(({ links }) => [...links.values()].flat()).map((link) => [keyOf(link), link]),
  );
  const kept = await readLinksOf(
    db,
    replayed.map(({ state }) => state.assetId),
  );
  const keptKeys = new Set(kept.map(keyOf));
  const missing = [...expected.values()].filter((link) => !keptKeys.has(keyOf(link)));
  const surplus = kept.filter((link) => !expected.has(keyOf(link)));
  for (const link of missing) differences.add('asset_links', inWords(link, 'is missing'));
  for (const link of surplus) differences.add('asset_links', inWords(link, 'is not on the chain'));
  if (!repair || missing.length + surplus.length === 0) return;
  const wrong = new Set([...missing, ...surplus].map((link) => link.index));
  await sql`delete from asset_links where block_index = any(${[...wrong]}::bigint[])`.execute(db);
  const right = [...expected.values()].filter((link) => wrong.has(link.index));
  for (const statement of writeLinks(right, [])) await runWrite(db, statement);
}

/** Finds links of blocks without an asset or of missing blocks. With `repair`, removes them. */
export async function removeUnknownLinks(db: Database, differences: Differences, repair: boolean): Promise<void> {
  const strangers = sql`
    not exists (select 1 from ledger_blocks where index = kept.block_index and domain = ${TRACE} and asset_id is not null)
  `;
  const { rows } = await sql<{ block_index: number }>`
    select block_index from asset_links kept where ${strangers}
  `.execute(db);
  for (const row of rows) differences.add('asset_links', `block ${row.block_index}: states no such link`);
  if (repair && rows.length > 0) await sql`delete from asset_links kept where ${strangers}`.execute(db);
}
