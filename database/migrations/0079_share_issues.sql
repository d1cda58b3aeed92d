-- Shares of property: who holds them, and the calls of contracts that publish it on the Ethereum network.

-- A holder stands on the chain under an address that names nobody: the contract's hash of a random id.
create table market_accounts (
  custody_id bytea primary key check (length(custody_id) = 32),
  address bytea not null unique check (length(address) = 20),
  -- Whose it is: an account, or the pseudonym of an owner without one (`city` is the municipality).
  account_id uuid unique references accounts (id),
  holder text unique check (length(holder) between 1 and 40),
  check ((account_id is null) <> (holder is null))
);

-- One issue for each property, for ever. The number of the token is the index of the block that issued it.
create table market_issues (
  token_id bigint primary key,
  property_id text not null unique,
  shares integer not null check (shares between 1 and 1000000),
  price_cents bigint not null check (price_cents between 1 and 100000000),
  royalty_basis_points integer not null check (royalty_basis_points between 0 and 1000),
  royalty_receiver bytea not null references market_accounts (custody_id),
  is_public boolean not null,
  minimum_purchase integer not null check (minimum_purchase between 1 and shares),
  -- The block of the title that the issue relied on.
  title_index bigint not null,
  issued_at timestamptz not null
);

create table market_holdings (
  token_id bigint not null references market_issues (token_id),
  custody_id bytea not null references market_accounts (custody_id),
  shares integer not null check (shares > 0),
  primary key (token_id, custody_id)
);

create index market_holdings_of on market_holdings (custody_id);

-- The shares of a token add up to its supply when a transaction ends, whatever wrote them.
create function market_shares_add_up() returns trigger language plpgsql as $$
declare
  token bigint := coalesce(new.token_id, old.token_id);
  supply integer;
  held bigint;
begin
  select shares into supply from market_issues where token_id = token;
  select coalesce(sum(shares), 0) into held from market_holdings where token_id = token;
  if held <> coalesce(supply, 0) then
    raise exception 'the holdings of token % add up to % of % shares', token, held, supply
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create constraint trigger market_holdings_add_up after insert or update or delete on market_holdings
  deferrable initially deferred for each row execute function market_shares_add_up();
create constraint trigger market_issues_add_up after insert or update of shares on market_issues
  deferrable initially deferred for each row execute function market_shares_add_up();

-- Calls of contracts in the sequence of the market's own account, signed when their block was written. They are sent as they
-- are, in order, as often as it takes.
create table market_calls (
  nonce bigint primary key check (nonce >= 0),
  chain_id bigint not null,
  block_index bigint not null,
  raw bytea not null,
  hash bytea not null unique check (length(hash) = 32),
  state text not null check (state in ('queued', 'sent', 'confirmed', 'failed')),
  -- The block of the network that has it.
  network_block bigint,
  check ((state in ('confirmed', 'failed')) = (network_block is not null))
);

create index market_calls_block on market_calls (block_index);
create index market_calls_open on market_calls (nonce) where state in ('queued', 'sent');

-- Which server sends. One row.
create table market_turns (
  only_one boolean primary key default true check (only_one),
  held_by uuid,
  held_until timestamptz
);

insert into market_turns default values;
