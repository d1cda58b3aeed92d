import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Blocks per transaction, so that a long import is listed in steps that do not block other processes for long. */
const BLOCKS_MAX = 20_000;

type Runs = { current: Promise<void>; next: Promise<void> | undefined };
const runsOf = new WeakMap<Database, Runs>();

/**
 * Brings the asset list and the counters up to the current head, so that a reader sees every event that was answered
 * before the read, whichever process recorded it. Costs one small query when they are current.
 *
 * An append writes a row of `asset_states` and nothing that lists sort or count by. Several events of one asset are
 * written here once, so a burst pays for its index entries after it was answered.
 */
export async function catchUp(db: Database): Promise<void> {
  if (!(await isBehind(db))) return;
  const runs = runsOf.get(db);
  if (runs === undefined) return start(db);
  // The current run may have read the head before the caller's event. The next run serves all current waiters.
  runs.next ??= runs.current.catch(() => undefined).then(() => start(db));
  return runs.next;
}

function start(db: Database): Promise<void> {
  const run = async () => {
    while (await listNextBlocks(db));
  };
  const runs: Runs = { current: run(), next: undefined };
  runsOf.set(db, runs);
  const end = () => {
    if (runsOf.get(db) === runs && runs.next === undefined) runsOf.delete(db);
  };
  runs.current.then(end, end);
  return runs.current;
}

async function isBehind(db: Database): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select listed_length < (select length from ledger_length) as behind from trace_progress
  `.execute(db);
  return rows[0]?.behind === true;
}

/** Lists up to 20,000 blocks in one transaction. Resolves to true if more remain. */
const listNextBlocks = (db: Database): Promise<boolean> => db.transaction().execute(listBlocks);

/** Lists blocks within a transaction. Concurrent processes wait for each other. Resolves to true if more remain. */
export async function listBlocks(tx: Database): Promise<boolean> {
  // The planner assumes that a range of blocks is a fixed share of the chain, and would read every asset to join it.
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`.execute(tx);
  const { rows } = await sql<{ listed_length: number }>`select listed_length from trace_progress for update`.execute(
    tx,
  );
  const from = rows[0]?.listed_length;
  if (from === undefined) throw new Error('trace_progress has lost its row: run cairn rebuild');
  const { rows: done } = await sql<{ length: number; target: number }>`
    with target as materialized (
      select length, least(length, ${from}::bigint + ${BLOCKS_MAX}) as below from ledger_length
    ), recorded as materialized (
      select index, timestamp, action, domain, asset_id, participant,
        trace_happened_milliseconds(data, domain, timestamp) as happened
      from ledger_blocks where index >= ${from}::bigint and index < (select below from target)
    ), tail as materialized (
      select * from recorded where domain = 'trace'
    ), times as (
      insert into event_times (happened_milliseconds, block_index, action, asset_id, participant)
      select happened, index, action, asset_id, participant from recorded order by happened, index
      on conflict (happened_milliseconds, block_index) do nothing
    ), changed as materialized (
      select state.*, listed.asset_id is null as is_new, listed.status as old_status, listed.created_at as old_created_at,
        coalesce(listed.anomaly_count, 0) as old_anomalies, touched.first_timestamp
      from (
        select asset_id, min(timestamp) as first_timestamp from tail where asset_id is not null group by asset_id
      ) as touched
      cross join lateral (select * from asset_states where asset_id = touched.asset_id limit 1) as state
      left join asset_list as listed on listed.asset_id = touched.asset_id
    ), listed as (
      insert into asset_list (asset_id, location, status, custodian, custody_index, in_shipment, addressee, last_index,
        created_at, updated_at, happened_at, event_count, anomaly_count, manufactured)
      select asset_id, location, status, custodian, custody_index, in_shipment, addressee, last_index, created_at,
        updated_at, happened_at, event_count, anomaly_count, manufactured
      from changed order by asset_id
      on conflict (asset_id) do update set
        location = excluded.location, status = excluded.status, custodian = excluded.custodian,
        custody_index = excluded.custody_index, in_shipment = excluded.in_shipment, addressee = excluded.addressee,
        last_index = excluded.last_index, created_at = excluded.created_at, updated_at = excluded.updated_at,
        happened_at = excluded.happened_at, event_count = excluded.event_count, anomaly_count = excluded.anomaly_count,
        manufactured = excluded.manufactured
    ), totals as (
      update trace_totals as kept set
        assets = kept.assets + change.assets, events = kept.events + change.events,
        anomalies = kept.anomalies + change.anomalies, manufactured = kept.manufactured + change.manufactured,
        shipped = kept.shipped + change.shipped, delivered = kept.delivered + change.delivered,
        in_transit = kept.in_transit + change.in_transit, unknown = kept.unknown + change.unknown
      from (
        select (select count(*) from tail) as events, count(*) filter (where is_new) as assets,
          coalesce(sum(anomaly_count - old_anomalies), 0) as anomalies,
          ${statusChange('manufactured')} as manufactured, ${statusChange('shipped')} as shipped,
          ${statusChange('delivered')} as delivered, ${statusChange('in transit')} as in_transit,
          ${statusChange('unknown')} as unknown
        from changed
      ) as change
    ), days as (
      insert into trace_days (day, events, assets)
      select day, sum(events), sum(assets) from (
        select (to_timestamp(timestamp) at time zone 'UTC')::date as day, count(*) as events, 0 as assets
        from tail group by 1
        union all
        select (to_timestamp(first_timestamp) at time zone 'UTC')::date, 0, count(*) from changed where is_new group by 1
      ) as counted group by day
      on conflict (day) do update set
        events = trace_days.events + excluded.events, assets = trace_days.assets + excluded.assets
    ), happened_days as (
      insert into trace_happened_days (day, events, assets)
      select day, sum(events), sum(assets) from (
        select date '1970-01-01' + (happened / 86400000)::int as day, count(*) as events, 0 as assets from tail group by 1
        union all
        select (created_at at time zone 'UTC')::date, 0, count(*) from changed
        where is_new or created_at <> old_created_at group by 1
        union all
        select (old_created_at at time zone 'UTC')::date, 0, -count(*) from changed
        where created_at <> old_created_at group by 1
      ) as counted group by day order by day
      on conflict (day) do update set
        events = trace_happened_days.events + excluded.events, assets = trace_happened_days.assets + excluded.assets
    ), people as (
      insert into participant_activity (username, event_count)
      select participant, count(*) from tail where participant is not null group by participant order by participant
      on conflict (username) do update set event_count = participant_activity.event_count + excluded.event_count
    )
    update trace_progress set listed_length = target.below from target where listed_length < target.below
    returning target.below as length, target.length as target
  `.execute(tx);
  return done[0] !== undefined && done[0].length < done[0].target;
}

const statusChange = (status: string) =>
  sql`count(*) filter (where status = ${status}) - count(*) filter (where old_status = ${status})`;
