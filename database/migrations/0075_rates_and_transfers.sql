-- What money on a chain rests on becomes part of the ledger: the price of ETH, and the transfers that paid.

-- The block that set a rate. Null for rates from before; none of them is used any more.
alter table eth_rates add column block_index bigint unique;

-- The block of the rate that a quote has. Null for quotes from before; a person decides what their ETH was worth.
alter table digital_quotes add column rate_index bigint;

-- True if a person stated what the transfers are worth. Otherwise it follows from their units.
alter table digital_payments add column is_decided boolean not null default false;

-- Finds the blocks that name a transfer, whatever the tables about transfers say.
create index blocks_transfers on blocks using gin ((data::jsonb->'transfers') jsonb_path_ops)
  where ledger_block_domain(action) <> 'trace' and data like '%"transfers":%';
