-- Protects custody: only the holder, the addressee and administrators move an asset that is not in an open shipment.

alter table asset_states
  -- The block with which the custody began.
  add column custody_index bigint,
  -- Whether it was handed over and nobody else has taken it in yet. Without an addressee, anyone may.
  add column in_shipment boolean not null default false,
  add column addressee text,
  add constraint asset_states_addressee_check check (in_shipment or addressee is null);

alter table asset_list
  add column custody_index bigint,
  add column in_shipment boolean not null default false,
  add column addressee text,
  add constraint asset_list_addressee_check check (in_shipment or addressee is null);

-- Custody is protected from this block on. In earlier blocks it passed to the participant of every event, so judging
-- them by the new rules would mark most shipments of a ledger as anomalous.
alter table trace_progress add column custody_from bigint not null default 0;
update trace_progress set custody_from = coalesce((select length from ledger_length), 0);

-- The custody and shipment of existing assets, as src/domains/trace/server/journey.ts computes them. A corrected event
-- counts as restated, in its own position, or not at all.
with counted as (
  select events.asset_id, events.index as position, coalesce(corrections.index, events.index) as index,
    coalesce(corrections.participant, events.participant) as actor,
    -- The participant of imported events that name no party holds nothing.
    nullif(coalesce(corrections.participant, events.participant), 'epcis-import') as participant,
    coalesce(corrections.data::json #>> '{meta,action}', events.action) as action
  from ledger_blocks as events
  left join event_marks as marks on marks.block_index = events.index
  left join ledger_blocks as corrections on corrections.index = marks.corrected_by
  where events.domain = 'trace' and events.asset_id is not null and events.participant is not null
    and events.action <> 'correction'
    and (marks.corrected_by is null or corrections.data::json #>> '{meta,action}' is not null)
), followed as (
  select *, lag(participant) over (partition by asset_id order by position) as holder from counted
), custody as (
  select asset_id,
    (array_agg(index order by position desc) filter (where participant is distinct from holder))[1] as custody_index,
    coalesce(max(position) filter (where action in ('shipped', 'returned')), -1)
      > coalesce(max(position) filter (where action in ('manufactured', 'received')
          or (action = 'delivered' and actor is distinct from holder)), -1) as in_shipment
  from followed group by asset_id
)
update asset_states set custodian = nullif(custodian, 'epcis-import'), custody_index = custody.custody_index,
  in_shipment = custody.in_shipment
from custody where custody.asset_id = asset_states.asset_id;

update asset_list set custodian = nullif(asset_list.custodian, 'epcis-import'),
  custody_index = asset_states.custody_index, in_shipment = asset_states.in_shipment
from asset_states where asset_states.asset_id = asset_list.asset_id;

-- What is on its way to a participant, and what is on its way to nobody in particular.
create index asset_list_addressee on asset_list (addressee, updated_at, asset_id) where addressee is not null;
create index asset_list_open on asset_list (updated_at, asset_id) where in_shipment and addressee is null;
