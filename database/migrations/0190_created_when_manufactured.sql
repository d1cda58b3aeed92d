-- The date of creation of an asset is that of its manufacture, also if that was recorded after later events.

alter table asset_states add column manufactured boolean not null default false;
alter table asset_list add column manufactured boolean not null default false;

-- As creationAfter in src/domains/trace/contract/journey/facts-after.ts. Corrections restate no manufacture.
create temporary table manufactures on commit drop as
select blocks.asset_id, min(trace_happened_milliseconds(blocks.data, blocks.domain, blocks.timestamp)) as happened
from ledger_blocks as blocks
join assets on assets.asset_id = blocks.asset_id
left join event_marks as marks on marks.block_index = blocks.index
where blocks.domain = 'trace' and blocks.participant is not null and blocks.action = 'manufactured'
  and marks.corrected_by is null
group by blocks.asset_id;

update asset_states set manufactured = true, created_at = to_timestamp(made.happened / 1000.0)
from manufactures as made where made.asset_id = asset_states.asset_id;
update assets set created_at = asset_states.created_at from asset_states
where asset_states.asset_id = assets.asset_id and assets.created_at <> asset_states.created_at;

-- Assets with newer blocks than the list covers are listed with those.
update asset_list set created_at = state.created_at, manufactured = state.manufactured
from asset_states as state
where state.asset_id = asset_list.asset_id and state.last_index = asset_list.last_index;

update trace_happened_days set assets = 0;
insert into trace_happened_days (day, events, assets)
select (created_at at time zone 'UTC')::date, 0, count(*) from asset_list group by 1
on conflict (day) do update set assets = excluded.assets;
delete from trace_happened_days where events = 0 and assets = 0;
