-- A call signed again with a higher fee, because the network asks for more than the bytes before may pay. Nonce, contract and data stay, so
-- whichever of them the network takes is the call, and it can take only one.
create table market_call_attempts (
  nonce bigint not null references market_calls (nonce),
  attempt integer not null check (attempt > 0),
  raw bytea not null,
  hash bytea not null unique check (length(hash) = 32),
  signed_at timestamptz not null default now(),
  primary key (nonce, attempt)
);

alter table market_calls
  -- The hash of the attempt that the network took. Null: its own.
  add column mined_hash bytea check (length(mined_hash) = 32),
  -- By the clock of the database: how long it has waited.
  add column stored_at timestamptz not null default now();
