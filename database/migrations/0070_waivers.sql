-- Penalties and interest that the city gave up. Each row follows from a block of the domain `registry`; the reason is on none, because it
-- may say something about a person.

create table bill_waivers (
  bill_number text not null references bills (bill_number),
  block_index bigint not null,
  penalty_cents bigint not null check (penalty_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  reason text not null check (length(reason) between 1 and 1000),
  primary key (bill_number, block_index),
  check (penalty_cents + interest_cents > 0)
);
