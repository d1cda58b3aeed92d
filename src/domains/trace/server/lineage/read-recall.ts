import { sql } from 'kysely';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { CORRECTION, readEvent } from '#domains/trace/contract/journey/event-content.ts';
import { assetNotFound, RECALL_ASSETS_MAX, type RecallLine, type RecallRelation } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAsset } from '../assets.ts';
import { defined } from '../read-asset.ts';
import { TRANSFORMATION } from './links-in.ts';
import { untilOf } from './read-lineage.ts';

/**
 * Lists what a recall of an asset or its whole batch would reach: at most 500 assets, with the nearest reason for each. `incomplete`
 * reports that the links had too many paths to follow, so that assets may be missing from the list.
 */
export async function readRecall(db: Database, assetId: string, scope: 'asset' | 'batch') {
  const asset = await findAsset(db, assetId);
  if (asset === undefined)
    throw new AppError(assetNotFound, `Asset ${assetId} not found.`, {
      hint: 'Check the spelling, or search for any part of an id, name or location.',
    });
  const { reached, stopped } = await walk(db, assetId, scope === 'batch' ? asset.batch : undefined);
  const lines = await readLines(db, reached.slice(0, RECALL_ASSETS_MAX));
  const distinct = (values: readonly (string | undefined)[]) => new Set(values.filter((one) => one !== undefined)).size;
  return {
    asset,
    lines,
    cut: reached.length > RECALL_ASSETS_MAX,
    incomplete: stopped,
    totals: {
      assets: lines.length,
      participants: distinct(lines.flatMap((line) => line.handledBy)),
      locations: distinct(lines.map((line) => line.location)),
    },
  };
}

type Reached = { id: string; relation: RecallRelation };

/** The reasons, nearest first. */
const relations: readonly RecallRelation[] = [
  'itself',
  'made from it',
  'packed in it',
  'its container',
  'packed with it',
];
/** Rows that the walk visits. An asset is visited once for each path that leads to it. */
const VISITS_MAX = 20_000;
const FOREVER = 9_000_000_000_000_000;

/**
 * Walks the links in one recursive query. Anything made from an asset, or packed in it, leads further. A container
 * leads only to what was in it at the same time, and no further: sharing a pallet with an asset does not mean being
 * made of it.
 */
async function walk(db: Database, assetId: string, batch: string | undefined) {
  // One above the limit shows that there are more.
  const begin =
    batch === undefined
      ? sql`values (${assetId}::text)`
      : sql`(select asset_id from assets where batch = ${batch} order by created_at, asset_id limit ${RECALL_ASSETS_MAX + 1})`;
  const { rows } = await sql<Reached & { visits: number }>`
    with recursive walk (id, relation, passed, since, until) as (
      select begin.id, 'itself', 0, 0::bigint, ${FOREVER}::bigint from (${begin}) as begin (id)
      union
      select next.id, next.relation, next.passed, next.since, next.until
      from walk cross join lateral (
        select links.target as id, 'made from it' as relation,
          case when starts_with(links.target, ${TRANSFORMATION}) then walk.passed + 1 else 0 end as passed,
          0::bigint as since, ${FOREVER}::bigint as until
        from asset_links as links
        where links.source = walk.id and links.kind = 'made' and walk.relation in ('itself', 'made from it', 'packed in it')
        union all
        select links.source, case when walk.relation = 'its container' then 'packed with it' else 'packed in it' end, 0,
          0::bigint, ${FOREVER}::bigint
        from asset_links as links
        where links.target = walk.id and links.kind = 'packed' and walk.relation <> 'packed with it'
          and links.block_index <= walk.until and coalesce(${untilOf}, ${FOREVER}) > walk.since
        union all
        select links.target, 'its container', 0, links.block_index, coalesce(${untilOf}, ${FOREVER})
        from asset_links as links
        where links.source = walk.id and links.kind = 'packed' and walk.relation in ('itself', 'made from it')
      ) as next
      where walk.passed < 2
    ),
    visits as (select id, relation from walk where not starts_with(id, ${TRANSFORMATION}) limit ${VISITS_MAX + 1})
    select (select count(*) from visits) as visits, id, (array_agg(relation order by array_position(${relations}::text[], relation)))[1] as relation
    from visits group by id
    order by min(array_position(${relations}::text[], relation)), id limit ${RECALL_ASSETS_MAX + 1}
  `.execute(db);
  // Reaching the limit leaves out assets at any distance, even if fewer than 500 were found.
  return { reached: rows, stopped: (rows[0]?.visits ?? 0) > VISITS_MAX };
}

/** For a longer history, only the newest events determine who handled the asset. */
const EVENTS_MAX = 1000;

type LineRow = {
  id: string;
  name: string | null;
  relation: RecallRelation;
  status: RecallLine['status'] | null;
  location: string | null;
  custodian: string | null;
  last_index: number | null;
  custody_index: number | null;
  handled_by: string[];
};

/** Excludes corrected events and retractions. */
const counts = sql`
  not exists (select 1 from event_marks where block_index = ledger_blocks.index and corrected_by is not null)
  and (action <> ${CORRECTION} or data::json #> '{meta,action}' is not null)
`;

async function readLines(db: Database, reached: readonly Reached[]): Promise<RecallLine[]> {
  const { rows } = await sql<LineRow>`
    select reached.id, reached.relation, name, status, location, custodian, last_index, custody_index,
      coalesce(handlers.handled_by, '{}') as handled_by
    from unnest(${reached.map((one) => one.id)}::text[], ${reached.map((one) => one.relation)}::text[])
      with ordinality as reached (id, relation, n)
    left join assets on assets.asset_id = reached.id
    left join asset_states on asset_states.asset_id = reached.id
    cross join lateral (
      select (array_agg(distinct participant))[1:50] as handled_by
      from (
        select participant from ledger_blocks
        where domain = 'trace' and asset_id = reached.id and participant is not null and ${counts}
        order by index desc limit ${EVENTS_MAX}
      ) as events
    ) as handlers
    order by n
  `.execute(db);
  const taken = await readBlocksAt(
    db,
    rows.flatMap((row) => row.custody_index ?? []),
  );
  const since = new Map(taken.map((block) => [block.index, readEvent(block)?.happenedAt]));
  const instant = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
  return rows.map(({ id, relation, name, status, location, custodian, last_index, custody_index, handled_by }) => ({
    assetId: id,
    name: name ?? id,
    relation,
    status: status ?? 'unknown',
    handledBy: handled_by,
    ...defined({
      location: location ?? undefined,
      custodian: custodian ?? undefined,
      since: custody_index === null ? undefined : instant(since.get(custody_index)),
      blockIndex: last_index ?? undefined,
    }),
  }));
}
