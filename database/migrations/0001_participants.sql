-- Accounts, participants and sessions. A participant without a password is managed by the account that registered it.

create table accounts (
  id uuid primary key,
  username text not null check (username ~ '^[A-Za-z0-9_-]{3,32}$'),
  display_name text check (length(display_name) between 1 and 120),
  email text check (length(email) <= 254),
  role text not null check (role in ('manufacturer', 'shipper', 'retailer', 'other', 'resident', 'government')),
  administrator boolean not null default false,
  active boolean not null default true,
  password_hash text,
  managed_by uuid references accounts (id),
  created_at timestamptz not null
);

create unique index accounts_username_key on accounts (lower(username));
create unique index accounts_email_key on accounts (lower(email)) where email is not null;
create index accounts_newest on accounts (created_at desc, id);
create index accounts_managed_by on accounts (managed_by) where managed_by is not null;

-- External identifiers of a participant: GLN, URN or Digital Link.
create table account_identifiers (
  identifier text primary key check (length(identifier) between 1 and 300),
  account_id uuid not null references accounts (id)
);

create index account_identifiers_account on account_identifiers (account_id);

-- How many events stand on the chain for a participant; kept with each append.
create table participant_activity (
  username text primary key,
  event_count bigint not null check (event_count >= 0)
) with (fillfactor = 50);

-- A token is stored as its SHA-256 only.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  account_id uuid not null references accounts (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  ip text
);

create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

-- Failed sign-ins, by what was tried from where; growing delays are computed from it.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);

create index sign_in_failures_age on sign_in_failures (last_failed_at);
