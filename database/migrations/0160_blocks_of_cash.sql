-- Finds the blocks that moved cash for a source, and those that paid a part of an income, whatever the tables of the market say.
create index blocks_cash_sources on blocks ((data::jsonb->>'source'))
  where action in ('market.cash_received', 'market.cash_taken_back');
create index blocks_income_claims on blocks ((data::jsonb->>'income'), (data::jsonb->>'address'))
  where action = 'market.income_claimed';
