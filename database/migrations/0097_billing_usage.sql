-- Members of paying accounts, and what they use.

-- An account of its own that a paying account counts as its user. It belongs to one at a time.
create table billing_members (
  member_id uuid primary key references accounts (id),
  payer_id uuid not null references accounts (id),
  check (member_id <> payer_id),
  joined_at timestamptz not null
);
create index billing_members_of on billing_members (payer_id, joined_at, member_id);

-- A link that brings in one user. Only the hash of its token is stored.
create table billing_invites (
  invite_id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  payer_id uuid not null references accounts (id),
  kind text not null check (kind in ('managed', 'member')),
  -- To whom the link was mailed, if it was.
  email text check (length(email) between 3 and 254),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  used_at timestamptz,
  used_by uuid references accounts (id),
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or revoked_at is null)
);
create index billing_invites_of on billing_invites (payer_id, created_at desc, invite_id);

-- How many assets a participant brought into the ledger, as far as they are counted.
create table billing_brought (
  username text primary key,
  assets bigint not null check (assets > 0)
);

-- The one row says up to which block they are counted.
create table billing_meter (
  meter_id smallint primary key default 1 check (meter_id = 1),
  counted_length bigint not null check (counted_length >= 0)
);
insert into billing_meter (counted_length) values (0);

-- Usage of an account as measured once on each day, in UTC by the clock of the server.
create table billing_usage (
  account_id uuid not null references billing_accounts (account_id),
  day date not null,
  users integer not null check (users >= 1),
  assets bigint not null check (assets >= 0),
  primary key (account_id, day)
);
