-- In a shipment without an addressee, strangers may only receive or deliver the asset. In blocks below this one they
-- could record any event, and those events keep their effect: no stored state changes, and a replay still equals it.
alter table trace_progress add column receipts_only_from bigint not null default 0;
update trace_progress set receipts_only_from = coalesce((select length from ledger_length), 0);
