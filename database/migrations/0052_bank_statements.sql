-- Bank statements, and what became of each of their lines. A line is a fact of the bank: its identity is unique, so a statement that
-- is sent twice, or overlaps another, changes nothing.

create table bank_statements (
  statement_id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  -- The IBAN or the name of the city's account.
  bank_account text not null check (length(bank_account) between 1 and 64),
  line_count integer not null check (line_count between 1 and 200000),
  -- Lines received so far, always from the first one on, and their sum.
  received integer not null default 0 check (received between 0 and line_count),
  received_cents bigint not null default 0,
  opening_cents bigint,
  closing_cents bigint,
  sent_by text not null,
  sent_at timestamptz not null,
  check ((opening_cents is null) = (closing_cents is null))
);

create index bank_statements_sent on bank_statements (sent_at desc, statement_id);

create table bank_lines (
  line_id uuid primary key,
  -- The SHA-256 of what identifies it: account, day, amount, the bank's reference or else the text, and its number among equals.
  identity bytea not null unique check (length(identity) = 32),
  -- Where it was first seen.
  statement_id uuid not null references bank_statements (statement_id),
  position integer not null,
  booked_on date not null,
  -- Positive for money that arrived.
  cents bigint not null check (cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  text text not null check (length(text) <= 600),
  counterparty text not null check (length(counterparty) <= 140),
  entry_reference text check (length(entry_reference) between 1 and 140),
  -- 'acting': `act` is decided, and the block that carries it out is not known to be durable.
  state text not null check (state in ('acting', 'settled', 'credited', 'suspense', 'returned', 'reversed', 'listed', 'foreign')),
  act text check (act in ('settle', 'receive', 'suspend', 'return', 'reverse')),
  -- What `act` is about: a kind of payments and its subject, or a payment.
  kind text,
  subject text,
  payment_id text,
  -- Whether the money is taken out of suspense.
  from_suspense boolean not null default false,
  -- Counts decisions: each has its own idempotency key.
  round integer not null default 0,
  -- What it might pay, for a decision.
  candidates jsonb not null default '[]',
  -- The blocks that put it into suspense, and that did what the state says.
  suspense_index bigint,
  block_index bigint,
  decided_by text not null,
  decided_at timestamptz not null,
  reason text check (length(reason) between 1 and 500),
  check (state <> 'acting' or act is not null)
);

create index bank_lines_acting on bank_lines (line_id) where state = 'acting';
create index bank_lines_suspense on bank_lines (booked_on, line_id) include (cents) where state = 'suspense';

-- The lines of each statement, also those that an earlier statement had.
create table bank_statement_lines (
  statement_id uuid not null references bank_statements (statement_id),
  position integer not null,
  -- The identity without the number among equals.
  likeness bytea not null check (length(likeness) = 32),
  line_id uuid not null references bank_lines (line_id),
  primary key (statement_id, position)
);

create index bank_statement_lines_alike on bank_statement_lines (statement_id, likeness);

create index payments_expected on payments (amount_cents) where state = 'pending' and method = 'bank';
