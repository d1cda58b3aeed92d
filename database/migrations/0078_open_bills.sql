-- A payment changes what is open on a bill, but seldom whether something is. An index whose values stay lets PostgreSQL
-- rewrite the row in its page, without a new entry in each index (heap-only tuples).
drop index bills_open;
alter table bills add column is_open boolean not null generated always as (open_cents > 0) stored;
create index bills_open on bills (property_id) where is_open;
alter table bills set (fillfactor = 70);
