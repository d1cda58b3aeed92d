-- Changes of billing details, and of who pays for an account, are blocks with hashes: rows that somebody changes are found.

-- The random id of an account in these blocks, and the secret that keeps their hashes from being guessed. Null until its first block.
alter table billing_accounts
  add column customer_id text unique check (customer_id ~ '^cus_[0-9a-z]{20}$'),
  add column customer_secret bytea check (length(customer_secret) = 32),
  add check ((customer_id is null) = (customer_secret is null));

-- Finds the newest block about a customer, and whether there is any.
create index blocks_customers on blocks ((data::jsonb->>'customer'), index) where action = 'billing.customer_changed';

-- The block that states the usage of accounts on a day, and the secret in its hash.
create table billing_usage_counts (
  block_index bigint primary key,
  secret bytea not null check (length(secret) = 32)
);
-- Null for usage from before such blocks.
alter table billing_usage add column block_index bigint references billing_usage_counts (block_index);
create index billing_usage_by_block on billing_usage (block_index) where block_index is not null;
