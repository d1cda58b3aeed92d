-- Cards that a payer stored at the provider, and the tax that is paid with them when it is due. No card data is ever stored here.

create table stored_cards (
  card_id text primary key check (card_id ~ '^crd_[0-9a-z]{20}$'),
  account_id uuid not null references accounts (id),
  provider text not null check (provider in ('test', 'stripe')),
  -- Pending until the payer has given the card on the page of the provider.
  state text not null check (state in ('pending', 'ready', 'removed')),
  -- What a payer knows it by, such as its brand and its last four digits.
  label text not null check (length(label) between 1 and 100),
  test_card text,
  customer_id text,
  session_id text,
  method_id text,
  url text,
  added_at timestamptz not null,
  check ((provider = 'test') = (test_card is not null))
);

create index stored_cards_account on stored_cards (account_id, added_at desc) where state <> 'removed';

-- One for each property: what was chosen last.
create table autopays (
  property_id text primary key references parcels (property_id),
  account_id uuid not null references accounts (id),
  card_id text not null references stored_cards (card_id),
  -- How many days before the due day it pays.
  days_before integer not null check (days_before between 0 and 30),
  -- Null while it is on.
  off_reason text check (length(off_reason) between 1 and 300),
  changed_at timestamptz not null
);

create index autopays_account on autopays (account_id);
create index autopays_on on autopays (property_id) where off_reason is null;

-- Charges, each written before the card is charged. A stop in between is continued with the same row.
create table autopay_charges (
  property_id text not null references autopays (property_id),
  bill text not null,
  due text not null,
  attempt integer not null check (attempt >= 1),
  card_id text not null references stored_cards (card_id),
  account_id uuid not null references accounts (id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_id text references payments (payment_id),
  -- `dropped`: there was nothing to charge any more.
  outcome text not null check (outcome in ('started', 'completed', 'failed', 'dropped')),
  reason text check (length(reason) between 1 and 500),
  started_at timestamptz not null,
  primary key (property_id, bill, due, attempt)
);

-- The server that charges now.
create table autopay_turns (
  one boolean primary key default true check (one),
  holder uuid not null,
  until timestamptz not null
);
