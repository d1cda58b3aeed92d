-- What a request for a refund decided, stored before the money is given back, so that one that is sent again gives nothing more.
create table refund_decisions (
  payment_id text not null references payments (payment_id),
  key text not null check (length(key) between 1 and 300),
  -- What the request asked for. Null: all that was left.
  asked_cents bigint check (asked_cents > 0),
  cents bigint not null check (cents > 0),
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (payment_id, key)
);
