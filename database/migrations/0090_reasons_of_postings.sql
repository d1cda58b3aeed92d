-- A posting that no order caused has the action of its block as its reason, without the namespace.

alter table market_postings drop constraint market_postings_reason_check;
update market_postings set reason = 'cash_received' where reason = 'received';
alter table market_postings add check (reason ~ '^[a-z][a-z_]{1,40}$');
