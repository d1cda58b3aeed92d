-- Counts the changes of an account that decide who signs in to it and what it may do. Checking a password is slow: a request
-- takes effect only if the count is still the one that it read before. A trigger counts, so that no statement can forget it.
alter table accounts
  add column security_version bigint not null default 0,
  -- Whether an administrator deactivated it. Then only an administrator activates it again.
  add column deactivated_by_administrator boolean not null default false;

create function participants_count_security_change() returns trigger language plpgsql as $$
begin
  new.security_version := old.security_version + 1;
  new.deactivated_by_administrator := new.deactivated_by_administrator and not new.active;
  return new;
end
$$;

create trigger accounts_security_change
  before update on accounts for each row
  when ((old.password_hash, old.second_factor, old.role, old.administrator, old.auditor, old.active)
    is distinct from (new.password_hash, new.second_factor, new.role, new.administrator, new.auditor, new.active))
  execute function participants_count_security_change();

-- Accounts whose last deactivation was neither by themselves nor, in the directory, by the account that manages them.
update accounts set deactivated_by_administrator = true
from (
  select distinct on (target_id) target_id, actor_id, action from admin_log
  where after::json ->> 'active' = 'false' order by target_id, id desc
) as last
where not accounts.active and last.target_id = accounts.id and last.actor_id <> accounts.id
  and (last.action = 'account changed' or last.actor_id is distinct from accounts.managed_by);

alter table accounts add constraint accounts_deactivation_check check (not (active and deactivated_by_administrator));
