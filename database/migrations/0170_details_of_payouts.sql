-- The times of a payout are those of its blocks. The block of a decision commits to its note under a key of its own.
alter table market_payouts drop column requested_at, drop column decided_at;
alter table market_payouts add column note_key bytea check (length(note_key) = 32);
