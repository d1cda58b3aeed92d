-- The turn to charge is a lock that ends with its connection.
drop table autopay_turns;
