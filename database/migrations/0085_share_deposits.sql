-- What payments bring to the cash of accounts, and what took them back. The payment itself is in `payments`, with its entry in the books.

create table market_deposits (
  -- A deposit, or an entry that took one back or made it count again.
  payment_id text primary key,
  custody_id bytea not null references market_accounts (custody_id),
  -- Without the fee of the method. Negative for what was taken back.
  due_cents bigint not null check (due_cents <> 0),
  -- What of it the account's cash has moved by. What was taken back of cash that is spent waits until there is some.
  moved_cents bigint not null default 0,
  check (moved_cents between least(due_cents, 0) and greatest(due_cents, 0)),
  settled_index bigint not null
);

create index market_deposits_waiting on market_deposits (settled_index) where moved_cents <> due_cents;
create index market_deposits_owed on market_deposits (custody_id) where moved_cents > due_cents;

-- Lists of one kind of payments, newest first.
create index payments_kind on payments (kind, opened_index desc);
