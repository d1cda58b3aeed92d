-- The day on which a payment counts as paid, if that is before its block: the bank booked the money, or somebody stated that it arrived.
alter table payments add column paid_on date;
