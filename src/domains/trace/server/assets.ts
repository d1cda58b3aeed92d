import { sql } from 'kysely';
import type { Asset, AssetStatus } from '#domains/trace/contract.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AssetState } from './journey.ts';

type AssetRow = {
  asset_id: string;
  name: string;
  category: string | null;
  batch: string | null;
  location: string | null;
  status: string;
  custodian: string | null;
  created_index: number;
  last_index: number;
  created_at: string;
  updated_at: string;
  happened_at: string;
  event_count: number;
  anomaly_count: number;
};

const toState = (row: AssetRow): AssetState => ({
  assetId: row.asset_id,
  name: row.name,
  category: row.category ?? undefined,
  batch: row.batch ?? undefined,
  location: row.location ?? undefined,
  status: row.status as AssetStatus,
  custodian: row.custodian ?? undefined,
  createdIndex: row.created_index,
  lastIndex: row.last_index,
  createdAt: Date.parse(row.created_at),
  updatedAt: Date.parse(row.updated_at),
  happenedAt: Date.parse(row.happened_at),
  eventCount: row.event_count,
  anomalyCount: row.anomaly_count,
});

/** The asset as the API shows it. */
export const toAsset = (row: AssetRow): Asset => ({
  id: row.asset_id,
  assetId: row.asset_id,
  name: row.name,
  currentStatus: row.status as AssetStatus,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  eventCount: row.event_count,
  anomalyCount: row.anomaly_count,
  ...(row.category === null ? {} : { category: row.category }),
  ...(row.location === null ? {} : { currentLocation: row.location }),
  ...(row.batch === null ? {} : { batch: row.batch }),
  ...(row.custodian === null ? {} : { custodian: row.custodian }),
});

/** Reads the assets of a batch. */
export async function readAssetStates(db: Database, assetIds: readonly string[]): Promise<Map<string, AssetState>> {
  if (assetIds.length === 0) return new Map();
  const { rows } = await sql<AssetRow>`
    select * from assets where asset_id = any(${assetIds}::text[])
  `.execute(db);
  return new Map(rows.map((row) => [row.asset_id, toState(row)]));
}

export async function findAsset(db: Database, assetId: string): Promise<Asset | undefined> {
  const row = await db.selectFrom('assets').selectAll().where('asset_id', '=', assetId).executeTakeFirst();
  return row === undefined ? undefined : toAsset(row);
}

/** Writes assets as they are after a batch, in the transaction of its blocks. Ids in one order, so locks never cross. */
export function writeAssetStates(db: Database, states: readonly AssetState[]): Promise<unknown> {
  const sorted = states.toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
  const column = <T>(pick: (state: AssetState) => T) => sorted.map(pick);
  const seconds = (milliseconds: number) => milliseconds / 1000;
  return sql`
    insert into assets (asset_id, name, category, batch, location, status, custodian, created_index, last_index,
      created_at, updated_at, happened_at, event_count, anomaly_count)
    select asset_id, name, category, batch, location, status, custodian, created_index, last_index,
      to_timestamp(created), to_timestamp(updated), to_timestamp(happened), event_count, anomaly_count
    from unnest(
      ${column((state) => state.assetId)}::text[], ${column((state) => state.name)}::text[],
      ${column((state) => state.category ?? null)}::text[], ${column((state) => state.batch ?? null)}::text[],
      ${column((state) => state.location ?? null)}::text[], ${column((state) => state.status)}::text[],
      ${column((state) => state.custodian ?? null)}::text[], ${column((state) => state.createdIndex)}::bigint[],
      ${column((state) => state.lastIndex)}::bigint[], ${column((state) => seconds(state.createdAt))}::float8[],
      ${column((state) => seconds(state.updatedAt))}::float8[], ${column((state) => seconds(state.happenedAt))}::float8[],
      ${column((state) => state.eventCount)}::int[], ${column((state) => state.anomalyCount)}::int[]
    ) as t (asset_id, name, category, batch, location, status, custodian, created_index, last_index,
      created, updated, happened, event_count, anomaly_count)
    on conflict (asset_id) do update set
      location = excluded.location, status = excluded.status, custodian = excluded.custodian,
      last_index = excluded.last_index, updated_at = excluded.updated_at, happened_at = excluded.happened_at,
      event_count = excluded.event_count, anomaly_count = excluded.anomaly_count
  `.execute(db);
}

/** The one- and two-letter sequences of an asset's searchable text: what a short search term is looked up in. */
export function gramsOf(state: Pick<AssetState, 'assetId' | 'name' | 'location'>): Set<string> {
  const grams = new Set<string>();
  for (const field of [state.assetId, state.name, state.location ?? '']) {
    const letters = [...field.toLowerCase()];
    for (const [position, letter] of letters.entries()) {
      grams.add(letter);
      const next = letters[position + 1];
      if (next !== undefined) grams.add(letter + next);
    }
  }
  return grams;
}

export function writeGrams(db: Database, grams: readonly string[]): Promise<unknown> {
  return sql`
    insert into asset_grams (gram) select * from unnest(${grams.toSorted()}::text[]) on conflict do nothing
  `.execute(db);
}
