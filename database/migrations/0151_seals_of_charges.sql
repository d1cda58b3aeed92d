-- Keyed hashes of the rows that allow a charge, with a key that is not in the database: 8 bytes name the key. Rows without one are not
-- charged, and the server cannot know who stored them, so their owners store the card again.
alter table stored_cards add column seal bytea check (length(seal) = 40);
update stored_cards set state = 'removed', url = null;
alter table stored_cards add check (seal is not null or state = 'removed');

alter table autopays add column seal bytea check (length(seal) = 40);
update autopays set off_reason = 'Store your card again to switch autopay on.' where off_reason is null;
alter table autopays add check (seal is not null or off_reason is not null);

alter table autopay_charges add column seal bytea check (length(seal) = 40);
update autopay_charges set outcome = 'failed', reason = 'Store your card again to switch autopay on.' where outcome = 'started';
alter table autopay_charges add check (seal is not null or outcome <> 'started');
