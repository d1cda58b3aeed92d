-- Money that reached the city by card, USDC or ETH and belongs to no payment that waits: it arrived late, with a reference that no
-- payment has, or after the payment was closed. It stands in the books as suspense until an account assigns it or it is returned.
create table held_money (
  held_id uuid primary key,
  method text not null check (method in ('usdc', 'eth', 'fiat')),
  -- A transfer (chain, transaction and log), or the closed payment of a card. Each is held once.
  origin text not null unique,
  cents bigint not null check (cents > 0),
  -- The payment that it came for, if there is one.
  came_for text references payments (payment_id),
  arrived_at timestamptz not null,
  -- booking: not in the books yet. acting: decided, and the decision is being carried out.
  state text not null check (state in ('booking', 'held', 'acting', 'assigned', 'returned')),
  act text check (act in ('settle', 'receive', 'return')),
  kind text,
  subject text,
  payment_id text,
  reason text check (length(reason) between 1 and 500),
  -- The transaction that returned it. One transaction returns one amount.
  return_hash text check (return_hash ~ '^0x[0-9a-f]{64}$'),
  -- Counts decisions, so that each has an idempotency key of its own.
  round integer not null default 0,
  decided_by text,
  decided_at timestamptz,
  -- The block that put it into suspense, and the one that took it out.
  held_index bigint,
  block_index bigint,
  check ((state = 'booking') = (held_index is null)),
  check ((state in ('booking', 'held')) = (act is null))
);

create unique index held_money_return on held_money (return_hash) where return_hash is not null;
create index held_money_open on held_money (arrived_at desc, held_id) where state in ('booking', 'held', 'acting');
create index held_money_newest on held_money (arrived_at desc, held_id);

-- Transfers that were held keep what became of them.
alter table digital_receipts drop constraint digital_receipts_state_check;
alter table digital_receipts add constraint digital_receipts_state_check
  check (state in ('seen', 'counted', 'unassigned', 'reversed', 'assigned', 'returned'));
