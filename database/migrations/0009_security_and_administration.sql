-- What happened to an account: sign-ins, failed ones, changed passwords, ended sessions. Addresses stand here as prefixes alone.
create table security_events (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  kind text not null,
  at timestamptz not null,
  address text,
  user_agent text,
  detail text
);

create index security_events_account on security_events (account_id, id desc);

-- Append-only; only what newer entries of the same account have pushed out may go. Failed sign-ins push out failed sign-ins alone,
-- so that nobody who guesses can wash away what else happened.
create function participants_keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (
    select count(*) from security_events newer
    where newer.account_id = old.account_id and newer.id > old.id and (newer.kind = 'sign_in_failed') = (old.kind = 'sign_in_failed')
  ) >= 250 then
    return old;
  end if;
  raise exception 'The security log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;

create trigger security_events_append_only before update or delete on security_events
  for each row execute function participants_keep_security_events();

-- What administrators and registrars changed: who, whom, from what, to what.
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null,
  actor text not null,
  target_id uuid,
  target text,
  action text not null,
  before text not null,
  after text not null,
  address text
);

create index admin_log_target on admin_log (target_id, id desc);
create index admin_log_actor on admin_log (actor_id, id desc);

create function participants_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The administration log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;

create trigger admin_log_append_only before update or delete on admin_log
  for each row execute function participants_refuse_change();
create trigger admin_log_no_truncate before truncate on admin_log
  for each statement execute function participants_refuse_change();

-- One-time links to choose a new password: the newest one of an account holds, and is stored as its SHA-256 only.
create table password_resets (
  account_id uuid primary key references accounts (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);

-- They are few among many, and are counted each time that a mark is taken away.
create index accounts_administrators on accounts (id) where administrator;
