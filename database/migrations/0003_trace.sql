-- What the chain says of each asset, kept with each append; `cairn rebuild --check` compares it with a replay.

create extension if not exists pg_trgm;

-- What an asset is. It never changes, so its search index costs nothing after the first event.
create table assets (
  asset_id text primary key,
  name text not null,
  category text,
  batch text,
  created_index bigint not null,
  created_at timestamptz not null
);

-- Substring search. The fields stand on lines of their own, so no term is found across two of them.
create index assets_search on assets using gin ((lower(asset_id || E'\n' || name)) gin_trgm_ops)
  -- Short, so that the append which has to empty it is not kept waiting for long.
  with (gin_pending_list_limit = 64);
create index assets_created on assets (created_at, asset_id);
create index assets_name on assets (name, asset_id);
create index assets_category on assets (category, created_at, asset_id) where category is not null;
create index assets_batch on assets (batch, created_at, asset_id) where batch is not null;

-- Where it stands now: changes with each of its events.
create table asset_states (
  asset_id text primary key,
  location text,
  status text not null check (status in ('manufactured', 'shipped', 'delivered', 'in transit', 'unknown')),
  custodian text,
  last_index bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  happened_at timestamptz not null,
  event_count integer not null,
  anomaly_count integer not null
) with (fillfactor = 80);

create index asset_states_updated on asset_states (updated_at, asset_id);
create index asset_states_status on asset_states (status, created_at, asset_id);
create index asset_states_location on asset_states (location) where location is not null;

-- Every location that an asset has been at: far fewer than events, so substring search over them is cheap to keep.
create table asset_locations (location text primary key);

create index asset_locations_search on asset_locations using gin (lower(location) gin_trgm_ops);

-- Every one- and two-letter sequence that occurs in any asset's text: a short term that is not here is in no asset.
create table asset_grams (gram text primary key);

-- Events that something is to be said of: anomalies, and corrections by a later block.
create table event_marks (
  block_index bigint primary key,
  asset_id text not null,
  anomalies text[] not null default '{}',
  corrected_by bigint
);

create index event_marks_anomalous on event_marks (block_index) where anomalies <> '{}' and corrected_by is null;

-- Counters by day of recording (UTC); `first_index` is the day's first block.
create table ledger_days (
  day date primary key,
  first_index bigint not null,
  events bigint not null,
  assets bigint not null
) with (fillfactor = 50);

-- Totals. One row.
create table trace_totals (
  one boolean primary key default true check (one),
  assets bigint not null default 0,
  events bigint not null default 0,
  anomalies bigint not null default 0,
  manufactured bigint not null default 0,
  shipped bigint not null default 0,
  delivered bigint not null default 0,
  in_transit bigint not null default 0,
  unknown bigint not null default 0
) with (fillfactor = 10);

insert into trace_totals default values;

-- Events that came from an EPCIS document, by their event hash: a repeated one is recognised and not stored twice.
create table epcis_events (
  event_hash bytea primary key check (length(event_hash) = 32),
  block_index bigint not null
);
