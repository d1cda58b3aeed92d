-- Cash that accounts asked to be paid out. It leaves their cash with the request, and comes back if the payout is returned.

create table market_payouts (
  payout_id text primary key check (payout_id ~ '^out_[0-9a-z]{20}$'),
  custody_id bytea not null references market_accounts (custody_id),
  account_id uuid not null references accounts (id),
  cents bigint not null check (cents > 0),
  -- The bank account and its holder, encrypted with a key that is not in the database, and the name of the key.
  sealed bytea not null,
  key_id bytea not null,
  -- The last four characters of the IBAN, by which its owner recognizes it.
  iban_end text not null check (length(iban_end) = 4),
  state text not null default 'requested' check (state in ('requested', 'sent', 'returned')),
  -- What the bank calls the transfer, or why it was not made.
  note text check (length(note) between 1 and 500),
  requested_at timestamptz not null,
  requested_index bigint not null unique,
  decided_at timestamptz,
  decided_index bigint unique,
  check ((state = 'requested') = (decided_index is null)),
  check ((state = 'requested') = (note is null))
);

create index market_payouts_of on market_payouts (custody_id, requested_index desc);
create index market_payouts_waiting on market_payouts (requested_index) where state = 'requested';
