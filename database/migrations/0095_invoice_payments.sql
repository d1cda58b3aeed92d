-- What follows from payments of invoices. The payments themselves are in `payments`, with their entries in the books.

-- Charges of a stored card for an invoice, one for each step: 0 when it is issued, then one for each step of reminding.
create table billing_charges (
  invoice_id text not null references billing_invoices (invoice_id),
  step integer not null check (step >= 0),
  card_id text not null references stored_cards (card_id),
  amount_cents bigint not null check (amount_cents > 0),
  payment_id text references payments (payment_id),
  -- `started` until its payment has completed or failed. `dropped`: there was nothing to charge any more.
  outcome text not null check (outcome in ('started', 'completed', 'failed', 'dropped')),
  -- What its account reads.
  reason text check (length(reason) between 1 and 500),
  -- By the clock of the server.
  started_at timestamptz not null,
  primary key (invoice_id, step)
);
create index billing_charges_started on billing_charges (started_at) where outcome = 'started';

-- Up to which block invoices follow their payments.
create table billing_carried (
  only_row boolean primary key default true check (only_row),
  settled_index bigint not null
);
insert into billing_carried (settled_index) values (-1);
