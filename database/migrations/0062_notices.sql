-- Notices about bills and payments: in the portal, and by mail. A row is the notice and its letter, so each is made once.

-- On which days notices are made. The newest version counts from the time it was set.
create table notice_schedules (
  version integer generated always as identity primary key,
  days_before integer[] not null check (cardinality(days_before) <= 5),
  days_after integer[] not null check (cardinality(days_after) <= 5),
  set_by text not null check (length(set_by) between 1 and 200),
  set_at timestamptz not null
);

-- Where an owner wants letters. Without a row they go to the contact in the registry, if that is a mail address.
create table notice_recipients (
  party_id uuid primary key references registry_parties (party_id) on delete cascade,
  address text check (length(address) between 3 and 254),
  verified_at timestamptz,
  -- An address that was entered and not verified yet, with the SHA-256 of the token in the mail that went to it.
  pending_address text check (length(pending_address) between 3 and 254),
  token_hash bytea unique check (length(token_hash) = 32),
  token_until timestamptz,
  -- Verifications that were sent since the beginning of a day.
  tries integer not null default 0,
  tries_since timestamptz,
  -- Whoever has it can stop the letters, and nothing else. It is in each letter.
  stop_token text not null unique check (stop_token ~ '^[0-9a-f]{32}$'),
  stopped_at timestamptz,
  check ((address is null) = (verified_at is null)),
  check ((pending_address is null) = (token_hash is null))
);

create table notices (
  notice_id uuid primary key,
  party_id uuid not null references registry_parties (party_id) on delete cascade,
  kind text not null check (kind in (
    'due_soon', 'overdue', 'payment_received', 'payment_failed', 'payment_reversed', 'payment_disputed'
  )),
  -- What it is about: bill, due day and day of the schedule, or the payment. One notice for each owner.
  subject text not null,
  property_id text not null,
  bill_number text,
  payment_id text,
  due date,
  cents bigint not null,
  -- What is added if it stays open after a day.
  more_cents bigint,
  more_after date,
  at timestamptz not null,
  read_at timestamptz,
  -- none: only in the portal. dropped: no longer true when it was about to be sent, or the owner stopped letters.
  mail text not null check (mail in ('none', 'waiting', 'sending', 'sent', 'failed', 'dropped')),
  tries integer not null default 0,
  -- When it is sent next, or while it is being sent, when it counts as left behind by a stopped process.
  next_at timestamptz not null,
  sent_at timestamptz,
  -- A code such as 550 or ETIMEDOUT. The answer of a mail server may contain the address.
  failure text check (length(failure) between 1 and 40),
  unique (subject, kind, party_id)
);

create index notices_party on notices (party_id, at desc, notice_id);
create index notices_unread on notices (party_id) where read_at is null;
create index notices_waiting on notices (next_at) where mail in ('waiting', 'sending');
create index notices_failed on notices (at desc, notice_id) where mail = 'failed';
create index notices_sent on notices (sent_at) where sent_at is not null;

-- How far payments and due days were turned into notices. Payments of earlier versions get none.
create table notice_progress (
  single boolean primary key default true check (single),
  after_index bigint not null,
  due_until timestamptz not null
);
insert into notice_progress (after_index, due_until)
select coalesce(max(settled_index), -1), '-infinity' from payments;

create index payments_settled_index on payments (kind, settled_index) where settled_index is not null;
