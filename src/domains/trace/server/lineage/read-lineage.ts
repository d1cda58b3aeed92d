import { sql } from 'kysely';
import {
  assetNotFound,
  LINEAGE_NODES_MAX,
  type LineageDirection,
  type LineageEdge,
  type LineageNode,
} from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findAsset } from '../assets.ts';
import { defined } from '../read-asset.ts';
import { EVERY_CHILD, TRANSFORMATION } from './links-in.ts';

/** Rows that a walk may visit. An asset is visited once for each path that leads to it. */
const VISITS_MAX = 20_000;
const EDGES_MAX = 5000;

/** The direction of a walk from `here`, and the column it came by. */
const ways = {
  upstream: { from: sql.ref('links.target'), to: sql.ref('links.source') },
  downstream: { from: sql.ref('links.source'), to: sql.ref('links.target') },
} as const;

/**
 * Returns what an asset was made from or went into, nearest first: at most 500 assets, each once, even with cycles.
 */
export async function readLineage(
  db: Database,
  assetId: string,
  { direction, depth }: { direction: LineageDirection; depth: number },
): Promise<{ nodes: LineageNode[]; edges: LineageEdge[]; cut: boolean }> {
  if ((await findAsset(db, assetId)) === undefined)
    throw new AppError(assetNotFound, `Asset ${assetId} not found.`, {
      hint: 'Check the spelling, or search for any part of an id, name or location.',
    });
  const found = await walk(db, assetId, direction, depth);
  const assets = found.filter(({ id }) => !id.startsWith(TRANSFORMATION));
  const shown = assets.slice(0, LINEAGE_NODES_MAX);
  const ids = new Set(shown.map(({ id }) => id));
  const within = new Set([...ids, ...found.map(({ id }) => id).filter((id) => id.startsWith(TRANSFORMATION))]);
  const [nodes, edges] = await Promise.all([readNodes(db, shown, direction, within), readEdges(db, [...within])]);
  return {
    nodes,
    edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    cut: assets.length > shown.length,
  };
}

/** Walks the links in one recursive query. Passing through a transformation does not count as a step. */
async function walk(db: Database, assetId: string, direction: LineageDirection, depth: number) {
  const { from, to } = ways[direction];
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive walk (id, depth, passed) as (
      select ${assetId}::text, 0, 0
      union
      select ${to}, walk.depth + case when starts_with(${to}, ${TRANSFORMATION}) then 0 else 1 end,
        case when starts_with(${to}, ${TRANSFORMATION}) then walk.passed + 1 else 0 end
      from walk join asset_links as links on ${from} = walk.id and links.kind in ('made', 'packed')
      where walk.depth < ${depth} and walk.passed < 2
    ),
    visits as (select id, depth from walk limit ${VISITS_MAX})
    select id, min(depth) as depth from visits group by id order by min(depth), id
    limit ${2 * LINEAGE_NODES_MAX}
  `.execute(db);
  return rows;
}

type NodeRow = {
  id: string;
  depth: number;
  name: string | null;
  category: string | null;
  status: LineageNode['status'] | null;
  custodian: string | null;
  location: string | null;
  updated_at: string | null;
  more: boolean;
};

async function readNodes(
  db: Database,
  shown: readonly { id: string; depth: number }[],
  direction: LineageDirection,
  within: ReadonlySet<string>,
): Promise<LineageNode[]> {
  const { from, to } = ways[direction];
  const { rows } = await sql<NodeRow>`
    select wanted.id, wanted.depth::int, name, category, status, custodian, location, updated_at,
      exists (
        select 1 from asset_links as links where ${from} = wanted.id and kind in ('made', 'packed')
          and not ${to} = any(${[...within]}::text[])
      ) as more
    from unnest(${shown.map((one) => one.id)}::text[], ${shown.map((one) => one.depth)}::int[]) as wanted (id, depth)
    left join assets on assets.asset_id = wanted.id left join asset_states on asset_states.asset_id = wanted.id
    order by wanted.depth, wanted.id
  `.execute(db);
  return rows.map(({ id, depth, name, category, status, custodian, location, updated_at, more }) => ({
    assetId: id,
    name: name ?? id,
    status: status ?? 'unknown',
    depth,
    more,
    ...defined({
      category: category ?? undefined,
      custodian: custodian ?? undefined,
      location: location ?? undefined,
      updatedAt: updated_at ?? undefined,
    }),
  }));
}

/** The block that took a child out of its parent after it was put in. */
export const untilOf = sql`(
  select min(ended.block_index) from asset_links as ended
  where ended.kind = 'unpacked' and ended.target = links.target and ended.source in (links.source, ${EVERY_CHILD})
    and ended.block_index > links.block_index
)`;

/** Reads the links among these assets. Transformations are resolved: their inputs link directly to their outputs. */
async function readEdges(db: Database, ids: readonly string[]): Promise<LineageEdge[]> {
  const { rows } = await sql<{
    from: string;
    to: string;
    kind: 'made' | 'packed';
    index: number;
    until: number | null;
  }>`
    select links.source as from, coalesce(beyond.target, links.target) as to, links.kind,
      coalesce(greatest(links.block_index, beyond.block_index), links.block_index) as index,
      case when links.kind = 'packed' then ${untilOf} end as until
    from asset_links as links
    left join asset_links as beyond on starts_with(links.target, ${TRANSFORMATION}) and beyond.source = links.target
    where links.source = any(${ids}::text[]) and links.kind in ('made', 'packed')
      and links.target = any(${ids}::text[])
      and not starts_with(links.source, ${TRANSFORMATION})
    order by 1, 2, 4 limit ${EDGES_MAX}
  `.execute(db);
  return rows.map(({ from, to, kind, index, until }) => ({
    from,
    to,
    kind,
    blockIndex: index,
    ...(until === null ? {} : { untilBlock: until }),
  }));
}
