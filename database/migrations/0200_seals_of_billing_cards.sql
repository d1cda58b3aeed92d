-- Keyed hashes of the choice of a card for invoices, and of its charges, with a key that is not in the database, as those of stored cards
-- (0151). The server cannot know who wrote the rows without one, so accounts choose their card again.
alter table billing_accounts add column card_seal bytea check (length(card_seal) = 40);
update billing_accounts set card_id = null where card_id is not null;
alter table billing_accounts add check ((card_id is null) = (card_seal is null));

alter table billing_charges add column seal bytea check (length(seal) = 40);
update billing_charges set outcome = 'failed', reason = 'Choose your card again to pay invoices with it.' where outcome = 'started';
alter table billing_charges add check (seal is not null or outcome <> 'started');
