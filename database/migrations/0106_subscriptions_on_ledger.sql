-- Each change of a subscription is a block with a hash of what it became and of what happened: rows that somebody changes are found.

-- The random id of a subscription in its blocks, and the secret that keeps their hashes from being guessed. Null until its next change.
alter table billing_subscriptions
  add column subscription_id text unique check (subscription_id ~ '^sub_[0-9a-z]{20}$'),
  add column secret bytea check (length(secret) = 32),
  add check ((subscription_id is null) = (secret is null));

-- The block of the change that an event is a part of; null for events of invoices.
alter table billing_events add column block_index bigint;
create index billing_events_by_block on billing_events (block_index) where block_index is not null;
