import { type RawBuilder, sql } from 'kysely';
import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import type { Asset, AssetStatus } from '#domains/trace/contract.ts';
import { float8Array, int4Array, int8Array, textArray } from '#platform/server/database/binary-arrays.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type WriteStatement, write } from '#platform/server/database/one-statement.ts';

type AssetRow = {
  asset_id: string;
  name: string;
  category: string | null;
  batch: string | null;
  location: string | null;
  status: string;
  custodian: string | null;
  custody_index: number | null;
  in_shipment: boolean;
  addressee: string | null;
  created_index: number;
  last_index: number;
  created_at: string;
  manufactured: boolean;
  updated_at: string;
  happened_at: string;
  event_count: number;
  anomaly_count: number;
};

/** An asset with the time of its first block, in seconds; null if that block was removed. */
type ShownRow = AssetRow & { readonly recorded_seconds: number | null };

const toState = (row: AssetRow): AssetState => ({
  assetId: row.asset_id,
  name: row.name,
  category: row.category ?? undefined,
  batch: row.batch ?? undefined,
  location: row.location ?? undefined,
  status: row.status as AssetStatus,
  custodian: row.custodian ?? undefined,
  custodyIndex: row.custody_index ?? undefined,
  inShipment: row.in_shipment,
  addressee: row.addressee ?? undefined,
  createdIndex: row.created_index,
  lastIndex: row.last_index,
  createdAt: Date.parse(row.created_at),
  manufactured: row.manufactured,
  updatedAt: Date.parse(row.updated_at),
  happenedAt: Date.parse(row.happened_at),
  eventCount: row.event_count,
  anomalyCount: row.anomaly_count,
});

/** Returns the asset as the API shows it. */
const toAsset = (row: ShownRow): Asset => ({
  id: row.asset_id,
  assetId: row.asset_id,
  name: row.name,
  currentStatus: row.status as AssetStatus,
  createdAt: row.created_at,
  recordedAt: row.recorded_seconds === null ? row.created_at : new Date(row.recorded_seconds * 1000).toISOString(),
  updatedAt: row.updated_at,
  happenedAt: row.happened_at,
  eventCount: row.event_count,
  anomalyCount: row.anomaly_count,
  inShipment: row.in_shipment,
  ...(row.category === null ? {} : { category: row.category }),
  ...(row.location === null ? {} : { currentLocation: row.location }),
  ...(row.batch === null ? {} : { batch: row.batch }),
  ...(row.custodian === null ? {} : { custodian: row.custodian }),
  ...(row.addressee === null ? {} : { addressee: row.addressee }),
});

const stateColumns = [
  'location',
  'status',
  'custodian',
  'custody_index',
  'in_shipment',
  'addressee',
  'last_index',
  'updated_at',
  'happened_at',
  'event_count',
  'anomaly_count',
  'manufactured',
];

/** Columns of an asset and its state, from `states`: `asset_states` by id, `asset_list` in lists. */
export const assetWithState = (states: 'asset_states' | 'asset_list') => sql`
  assets.asset_id, assets.name, assets.category, assets.batch, assets.created_index, assets.created_at,
  ${sql.join(stateColumns.map((column) => sql.ref(`${states}.${column}`)))}
`;

/** Reads the assets of a batch with one index look-up each, whatever the planner estimates. */
export async function readAssetStates(db: Database, assetIds: readonly string[]): Promise<Map<string, AssetState>> {
  if (assetIds.length === 0) return new Map();
  const { rows } = await sql<AssetRow>`
    select ${assetWithState('asset_states')} from unnest(${textArray(assetIds)}::text[]) as wanted (asset_id)
    cross join lateral (select * from assets where asset_id = wanted.asset_id limit 1) as assets
    cross join lateral (select * from asset_states where asset_id = wanted.asset_id limit 1) as asset_states
  `.execute(db);
  return new Map(rows.map((row) => [row.asset_id, toState(row)]));
}

/** Reads the names of assets. */
export async function readAssetNames(db: Database, assetIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (assetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('assets')
    .select(['asset_id', 'name'])
    .where('asset_id', 'in', [...assetIds])
    .execute();
  return new Map(rows.map((row) => [row.asset_id, row.name]));
}

/** The name of an asset, and the values it is counted under. */
export type AssetLabels = { readonly name: string; readonly category?: string; readonly batch?: string };

/** Reads the labels of these assets. */
export async function readAssetLabels(
  db: Database,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, AssetLabels>> {
  const { rows } = await sql<{ asset_id: string; name: string; category: string | null; batch: string | null }>`
    select asset_id, name, category, batch from assets where asset_id = any(${assetIds}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ asset_id, name, category, batch }) => [
      asset_id,
      { name, ...(category === null ? {} : { category }), ...(batch === null ? {} : { batch }) },
    ]),
  );
}

/** Reads the listed rows of these assets. */
export async function readListed(
  db: Database,
  assetIds: readonly string[],
): Promise<Map<string, Omit<AssetState, 'assetId' | 'name' | 'category' | 'batch' | 'createdIndex'>>> {
  const { rows } = await sql<AssetRow>`
    select asset_id, created_at, ${sql.join(stateColumns.map((column) => sql.ref(column)))}
    from asset_list where asset_id = any(${assetIds}::text[])
  `.execute(db);
  return new Map(
    rows.map((row) => {
      const { assetId, name: _, category: __, batch: ___, createdIndex: ____, ...listed } = toState(row);
      return [assetId, listed];
    }),
  );
}

export async function findAsset(db: Database, assetId: string): Promise<Asset | undefined> {
  const [asset] = await readShown(
    db,
    sql`select ${assetWithState('asset_states')} from assets join asset_states using (asset_id) where asset_id = ${assetId}`,
  );
  return asset;
}

/** Reads the assets that a query of `assetWithState` finds, in its order. */
export async function readShown(db: Database, found: RawBuilder<unknown>): Promise<Asset[]> {
  // Outside of the query, so that rows before an offset cost no look-up.
  const { rows } = await sql<ShownRow>`
    select found.*, (select timestamp from ledger_blocks where index = found.created_index) as recorded_seconds
    from (${found}) as found
  `.execute(db);
  return rows.map(toAsset);
}

/** Writes assets as they are after a batch. Ids are sorted, so that locks never cross. */
export function writeAssets(states: readonly AssetState[], isNew: (assetId: string) => boolean): WriteStatement[] {
  const sorted = states.toSorted((a, b) => (a.assetId < b.assetId ? -1 : 1));
  const created = sorted.filter((state) => isNew(state.assetId));
  return [...(created.length > 0 ? [insertAssets(created)] : []), writeStates(sorted)];
}

function insertAssets(states: readonly AssetState[]): WriteStatement {
  const column = <T>(pick: (state: AssetState) => T) => states.map(pick);
  return write`
    insert into assets (asset_id, name, category, batch, created_index, created_at)
    select asset_id, name, category, batch, created_index, to_timestamp(created) from unnest(
      ${textArray(column((state) => state.assetId))}::text[], ${textArray(column((state) => state.name))}::text[],
      ${textArray(column((state) => state.category ?? null))}::text[], ${textArray(column((state) => state.batch ?? null))}::text[],
      ${int8Array(column((state) => state.createdIndex))}::bigint[], ${float8Array(column((state) => state.createdAt / 1000))}::float8[]
    ) as t (asset_id, name, category, batch, created_index, created)
  `;
}

function writeStates(states: readonly AssetState[]): WriteStatement {
  const column = <T>(pick: (state: AssetState) => T) => states.map(pick);
  return write`
    insert into asset_states (asset_id, location, status, custodian, custody_index, in_shipment, addressee, last_index,
      created_at, updated_at, happened_at, event_count, anomaly_count, manufactured)
    select asset_id, location, status, custodian, custody_index, in_shipment = 1, addressee, last_index,
      to_timestamp(created), to_timestamp(updated), to_timestamp(happened), event_count, anomaly_count, manufactured = 1
    from unnest(
      ${textArray(column((state) => state.assetId))}::text[], ${textArray(column((state) => state.location ?? null))}::text[],
      ${textArray(column((state) => state.status))}::text[], ${textArray(column((state) => state.custodian ?? null))}::text[],
      ${int8Array(column((state) => state.custodyIndex ?? null))}::bigint[], ${int4Array(column((state) => Number(state.inShipment)))}::int[],
      ${textArray(column((state) => state.addressee ?? null))}::text[],
      ${int8Array(column((state) => state.lastIndex))}::bigint[], ${float8Array(column((state) => state.createdAt / 1000))}::float8[],
      ${float8Array(column((state) => state.updatedAt / 1000))}::float8[], ${float8Array(column((state) => state.happenedAt / 1000))}::float8[],
      ${int4Array(column((state) => state.eventCount))}::int[], ${int4Array(column((state) => state.anomalyCount))}::int[],
      ${int4Array(column((state) => Number(state.manufactured)))}::int[]
    ) as t (asset_id, location, status, custodian, custody_index, in_shipment, addressee, last_index, created, updated,
      happened, event_count, anomaly_count, manufactured)
    on conflict (asset_id) do update set
      location = excluded.location, status = excluded.status, custodian = excluded.custodian,
      custody_index = excluded.custody_index, in_shipment = excluded.in_shipment, addressee = excluded.addressee,
      last_index = excluded.last_index, created_at = excluded.created_at, updated_at = excluded.updated_at,
      happened_at = excluded.happened_at, event_count = excluded.event_count, anomaly_count = excluded.anomaly_count,
      manufactured = excluded.manufactured
  `;
}

/** Writes the dates of creation that an event about manufacture changed after the asset was created. */
export const writeCreationTimes = (states: readonly AssetState[]): WriteStatement => write`
  update assets set created_at = to_timestamp(created)
  from unnest(
    ${textArray(states.map((state) => state.assetId))}::text[], ${float8Array(states.map((state) => state.createdAt / 1000))}::float8[]
  ) as changed (id, created)
  where asset_id = id
`;
