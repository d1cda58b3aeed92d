-- Shares that an account got or gave without a trade, oldest first.
create index market_postings_of_shares on market_postings (custody_id, block_index)
  where token_id is not null and reason not in ('order', 'trade', 'return');
