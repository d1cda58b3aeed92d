-- Income of property that is paid to the holders of its shares.

-- An amount that was paid in for all who held shares when the block `record_index` had been appended.
create table market_incomes (
  -- The block that declared it.
  income_index bigint primary key,
  token_id bigint not null references market_issues (token_id),
  payer_id bytea not null references market_accounts (custody_id),
  record_index bigint not null,
  cents bigint not null check (cents > 0),
  note text not null check (length(note) between 1 and 200),
  declared_at timestamptz not null,
  check (record_index < income_index)
);

create index market_incomes_of on market_incomes (token_id, income_index desc);

-- What each holder may take of it, and the block by which it was taken.
create table market_income_claims (
  income_index bigint not null references market_incomes (income_index),
  custody_id bytea not null references market_accounts (custody_id),
  shares integer not null check (shares > 0),
  cents bigint not null check (cents > 0),
  claimed_index bigint,
  primary key (income_index, custody_id)
);

create index market_income_claims_of on market_income_claims (custody_id, income_index desc);

-- Who held how many shares at an earlier block is what they hold now without what was posted since.
create index market_postings_of_token on market_postings (token_id, block_index) where token_id is not null;
