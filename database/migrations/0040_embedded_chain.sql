-- The embedded Ethereum chain (src/platform/server/evm). Its worker writes each block with everything that belongs to it in
-- one transaction, so a transaction that was answered survives a crash. Nothing but evm_head is ever updated.

-- One row, written with block 0.
create table evm_chain (
  one boolean primary key default true check (one),
  -- Random for each installation: a transaction signed for another chain must not be valid here.
  chain_id bigint not null check (chain_id > 0),
  -- The account that block 0 funds.
  operator bytea not null check (octet_length(operator) = 20)
);

create table evm_blocks (
  number bigint primary key check (number >= 0),
  hash bytea not null unique check (octet_length(hash) = 32),
  parent_hash bytea not null check (octet_length(parent_hash) = 32),
  state_root bytea not null check (octet_length(state_root) = 32),
  transactions_root bytea not null check (octet_length(transactions_root) = 32),
  receipts_root bytea not null check (octet_length(receipts_root) = 32),
  -- Seconds since the epoch.
  timestamp bigint not null,
  gas_used bigint not null check (gas_used >= 0),
  -- Wei for each unit of gas.
  base_fee numeric not null check (base_fee >= 0),
  size integer not null
);

-- One row. A process that extends the chain moves it from the parent to the new block, or does not commit.
create table evm_head (
  one boolean primary key default true check (one),
  number bigint not null references evm_blocks,
  hash bytea not null
) with (fillfactor = 10);

-- Nodes of the state and storage tries by hash, and contract code by "c" and its hash. States of all blocks stay readable.
create table evm_nodes (
  key bytea primary key,
  value bytea not null
);

create table evm_transactions (
  hash bytea primary key check (octet_length(hash) = 32),
  block_number bigint not null references evm_blocks,
  position integer not null check (position >= 0),
  sender bytea not null check (octet_length(sender) = 20),
  nonce bigint not null check (nonce >= 0),
  -- As signed: type byte and RLP.
  raw bytea not null,
  succeeded boolean not null,
  gas_used bigint not null,
  cumulative_gas_used bigint not null,
  -- Wei for each unit of gas.
  gas_price numeric not null,
  contract_address bytea check (octet_length(contract_address) = 20),
  unique (block_number, position),
  unique (sender, nonce)
);

create table evm_logs (
  block_number bigint not null references evm_blocks,
  -- Within the block.
  position integer not null check (position >= 0),
  transaction_position integer not null,
  address bytea not null check (octet_length(address) = 20),
  topics bytea[] not null check (cardinality(topics) <= 4),
  data bytea not null,
  primary key (block_number, position)
);

create index evm_logs_address on evm_logs (address, block_number);

-- Contracts that this installation deployed, on the embedded chain or another one. A row is written before its transaction
-- is sent, so that a deployment that was interrupted is sent again unchanged.
create table evm_contracts (
  chain_id bigint not null,
  name text not null,
  address bytea not null check (octet_length(address) = 20),
  -- SHA-256 of the creation code with its arguments: another version is another contract.
  creation_hash bytea not null,
  -- Of the code at the address. Null until the deployment was seen on the chain.
  code_hash bytea,
  raw bytea not null,
  transaction_hash bytea not null,
  created_at timestamptz not null,
  primary key (chain_id, name, creation_hash),
  unique (chain_id, transaction_hash)
);
