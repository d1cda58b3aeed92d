-- One-time codes by which a resident claims a right in a parcel. No block shows them, nor who used them.

create table claim_codes (
  -- The first group of the code, by which it is found.
  selector text primary key check (selector ~ '^[0-9A-Z]{4}$'),
  -- The SHA-256 of the whole code. It has 80 random bits beside the selector, so it needs no slow hash.
  code_hash bytea not null check (length(code_hash) = 32),
  holder text not null references parcel_holders (holder),
  property_id text not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Wrong codes with this selector. After ten, the code is void.
  failures integer not null default 0,
  used_at timestamptz,
  -- A new code for the same owner, or ten wrong ones, voids it.
  void_at timestamptz
);

create unique index claim_codes_open on claim_codes (holder) where used_at is null and void_at is null;

-- Codes that an account tried within a day.
create table claim_tries (
  account_id uuid primary key references accounts (id) on delete cascade,
  since timestamptz not null,
  tries integer not null
);
