-- Property tax: rates by year, bills, and what is open on them. Every row follows from a block of the domain `registry`.

-- Every set of rates. The one with the highest block counts for its year.
create table tax_rates (
  year integer not null check (year between 1900 and 2200),
  block_index bigint not null,
  rates jsonb not null,
  primary key (year, block_index)
);

-- One bill for each parcel and year. Its number is random: whoever has it may see the total and pay.
create table bills (
  bill_number text primary key check (bill_number ~ '^[0-9]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  property_id text not null references parcels (property_id),
  year integer not null,
  rates_index bigint not null,
  levied_index bigint not null,
  issued_at timestamptz not null,
  total_cents bigint not null check (total_cents >= 0),
  -- Interest and penalty for late payment, in hundredths of a percent.
  interest_basis_points integer not null check (interest_basis_points between 0 and 10000),
  penalty_basis_points integer not null check (penalty_basis_points between 0 and 10000),
  -- The lines of the bill, and its installments with what is open on each.
  lines jsonb not null,
  installments jsonb not null,
  open_fee_cents bigint not null check (open_fee_cents >= 0),
  open_interest_cents bigint not null check (open_interest_cents >= 0),
  open_cents bigint not null check (open_cents >= open_fee_cents + open_interest_cents),
  unique (property_id, year)
);

create index bills_open on bills (property_id) where open_cents > 0;

-- Money that arrived beyond what was owed. The next bill uses it up.
alter table parcels add column credit_cents bigint not null default 0 check (credit_cents >= 0);
