-- Payments of every domain, and the double-entry books in which they stand. Each change of a payment is a block with
-- postings that add up to zero.

create table payments (
  payment_id text primary key check (payment_id ~ '^pay_[0-9a-z]{20}$'),
  -- What is paid for: the kind names the domain's own thing, such as a property.
  kind text not null check (length(kind) between 1 and 40),
  subject text not null check (length(subject) between 1 and 64),
  -- The account that paid, if it was signed in. It never reaches the chain.
  account_id uuid references accounts (id),
  method text not null check (method in ('usdc', 'eth', 'bank', 'fiat')),
  state text not null check (state in ('pending', 'completed', 'failed')),
  -- Negative for a reversal.
  amount_cents bigint not null check (amount_cents <> 0),
  -- The creditor reference (ISO 11649) that the payer states in a bank transfer.
  reference text unique,
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  reverses text unique references payments (payment_id),
  reason text check (length(reason) between 1 and 500),
  opened_at timestamptz not null,
  opened_index bigint not null,
  -- The block that completed it or let it fail.
  settled_at timestamptz,
  settled_index bigint,
  check ((state = 'pending') = (settled_index is null)),
  check ((amount_cents < 0) = (reverses is not null))
);

create index payments_subject on payments (kind, subject, opened_index desc);
create index payments_opened on payments (opened_index);
create index payments_pending on payments (kind, opened_index) where state = 'pending';
create index payments_account on payments (account_id, opened_index desc) where account_id is not null;
create unique index payments_tx_hash on payments (tx_hash) where tx_hash is not null;

-- Where the money of a payment went.
create table payment_allocations (
  payment_id text not null references payments (payment_id),
  line integer not null,
  -- What the part pays: fee, interest, principal, or credit for the time being.
  part text not null check (part in ('fee', 'interest', 'principal', 'credit')),
  -- The bill it pays; null for credit.
  bill text,
  cents bigint not null check (cents <> 0),
  primary key (payment_id, line)
);

-- Positive is a debit, negative a credit. Nothing is ever changed or removed.
create table book_postings (
  block_index bigint not null,
  line integer not null,
  account text not null check (length(account) between 1 and 100),
  cents bigint not null check (cents <> 0),
  primary key (block_index, line)
);

create index book_postings_account on book_postings (account, block_index);

create function book_entry_balances() returns trigger language plpgsql as $$
declare
  difference bigint;
begin
  select sum(cents) into difference from book_postings where block_index = new.block_index;
  if difference <> 0 then
    raise exception 'the postings of block % differ by % cents', new.block_index, difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create constraint trigger book_postings_balance after insert on book_postings
  deferrable initially deferred for each row execute function book_entry_balances();

create function book_postings_stay() returns trigger language plpgsql as $$
begin
  raise exception 'postings are permanent: record a reversal' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger book_postings_are_permanent before update or delete or truncate on book_postings
  for each statement execute function book_postings_stay();
