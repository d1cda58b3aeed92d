-- The lists of one kind of payments, newest first, find the payment that a block opened as well: there are few kinds, and PostgreSQL
-- searches in each of them. Every settlement writes an entry into every index of payments.
drop index payments_opened;
