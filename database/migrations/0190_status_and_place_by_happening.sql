-- The status and the place of an asset are those of the latest event by when it happened, and its date of creation is that
-- of its manufacture, in whatever order they were recorded. Custody still follows the order of recording.

alter table asset_states
  add column location_minute integer not null default 0,
  add column status_minute integer not null default 0,
  add column recorded_status text not null default 'unknown',
  add column manufactured boolean not null default false;
alter table asset_list
  add column location_minute integer not null default 0,
  add column status_minute integer not null default 0,
  add column recorded_status text not null default 'unknown',
  add column manufactured boolean not null default false;

create function trace_stated_text(data text, field text) returns text language plpgsql immutable as $$
begin
  if json_typeof(data::json #> array['meta', field]) <> 'string' then return null; end if;
  return nullif(data::json #>> array['meta', field], '');
exception when others then
  -- Content that was altered must not stop the upgrade. The verifier reports it.
  return null;
end
$$;

-- The events that count, as src/domains/trace/contract/journey/journey.ts applies them. A corrected event counts as restated, in
-- its own position, or not at all.
create temporary table counted_events on commit drop as
with events as (
  select events.asset_id, events.index as position, events.index = assets.created_index as is_first,
    coalesce(corrections.index, events.index) as index, corrections.index is not null as is_restated,
    coalesce(trace_stated_text(corrections.data, 'action'), events.action) as action,
    coalesce(corrections.data, events.data) as data,
    coalesce(corrections.timestamp, events.timestamp) * 1000 as recorded,
    trace_happened_milliseconds(events.data, events.domain, events.timestamp) as own,
    trace_happened_milliseconds(corrections.data, corrections.domain, corrections.timestamp) as corrected
  from ledger_blocks as events
  join assets on assets.asset_id = events.asset_id
  left join event_marks as marks on marks.block_index = events.index
  left join ledger_blocks as corrections on corrections.index = marks.corrected_by
  where events.domain = 'trace' and events.participant is not null and events.action <> 'correction'
    and (marks.corrected_by is null or trace_stated_text(corrections.data, 'action') is not null)
)
select events.asset_id, position, action, data::json ->> 'role' as role, trace_stated_text(data, 'location') as location,
  coalesce(corrected, own) as happened,
  case when is_first and action = 'manufactured' then 0
    else least(case when is_restated and corrected <> recorded then corrected else own end, recorded) / 60000 end as minute,
  coalesce(marks.anomalies && '{not in custody}', false) as is_strange,
  coalesce(marks.anomalies && '{not in custody,status moved back}', false) as is_without_effect
from events left join event_marks as marks on marks.block_index = events.index;

update asset_states set recorded_status = status;

update asset_states set location = latest.location, location_minute = latest.minute
from (
  select distinct on (asset_id) asset_id, location, minute from counted_events
  where location is not null and not is_without_effect order by asset_id, minute desc, position desc
) as latest
where latest.asset_id = asset_states.asset_id;

update asset_states set status_minute = latest.minute, status = case
    when action in ('manufactured', 'shipped', 'delivered') then action
    when action = 'returned' or role = 'shipper' then 'in transit'
    else 'delivered'
  end
from (
  select distinct on (asset_id) asset_id, action, role, minute from counted_events
  where action in ('manufactured', 'shipped', 'received', 'delivered', 'returned') and not is_without_effect
  order by asset_id, minute desc, position desc
) as latest
where latest.asset_id = asset_states.asset_id;

update asset_states set manufactured = true, created_at = to_timestamp(made.happened / 1000.0)
from (
  select asset_id, min(happened) as happened from counted_events
  where action = 'manufactured' and not is_strange group by asset_id
) as made
where made.asset_id = asset_states.asset_id;
update assets set created_at = asset_states.created_at from asset_states
where asset_states.asset_id = assets.asset_id and assets.created_at <> asset_states.created_at;

-- Assets with newer blocks than the list covers are listed with those.
update asset_list set location = state.location, location_minute = state.location_minute, status = state.status,
  status_minute = state.status_minute, recorded_status = state.recorded_status, created_at = state.created_at,
  manufactured = state.manufactured
from asset_states as state
where state.asset_id = asset_list.asset_id and state.last_index = asset_list.last_index;

update trace_totals set manufactured = listed.manufactured, shipped = listed.shipped, delivered = listed.delivered,
  in_transit = listed.in_transit, unknown = listed.unknown
from (
  select count(*) filter (where status = 'manufactured') as manufactured,
    count(*) filter (where status = 'shipped') as shipped, count(*) filter (where status = 'delivered') as delivered,
    count(*) filter (where status = 'in transit') as in_transit, count(*) filter (where status = 'unknown') as unknown
  from asset_list
) as listed;

update trace_happened_days set assets = 0;
insert into trace_happened_days (day, events, assets)
select (created_at at time zone 'UTC')::date, 0, count(*) from asset_list group by 1
on conflict (day) do update set assets = excluded.assets;
delete from trace_happened_days where events = 0 and assets = 0;

drop function trace_stated_text;
