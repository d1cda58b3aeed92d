-- Wallets to which accounts may withdraw shares, and who may receive shares that are not public.

-- A wallet belongs to one account at a time.
create table market_wallets (
  address bytea primary key check (length(address) = 20),
  account_id uuid not null references accounts (id),
  bound_at timestamptz not null
);

create index market_wallets_of on market_wallets (account_id);

-- Messages to sign with a wallet. Each is used once, by the account that asked for it.
create table market_wallet_messages (
  nonce text primary key check (length(nonce) = 24),
  account_id uuid not null references accounts (id),
  address bytea not null check (length(address) = 20),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index market_wallet_messages_of on market_wallet_messages (account_id, expires_at);
create index market_wallet_messages_expiry on market_wallet_messages (expires_at);

-- What an account did with its wallets. It stays when a wallet is unbound.
create table market_wallet_log (
  entry_id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id),
  address bytea not null check (length(address) = 20),
  act text not null check (act in ('bound', 'unbound')),
  at timestamptz not null
);

create index market_wallet_log_of on market_wallet_log (account_id, entry_id desc);

-- Who may receive shares of a token that is not public, as the newest block about it says. A removed account keeps its row.
create table market_receivers (
  token_id bigint not null references market_issues (token_id),
  custody_id bytea not null references market_accounts (custody_id),
  is_allowed boolean not null,
  -- The newest block about it.
  changed_index bigint not null,
  primary key (token_id, custody_id)
);
