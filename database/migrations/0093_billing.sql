-- Subscriptions and invoices. None of it is on the chain but the hash of each invoice under its random id, and its payments.

-- An account as a customer. It appears with its first trial, subscription or billing details, and stays.
create table billing_accounts (
  account_id uuid primary key references accounts (id),
  -- An account tries once. In billing time, as every time of these tables unless it says otherwise.
  trial_started_at timestamptz,
  -- Who is invoiced. All of the address or nothing.
  billed_name text check (length(billed_name) between 1 and 200),
  street text check (length(street) between 1 and 200),
  street_more text check (length(street_more) between 1 and 200),
  city text check (length(city) between 1 and 100),
  postal_code text check (length(postal_code) between 1 and 20),
  region text check (length(region) between 1 and 100),
  country text check (country ~ '^[A-Z]{2}$'),
  tax_id text check (length(tax_id) between 2 and 30),
  check ((billed_name is null) = (country is null) and (billed_name is null) = (street is null) and (billed_name is null) = (city is null)),
  -- The stored card that is charged for invoices.
  card_id text,
  -- How far its billing time is ahead of the clock. Only a demo changes it.
  clock_offset_seconds bigint not null default 0 check (clock_offset_seconds >= 0),
  -- Since when nothing can be recorded, because an invoice is not paid.
  read_only_since timestamptz
);

create table billing_subscriptions (
  account_id uuid primary key references billing_accounts (account_id),
  status text not null check (status in ('trial', 'active', 'cancelled', 'expired')),
  plan_id text not null,
  plan_version integer not null,
  cycle text not null check (cycle in ('monthly', 'annual')),
  users integer not null check (users >= 1),
  assets integer not null check (assets >= 0),
  -- Periods are counted from it.
  anchor timestamptz not null,
  period_number integer not null check (period_number >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  check (period_start < period_end),
  trial_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- The terms from the next period on, where they differ: {"planId", "planVersion", "cycle", "users", "assets"}.
  next_terms jsonb,
  -- What was charged for this period beyond what it costs by now. It reduces what further changes of the period cost.
  paid_ahead_cents bigint not null default 0 check (paid_ahead_cents >= 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  check ((status in ('cancelled', 'expired')) = (ended_at is not null)),
  -- When the next thing happens by itself; null if nothing does.
  due_at timestamptz,
  -- By the clock of the server.
  changed_at timestamptz not null
);

create index billing_subscriptions_due on billing_subscriptions (due_at) where due_at is not null;

-- The next number of an invoice or credit note of a year. Taken in the transaction that issues it, so there are no gaps.
create table billing_numbers (
  year integer primary key,
  next integer not null check (next >= 1)
);

create table billing_invoices (
  invoice_id text primary key check (invoice_id ~ '^inv_[0-9a-z]{20}$'),
  account_id uuid not null references billing_accounts (account_id),
  kind text not null check (kind in ('invoice', 'credit_note')),
  state text not null check (state in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  -- A draft has none, nor one that was voided as a draft.
  number text unique,
  check (number is not null or state in ('draft', 'void')),
  -- What it is for, in a line of a list.
  title text not null check (length(title) between 1 and 200),
  -- The lines of a draft; the whole document once it is issued. It is not changed then.
  document jsonb not null,
  -- SHA-256 of the canonical document, and the block that states it.
  sha256 bytea check (length(sha256) = 32),
  issued_index bigint unique,
  check ((number is null) = (issued_index is null) and (issued_index is null) = (sha256 is null)),
  -- With tax. A credit note has what it gives back.
  gross_cents bigint not null check (gross_cents >= 0),
  -- What earlier overpayments and credit notes pay of it.
  credit_cents bigint not null default 0 check (credit_cents between 0 and gross_cents),
  -- What credit notes took off it.
  credited_cents bigint not null default 0 check (credited_cents between 0 and gross_cents),
  -- What its completed payments brought without the fees of methods, as far as it was counted.
  paid_cents bigint not null default 0,
  period_start timestamptz,
  period_end timestamptz,
  -- The invoice that a credit note is about.
  preceding text references billing_invoices (invoice_id),
  created_at timestamptz not null,
  issued_at timestamptz,
  due_at timestamptz,
  closed_at timestamptz,
  -- Why it is void or uncollectible, or the reason of a credit note.
  reason text check (length(reason) between 1 and 500),
  -- Steps of reminding that were taken, and when the next one is.
  dunning_step integer not null default 0 check (dunning_step >= 0),
  dunning_at timestamptz,
  check (dunning_at is null or state = 'open')
);

create index billing_invoices_of on billing_invoices (account_id, created_at desc, invoice_id);
create index billing_invoices_dunning on billing_invoices (dunning_at) where dunning_at is not null;
create index billing_invoices_drafts on billing_invoices (created_at) where state = 'draft';
create index billing_invoices_open on billing_invoices (account_id) where state in ('open', 'uncollectible');

-- An issued document stays as it was.
create function billing_invoice_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'TRUNCATE' then
    raise exception 'invoices are never removed';
  end if;
  if old.number is not null and (
    new.number, new.document, new.sha256, new.issued_index, new.gross_cents, new.account_id, new.kind, new.issued_at, new.preceding
  ) is distinct from (
    old.number, old.document, old.sha256, old.issued_index, old.gross_cents, old.account_id, old.kind, old.issued_at, old.preceding
  ) then
    raise exception 'an issued invoice is never changed';
  end if;
  return new;
end
$$;
create trigger billing_invoices_stay before update or delete on billing_invoices
  for each row execute function billing_invoice_stays();
create trigger billing_invoices_are_kept before truncate on billing_invoices
  for each statement execute function billing_invoice_stays();

-- Credit of an account: money beyond what was due, and credit notes (positive); what it paid of invoices (negative).
create table billing_credits (
  credit_id bigint generated always as identity primary key,
  account_id uuid not null references billing_accounts (account_id),
  cents bigint not null check (cents <> 0),
  why text not null check (why in ('overpaid', 'credit_note', 'used', 'returned')),
  invoice_id text not null references billing_invoices (invoice_id),
  at timestamptz not null
);
create index billing_credits_of on billing_credits (account_id);

-- What happened to an account, step by step. Reminders are its messages.
create table billing_events (
  event_id bigint generated always as identity primary key,
  account_id uuid not null references billing_accounts (account_id),
  at timestamptz not null,
  -- By the clock of the server.
  recorded_at timestamptz not null,
  kind text not null check (length(kind) between 1 and 40),
  invoice_id text references billing_invoices (invoice_id),
  detail jsonb not null default '{}',
  -- Who did it; null if it happened by itself.
  by_username text,
  -- A message that is waiting to be mailed, until it is.
  mail_state text check (mail_state in ('waiting', 'sent', 'not_sent'))
);
create index billing_events_of on billing_events (account_id, event_id desc);
create index billing_events_mail on billing_events (event_id) where mail_state = 'waiting';

create function billing_events_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'mail_state') = (to_jsonb(old) - 'mail_state') and old.mail_state = 'waiting' then
    return new;
  end if;
  raise exception 'the history of billing is only added to';
end
$$;
create trigger billing_events_stay before update or delete on billing_events
  for each row execute function billing_events_stay();
create trigger billing_events_are_kept before truncate on billing_events
  for each statement execute function billing_events_stay();

-- A run over all accounts of which something is due, as administrators see it.
create table billing_runs (
  run_id bigint generated always as identity primary key,
  started_at timestamptz not null,
  by_username text,
  state text not null check (state in ('running', 'done', 'canceled', 'failed')),
  accounts_done integer not null default 0,
  accounts_failed integer not null default 0,
  invoices_issued integer not null default 0,
  accounts_total integer not null,
  cancel_requested boolean not null default false,
  -- A run that stops being extended has died with its server.
  alive_at timestamptz not null,
  ended_at timestamptz
);
