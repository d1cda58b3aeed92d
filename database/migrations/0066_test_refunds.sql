-- Refunds to TEST cards by the key of their request, so that one that is sent again gives nothing more.
create table test_card_refunds (
  payment_id text not null references test_card_charges (payment_id),
  key text not null check (length(key) between 1 and 200),
  cents bigint not null check (cents > 0),
  primary key (payment_id, key)
);
