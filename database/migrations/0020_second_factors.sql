-- Whether a password alone no longer signs in. Stands on the account, so that an account without a second factor costs
-- no further query.
alter table accounts add column second_factor boolean not null default false;

-- When the owner last proved to be present in this session: by signing in, or by confirming it later. Sensitive changes
-- require a recent proof. Empty for sessions that were opened before.
alter table sessions add column proven_at timestamptz;

-- The secret of an account's authenticator app, encrypted with a key outside the database: whoever reads only the
-- database cannot compute codes. `key_id` names that key.
create table totp_factors (
  account_id uuid primary key references accounts (id),
  key_id bytea not null check (length(key_id) = 8),
  sealed_secret bytea not null,
  begun_at timestamptz not null,
  -- The session that began the setup. Only that one can complete it.
  begun_by uuid not null,
  -- Empty until the owner has entered a first code.
  enabled_at timestamptz,
  -- The time step of the last accepted code. A code is accepted once, and none older than the last.
  last_step bigint not null default 0
);

-- One-time codes for the loss of the app: the SHA-256 of 120 random bits each. A used code is deleted.
create table recovery_codes (
  account_id uuid not null references accounts (id),
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (account_id, code_hash)
);
