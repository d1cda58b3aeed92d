-- Finds keys that were closed without a request, to delete them once none can arrive any more.
create index idempotency_keys_closed on idempotency_keys (created_at) where block_index is null and subject is null;
