-- When a person decided what a pending payment is settled with. A decision that was not carried out within a minute is taken again: nothing
-- is settled by a row alone that says that somebody decided.
alter table digital_payments add column decided_at timestamptz;
