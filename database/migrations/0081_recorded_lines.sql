-- What a bank statement says becomes part of the ledger: a block has a hash of the lines that a statement brought and of what is to be
-- done with each, so that a row somebody changes moves no money.

-- Keeps the hash from confirming guesses about text and payer of a line.
alter table bank_statements add column salt uuid not null default gen_random_uuid();

-- The block with the hash of a line, and what that block commits to doing with it. Null for lines from before.
alter table bank_lines add column record_index bigint, add column plan text;
create index bank_lines_recorded on bank_lines (record_index) where record_index is not null;

-- Finds the blocks that moved the money of a line or of held money, whatever the tables say.
create index blocks_lines on blocks ((data::jsonb->>'line'))
  where ledger_block_domain(action) <> 'trace' and data like '%"line":%';
