-- Where verification continues is recorded outside the database (the signing record in the data folder): a tree edge in
-- this table could be exchanged by whoever administers the database.
alter table ledger_verifier drop column state;

-- An empty ledger has not been checked by anybody.
update ledger_verifier set checked_at = 'epoch' where verified_length = 0;
