-- How much of its daily quota each account has reserved for events. Servers reserve in portions; `granted` is what the last
-- reservation got. Days count from the creation of the account, and day 0 is its first 24 hours.
create table recording_quotas (
  account_id uuid primary key references accounts (id),
  day integer not null,
  events bigint not null check (events >= 0),
  bytes bigint not null check (bytes >= 0),
  granted_events bigint not null,
  granted_bytes bigint not null
) with (fillfactor = 50);
