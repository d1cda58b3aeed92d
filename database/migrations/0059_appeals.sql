-- Appeals against assessments, and corrections: each is a new entry, and what it corrects stays. Every row follows from a block of
-- the domain `registry`.

-- When it was assessed begins the term of an appeal.
alter table assessments add column recorded_at timestamptz;
update assessments set recorded_at = coalesce(
  (select to_timestamp(timestamp) from blocks where index = block_index), to_timestamp(0));
alter table assessments alter column recorded_at set not null;
alter table assessments add column reason text check (length(reason) between 1 and 500);

create table assessment_appeals (
  appeal_id uuid primary key,
  property_id text not null references parcels (property_id),
  year integer not null,
  -- The assessment that it is against.
  assessment_index bigint not null,
  requested_cents bigint not null check (requested_cents >= 0),
  -- In the owner's words. On no block and on no public page; erasing the owner empties it.
  statement text check (length(statement) between 1 and 4000),
  -- The SHA-256 of documents, in hex.
  documents text[] not null check (cardinality(documents) <= 10),
  -- The pseudonym of the owner who filed it.
  holder text not null references parcel_holders (holder),
  state text not null check (state in ('open', 'withdrawn', 'denied', 'granted')),
  filed_at timestamptz not null,
  filed_index bigint not null,
  decided_at timestamptz,
  decided_index bigint,
  decided_cents bigint check (decided_cents >= 0),
  reason text check (length(reason) between 1 and 1000),
  check ((state = 'open') = (decided_index is null)),
  check (num_nulls(decided_at, decided_index) in (0, 2)),
  check ((state = 'granted') = (decided_cents is not null))
);

create unique index assessment_appeals_one_open on assessment_appeals (property_id, year) where state = 'open';
create index assessment_appeals_property on assessment_appeals (property_id, filed_index);
create index assessment_appeals_state on assessment_appeals (state, filed_index);
create index assessment_appeals_filed on assessment_appeals (filed_index);

create table bill_corrections (
  bill_number text not null references bills (bill_number),
  block_index bigint not null,
  -- The tax without late charges, before and after.
  before_cents bigint not null check (before_cents >= 0),
  after_cents bigint not null check (after_cents >= 0),
  -- What had been paid beyond the new tax.
  credit_cents bigint not null check (credit_cents between 0 and before_cents),
  -- For the owners and the government.
  reason text not null check (length(reason) between 1 and 1000),
  appeal_id uuid references assessment_appeals (appeal_id),
  primary key (bill_number, block_index),
  check (before_cents <> after_cents)
);
