-- Lists, periods and exports follow one of two clocks: when an event happened, or when it was recorded. Blocks are
-- stored in the order of recording; this file adds the order in which events happened.

-- The instant that the JSON text of `meta.timestamp` states, in milliseconds since the epoch: the same rule as
-- instantOf in src/domains/trace/server/event-content.ts. Null for anything else.
create function trace_instant_milliseconds(stated text) returns bigint
language plpgsql immutable parallel safe as $$
declare
  latest constant bigint := 253402214400000;
  part text[];
  seconds double precision;
  month_start date;
  milliseconds bigint;
begin
  if stated ~ '^[0-9]{1,12}(\.[0-9]+)?$' then
    seconds := stated::double precision;
    return case when seconds * 1000 <= latest then floor(seconds * 1000 + 0.5) end;
  end if;
  -- Canonical JSON writes numbers below 0.000001 like this.
  if stated ~ '^[0-9](\.[0-9]+)?e-[0-9]+$' then return 0; end if;
  part := regexp_match(stated, '^"([0-9]{4})-([0-9]{2})-([0-9]{2})'
    || '(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?(?:Z|([+-])([0-9]{2}):?([0-9]{2})))?"$');
  if part is null then return null; end if;
  -- A time zone may move the last hours of 1969 into 1970.
  if part[1]::int < 1969 or part[2]::int not between 1 and 12 or part[3]::int < 1 then return null; end if;
  month_start := make_date(part[1]::int, part[2]::int, 1);
  if month_start + part[3]::int - 1 >= month_start + interval '1 month' then return null; end if;
  milliseconds := coalesce(part[5]::int, 0) * 60000 + coalesce(part[6]::int, 0) * 1000
    + substr(rpad(coalesce(part[7], ''), 3, '0'), 1, 3)::int;
  if part[4]::int > 24 or part[4]::int = 24 and milliseconds > 0 or part[5]::int > 59 or part[6]::int > 59
    or part[9]::int > 23 or part[10]::int > 59 then return null; end if;
  milliseconds := milliseconds + (month_start + part[3]::int - 1 - date '1970-01-01')::bigint * 86400000
    + coalesce(part[4]::int, 0) * 3600000
    - coalesce((part[8] || '1')::int * (part[9]::int * 60 + part[10]::int), 0) * 60000;
  return case when milliseconds between 0 and latest then milliseconds end;
end
$$;

-- When the event of a block happened, in milliseconds since the epoch: the same rule as happenedAtOf in
-- src/domains/trace/server/event-content.ts. Blocks that state no time count at their recording time.
create function trace_happened_milliseconds(data text, domain text, recorded_seconds bigint) returns bigint
language plpgsql immutable parallel safe as $$
declare
  stated text;
begin
  -- Stored content is canonical JSON, so most blocks without a time need no parsing.
  if domain <> 'trace' or strpos(data, '"timestamp":') = 0 then return recorded_seconds * 1000; end if;
  begin
    stated := (data::json #> '{meta,timestamp}')::text;
  exception when others then
    -- Content that was altered must not stop the lists. The verifier reports it.
    return recorded_seconds * 1000;
  end;
  return coalesce(trace_instant_milliseconds(stated), recorded_seconds * 1000);
end
$$;

-- When the event of each block happened. It covers the blocks of all domains below trace_progress.listed_length; the
-- other columns are copies for indexing.
create table event_times (
  happened_milliseconds bigint not null,
  block_index bigint not null,
  action text not null,
  asset_id text,
  participant text,
  primary key (happened_milliseconds, block_index)
);

insert into event_times (happened_milliseconds, block_index, action, asset_id, participant)
select trace_happened_milliseconds(data, domain, timestamp), index, action, asset_id, participant
from ledger_blocks where index < (select listed_length from trace_progress) order by 1, 2;

create index event_times_asset on event_times (asset_id, happened_milliseconds, block_index) where asset_id is not null;
create index event_times_participant on event_times (participant, happened_milliseconds, block_index)
  where participant is not null;
create index event_times_action on event_times (action, happened_milliseconds, block_index);
-- Lists of one domain's blocks, as blocks_foreign.
create index event_times_foreign on event_times (happened_milliseconds, block_index)
  where ledger_block_domain(action) <> 'trace';

-- The marks of events are few. They carry the time so that anomalies are listed without reading all events.
alter table event_marks add column happened_milliseconds bigint not null default 0;
update event_marks set happened_milliseconds = trace_happened_milliseconds(data, domain, timestamp)
from ledger_blocks where index = event_marks.block_index;
alter table event_marks alter column happened_milliseconds drop default;
create index event_marks_anomalous_happened on event_marks (happened_milliseconds, block_index)
  where anomalies <> '{}' and corrected_by is null;

-- An asset is created when its first event happened, not when that was recorded.
update assets set created_at = to_timestamp(first.happened / 1000.0)
from (
  select index, timestamp, trace_happened_milliseconds(data, domain, timestamp) as happened
  from ledger_blocks where domain = 'trace' and asset_id is not null
) as first
where first.index = assets.created_index and first.happened <> first.timestamp * 1000;
update asset_states set created_at = assets.created_at from assets
where assets.asset_id = asset_states.asset_id and assets.created_at <> asset_states.created_at;
update asset_list set created_at = assets.created_at from assets
where assets.asset_id = asset_list.asset_id and assets.created_at <> asset_list.created_at;

-- Where a day begins is found in the chain, whose recording times never decrease.
alter table trace_days drop column first_index;

-- Counters by the day on which events happened (UTC). trace_days counts by the day of recording.
create table trace_happened_days (
  day date primary key,
  events bigint not null,
  assets bigint not null
) with (fillfactor = 50);

insert into trace_happened_days (day, events, assets)
select day, sum(events), sum(assets) from (
  select date '1970-01-01' + (happened_milliseconds / 86400000)::int as day, count(*) as events, 0 as assets
  from event_times where ledger_block_domain(action) = 'trace' group by 1
  union all
  select (created_at at time zone 'UTC')::date, 0, count(*) from asset_list group by 1
) as counted group by day;
