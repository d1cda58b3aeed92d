-- One payment may pay for several things, and may carry a fee of its method.

-- What the payer chose: one row for each thing, and a bill if only that one was chosen. A payment without rows is for all
-- that is owed on its subject.
create table payment_parts (
  payment_id text not null references payments (payment_id),
  line integer not null,
  subject text not null check (length(subject) between 1 and 64),
  bill text,
  primary key (payment_id, line)
);

create index payment_parts_subject on payment_parts (subject, payment_id);

-- What the method costs the payer on top. It is a part of amount_cents. After the payment completed: what was taken of it.
alter table payments add column method_fee_cents bigint not null default 0;

-- Null: the payment's own subject.
alter table payment_allocations add column subject text check (length(subject) between 1 and 64);
alter table payment_allocations drop constraint payment_allocations_part_check;
alter table payment_allocations add constraint payment_allocations_part_check
  check (part in ('fee', 'interest', 'principal', 'credit', 'method_fee'));

-- What the methods cost, by version: the newest one counts for new payments. Earlier versions stay.
create table method_fees (
  block_index bigint primary key,
  set_at timestamptz not null,
  -- By method: a fixed part in cents, and hundredths of a percent of the amount.
  fees jsonb not null
);
