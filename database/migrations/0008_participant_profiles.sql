-- What a participant says of itself. None of it ever stands in a block.
alter table accounts
  add column place text check (length(place) between 1 and 200),
  add column contact text check (length(contact) between 1 and 300);

-- Grows with every change of an account that decides what may be done. Processes that remember accounts compare it with what they know.
create table account_version (
  one boolean primary key default true check (one),
  version bigint not null default 0
) with (fillfactor = 10);

insert into account_version default values;

create function participants_count_change() returns trigger language plpgsql as $$
begin
  update account_version set version = version + 1;
  return null;
end
$$;

create trigger accounts_changed
  after update of username, display_name, role, administrator, active, managed_by, password_hash or delete on accounts
  for each statement execute function participants_count_change();

create index accounts_by_role on accounts (role, created_at desc, id);
