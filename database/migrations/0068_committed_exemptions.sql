-- The key by which the block of an exemption commits to its kind and amount. Null: its block states the amount, as blocks did before.
alter table parcel_exemptions add column commitment_key text check (commitment_key ~ '^[0-9a-f]{64}$');
