-- Finds the blocks about a payment, whatever the tables about payments say: those that opened, settled, closed and took it back. A block by
-- which an entry counts again is found by that entry.
create index blocks_payments on blocks ((coalesce(data::jsonb->>'reverses', data::jsonb->>'payment')))
  where ledger_block_domain(action) <> 'trace' and data like '%"payment":%';
