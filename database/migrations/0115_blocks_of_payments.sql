-- Finds the blocks about a payment, whatever the tables about payments say: those that opened, settled, closed and took it back. A block by
-- which an entry counts again is found by that entry. The condition has no function of our own, which every append would plan again.
create index blocks_payments on blocks ((coalesce(data::jsonb->>'reverses', data::jsonb->>'payment')))
  where action ~ '^[a-z][a-z0-9]*[.]' and data like '%"payment":%';
