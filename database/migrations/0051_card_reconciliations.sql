-- What each day's comparison of payments by card with the provider's own list found.
create table card_reconciliations (
  day date not null,
  provider text not null check (provider in ('test', 'stripe')),
  created_at timestamptz not null,
  -- How many payments and intents were compared.
  compared integer not null check (compared >= 0),
  findings jsonb not null,
  primary key (provider, day)
);

create index payments_settled on payments (method, settled_at) where settled_at is not null;
