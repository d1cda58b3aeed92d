-- Lists and counters follow the chain in bulk, outside the append (src/domains/trace/server/catch-up.ts). An append writes
-- asset_states by its primary key alone: three secondary indexes there cost 8 to 15 microseconds an event.

drop index asset_states_updated;
drop index asset_states_status;
drop index asset_states_location;
alter table asset_states set (fillfactor = 70);

-- The states that lists sort and filter by: equal to asset_states for every asset without a block at or above
-- trace_progress.listed_length.
create table asset_list (
  like asset_states including defaults including constraints,
  primary key (asset_id)
) with (fillfactor = 80);

insert into asset_list select * from asset_states;

create index asset_list_updated on asset_list (updated_at, asset_id);
create index asset_list_status on asset_list (status, created_at, asset_id);
create index asset_list_location on asset_list (location) where location is not null;

-- One row: asset_list, trace_totals, trace_days and participant_activity cover the blocks below listed_length.
create table trace_progress (
  one boolean primary key default true check (one),
  listed_length bigint not null
) with (fillfactor = 10);

insert into trace_progress (listed_length) select length from ledger_length;

-- What the participants' pages may read: the stored count and the events behind it.
create view participant_event_counts with (security_invoker = true) as
  select username, sum(event_count)::bigint as event_count from (
    select username, event_count from participant_activity
    union all
    select participant, count(*) from ledger_blocks
    where index >= (select listed_length from trace_progress) and domain = 'trace' and participant is not null
    group by participant
  ) as counts
  group by username;
