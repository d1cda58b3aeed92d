-- Shares that left custody for wallets, and their way there and back.

-- How many shares of a token are in wallets, or on the way: of those the network decides.
alter table market_issues add column outside integer not null default 0;

-- Checked when a transaction ends: a request that comes twice at once is then refused for its key, which is done again, and not for
-- this, which is not.
create function market_outside_is_possible() returns trigger language plpgsql as $$
begin
  if new.outside < 0 or new.outside > new.shares then
    raise exception '% of % shares of token % are outside', new.outside, new.shares, new.token_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create constraint trigger market_issues_outside after insert or update of outside on market_issues
  deferrable initially deferred for each row execute function market_outside_is_possible();

-- The supply is what holders have in custody and what is outside.
create or replace function market_moved_shares_add_up() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select touched.token_id, supply.shares as supply, supply.outside, coalesce(sum(held.shares), 0) as held into wrong
  from (select distinct token_id from changed) as touched
  left join market_issues as supply using (token_id)
  left join market_holdings as held using (token_id)
  group by touched.token_id, supply.shares, supply.outside
  having coalesce(sum(held.shares), 0) + coalesce(supply.outside, 0) <> coalesce(supply.shares, 0) limit 1;
  if found then
    raise exception 'the holdings of token % add up to %, with % outside, of % shares', wrong.token_id, wrong.held,
      coalesce(wrong.outside, 0), coalesce(wrong.supply, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create trigger market_issues_moved after update on market_issues
  referencing new table as changed for each statement execute function market_moved_shares_add_up();

create or replace function market_shares_add_up() returns trigger language plpgsql as $$
declare
  token bigint := coalesce(new.token_id, old.token_id);
  supply integer;
  held bigint;
begin
  select shares - outside into supply from market_issues where token_id = token;
  select coalesce(sum(shares), 0) into held from market_holdings where token_id = token;
  if held <> coalesce(supply, 0) then
    raise exception 'the holdings of token % add up to % of % shares', token, held, supply
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

-- Shares that were sent to a wallet. Its key is the block that took them out of custody.
create table market_withdrawals (
  block_index bigint primary key,
  token_id bigint not null references market_issues (token_id),
  custody_id bytea not null references market_accounts (custody_id),
  wallet bytea not null check (length(wallet) = 20),
  shares integer not null check (shares > 0),
  -- `pending` until the call of the contract is final.
  state text not null default 'pending' check (state in ('pending', 'delivered', 'refused')),
  -- The block that gave them back, because the wallet refused them.
  returned_index bigint unique,
  check ((state = 'refused') = (returned_index is not null))
);

create index market_withdrawals_of on market_withdrawals (custody_id, block_index desc);
create index market_withdrawals_pending on market_withdrawals (block_index) where state = 'pending';

-- Shares that came back from a wallet. Each transfer counts once.
create table market_arrivals (
  block_index bigint primary key,
  token_id bigint not null references market_issues (token_id),
  custody_id bytea not null references market_accounts (custody_id),
  wallet bytea not null check (length(wallet) = 20),
  shares integer not null check (shares > 0),
  tx_hash bytea not null check (length(tx_hash) = 32),
  log_index integer not null check (log_index >= 0),
  -- Its place in a transfer of several tokens.
  item integer not null check (item >= 0),
  unique (tx_hash, log_index, item)
);

create index market_arrivals_of on market_arrivals (custody_id, block_index desc);

-- How far the transfers of shares were read. One row for each contract.
create table market_scans (
  chain_id bigint not null,
  contract bytea not null check (length(contract) = 20),
  next_block bigint not null check (next_block >= 0),
  primary key (chain_id, contract)
);
