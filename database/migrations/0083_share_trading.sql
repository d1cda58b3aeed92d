-- Trading of shares: cash, orders, trades, and the postings of each block.

-- What an account has for trading, in cents: free, and held by its open purchases.
create table market_cash (
  custody_id bytea primary key references market_accounts (custody_id),
  free_cents bigint not null default 0 check (free_cents >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0),
  -- The newest block that changed it.
  changed_index bigint not null default 0
);

insert into market_cash (custody_id) select custody_id from market_accounts;

-- Shares that open sales hold are still the seller's. Whoever sold all keeps a row with none.
alter table market_holdings
  drop constraint market_holdings_shares_check,
  add check (shares >= 0),
  add column held integer not null default 0,
  add check (held between 0 and shares),
  add column changed_index bigint not null default 0;

-- Once for each statement instead of each row. A statement that moves shares writes all rows that it changes.
drop trigger market_holdings_add_up on market_holdings;

create function market_moved_shares_add_up() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select touched.token_id, supply.shares as supply, coalesce(sum(held.shares), 0) as held into wrong
  from (select distinct token_id from changed) as touched
  left join market_issues as supply using (token_id)
  left join market_holdings as held using (token_id)
  group by touched.token_id, supply.shares having coalesce(sum(held.shares), 0) <> coalesce(supply.shares, 0) limit 1;
  if found then
    raise exception 'the holdings of token % add up to % of % shares', wrong.token_id, wrong.held, coalesce(wrong.supply, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create trigger market_holdings_added after insert on market_holdings
  referencing new table as changed for each statement execute function market_moved_shares_add_up();
create trigger market_holdings_changed after update on market_holdings
  referencing new table as changed for each statement execute function market_moved_shares_add_up();
create trigger market_holdings_removed after delete on market_holdings
  referencing old table as changed for each statement execute function market_moved_shares_add_up();

-- An order. Its number is the index of the block that placed it. Shares are open, traded, or returned to their owner.
create table market_orders (
  order_id bigint primary key,
  token_id bigint not null,
  custody_id bytea not null,
  side text not null check (side in ('buy', 'sell')),
  shares integer not null check (shares > 0),
  price_cents bigint not null check (price_cents > 0),
  remainder text not null check (remainder in ('rest', 'cancel', 'all', 'post')),
  expires_at timestamptz not null,
  placed_at timestamptz not null,
  open integer not null check (open >= 0),
  filled integer not null check (filled >= 0),
  returned integer not null check (returned >= 0),
  check (open + filled + returned = shares),
  traded_cents bigint not null check (traded_cents >= 0),
  -- Why nothing is open any more.
  ended text check (ended in ('filled', 'canceled', 'expired', 'self')),
  check ((open = 0) = (ended is not null)),
  -- The call of the contract that places it.
  call_nonce bigint not null
);

create index market_orders_open on market_orders (token_id, side, price_cents) where open > 0;
create index market_orders_expiring on market_orders (expires_at) where open > 0;
create index market_orders_of on market_orders (custody_id, order_id desc);

create table market_fills (
  block_index bigint not null,
  position integer not null,
  token_id bigint not null,
  maker_id bigint not null,
  taker_id bigint not null,
  buyer_id bytea not null,
  seller_id bytea not null,
  shares integer not null check (shares > 0),
  price_cents bigint not null check (price_cents > 0),
  royalty_cents bigint not null check (royalty_cents >= 0),
  traded_at timestamptz not null,
  call_nonce bigint not null,
  primary key (block_index, position)
);

create index market_fills_newest on market_fills (token_id, block_index desc, position desc);
create index market_fills_of_buyer on market_fills (buyer_id, block_index desc);
create index market_fills_of_seller on market_fills (seller_id, block_index desc);

-- Double entry: what each block moved. The amounts of an asset in one block add up to zero; no account is the world outside.
create table market_postings (
  block_index bigint not null,
  position integer not null,
  custody_id bytea,
  -- Null is cash in cents.
  token_id bigint,
  part text not null check (part in ('free', 'held')),
  amount bigint not null check (amount <> 0),
  reason text not null check (reason in ('received', 'order', 'trade', 'return')),
  primary key (block_index, position)
);

create index market_postings_of on market_postings (custody_id, block_index desc) where token_id is null;

-- The number of a call that settles. Calls that issue have none.
alter table market_calls add column sequence bigint unique check (sequence > 0);
create index market_calls_failed on market_calls (nonce) where state = 'failed';
