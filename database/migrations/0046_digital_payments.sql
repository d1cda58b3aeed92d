-- Payments in USDC and ETH: what each one may be paid with, and the transfers on the chain that paid. A row here is written
-- before the block of its payment, or after it; both can be repeated.

-- What the city takes for one ETH. The newest one counts, until it is a day old.
create table eth_rates (
  rate_id bigint generated always as identity primary key,
  cents_per_eth bigint not null check (cents_per_eth between 1 and 1000000000000),
  set_at timestamptz not null,
  -- The administrator; null for the sample rate of the demo.
  set_by text check (length(set_by) between 1 and 200)
);

create function eth_rates_stay() returns trigger language plpgsql as $$
begin
  raise exception 'rates are permanent: set a new one' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger eth_rates_are_permanent before update or delete or truncate on eth_rates
  for each statement execute function eth_rates_stay();

-- Written before the payment is opened. A row without a payment belongs to a request that failed, and is removed after a day.
create table digital_payments (
  payment_id text primary key check (payment_id ~ '^pay_[0-9a-z]{20}$'),
  -- Random. The router writes it on the chain, where nobody can tell what it pays for.
  reference text not null unique check (reference ~ '^0x[0-9a-f]{64}$'),
  chain_id bigint not null,
  method text not null check (method in ('usdc', 'eth')),
  amount_cents bigint not null check (amount_cents > 0),
  -- A transaction from before this time did not pay.
  billed_at timestamptz not null,
  prepared_at timestamptz not null,
  -- The transaction that the payer named, if one was.
  attached_hash text check (attached_hash ~ '^0x[0-9a-f]{64}$'),
  attached_at timestamptz,
  -- The result of the newest verification.
  code text,
  -- What the payment is settled with, set in the transaction that decides which transfers it counts.
  settling_cents bigint check (settling_cents > 0)
);

create index digital_payments_attached on digital_payments (attached_hash) where attached_hash is not null;

-- The prices at which the ETH of a payment is converted, each for a quarter of an hour.
create table digital_quotes (
  payment_id text not null references digital_payments on delete cascade,
  cents_per_eth bigint not null check (cents_per_eth > 0),
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  primary key (payment_id, valid_from)
);

-- The wallets whose owner signed that they pay for a payment.
create table digital_payers (
  payment_id text not null references digital_payments on delete cascade,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  bound_at timestamptz not null,
  primary key (payment_id, address)
);

-- Transfers to the treasury. The key is what makes each one count once: the chain, the transaction, and the position of the log
-- among the logs of its transaction, which a reorganization does not change. -1 is the value of the transaction itself.
create table digital_receipts (
  chain_id bigint not null,
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_position integer not null check (log_position >= -1),
  -- Null for a reference that no payment has.
  payment_id text references digital_payments,
  method text not null check (method in ('usdc', 'eth')),
  payer text not null check (payer ~ '^0x[0-9a-f]{40}$'),
  units numeric(78, 0) not null check (units > 0),
  -- Null as long as nobody has decided the price of its ETH.
  cents bigint check (cents >= 0),
  block_number bigint not null,
  block_hash text not null check (block_hash ~ '^0x[0-9a-f]{64}$'),
  block_at timestamptz not null,
  -- seen: not confirmed yet. counted: part of what its payment was settled with. unassigned: a person decides. reversed: it left
  -- the chain after it was counted.
  state text not null check (state in ('seen', 'counted', 'unassigned', 'reversed')),
  -- The result of its verification, or why it is unassigned.
  code text not null,
  -- The chain can no longer take it back.
  is_final boolean not null default false,
  seen_at timestamptz not null,
  primary key (chain_id, tx_hash, log_position),
  check (state <> 'counted' or payment_id is not null)
);

create index digital_receipts_payment on digital_receipts (payment_id) where payment_id is not null;
create index digital_receipts_open on digital_receipts (chain_id, block_number) where not is_final;
create index digital_receipts_unassigned on digital_receipts (seen_at desc) where state = 'unassigned';

-- How far the events of a router were read. Earlier blocks are final. One server at a time reads on.
create table digital_scans (
  chain_id bigint not null,
  router text not null check (router ~ '^0x[0-9a-f]{40}$'),
  next_block bigint not null check (next_block >= 0),
  held_by text,
  held_until timestamptz,
  primary key (chain_id, router)
);

-- One transaction may pay several payments. digital_receipts decides what counts.
drop index payments_tx_hash;
create index payments_tx_hash on payments (tx_hash) where tx_hash is not null;
