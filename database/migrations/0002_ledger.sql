-- The hash chain. `data` is canonical JSON text (RFC 8785); `hash` is SHA-256(0x00 || canonical block without hash).
-- `action`, `asset_id` and `participant` are copies for indexing: validation compares them with `data`.

create table blocks (
  index bigint not null check (index >= 0),
  timestamp bigint not null check (timestamp >= 0),
  hash bytea not null check (length(hash) = 32),
  prev_hash bytea not null check (length(prev_hash) = 32),
  data text not null,
  action text not null,
  asset_id text,
  participant text,
  primary key (index)
) partition by range (index);

create index blocks_asset on blocks (asset_id, index) where asset_id is not null;
create index blocks_participant on blocks (participant, index) where participant is not null;
create index blocks_action on blocks (action, index);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Row triggers are inherited by partitions; a truncate trigger is not, so each partition gets its own.
create trigger blocks_append_only before update or delete on blocks for each row execute function ledger_refuse_change();
create trigger blocks_no_truncate before truncate on blocks for each statement execute function ledger_refuse_change();

-- Makes the partitions that hold blocks up to `last_index`, five million each. Safe to repeat. Runs with its owner's
-- rights, because the application's role owns no table.
create function ledger_make_partitions(last_index bigint) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  size constant bigint := 5000000;
  made integer := 0;
  part bigint;
  name text;
begin
  for part in 0 .. last_index / size loop
    name := 'blocks_' || lpad(part::text, 5, '0');
    continue when to_regclass(name) is not null;
    execute format('create table %I partition of blocks for values from (%s) to (%s)', name, part * size, (part + 1) * size);
    execute format(
      'create trigger blocks_no_truncate before truncate on %I for each statement execute function ledger_refuse_change()',
      name
    );
    made := made + 1;
  end loop;
  return made;
end
$$;

revoke all on function ledger_make_partitions(bigint) from public;

select ledger_make_partitions(9999999);

-- One row, locked by each append: where the chain ends.
create table ledger_head (
  one boolean primary key default true check (one),
  length bigint not null check (length >= 0),
  hash bytea not null check (length(hash) = 32),
  timestamp bigint not null
) with (fillfactor = 10);

insert into ledger_head (length, hash, timestamp) values (0, decode(repeat('00', 32), 'hex'), 0);

-- Hashes of subtrees of 256^level leaves, 256 to a row, from level 1 on; the row at the right edge is still filling.
-- Level 0 is blocks.hash.
create table merkle_tiles (
  level smallint not null check (level between 1 and 7),
  index bigint not null check (index >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, index)
);

-- Where to look for a block by its hash: the hash's first eight bytes. Filled by the verifier, in the order of the key,
-- because an index on blocks.hash would cost each append a random page.
create table block_hashes (
  prefix bigint not null,
  index bigint not null,
  primary key (prefix, index)
);

-- Signed notes over tree size and root (C2SP tlog-checkpoint).
create table checkpoints (
  size bigint primary key check (size > 0),
  note text not null,
  published_at timestamptz not null
);

create trigger checkpoints_append_only before update or delete on checkpoints
  for each row execute function ledger_refuse_change();
create trigger checkpoints_no_truncate before truncate on checkpoints
  for each statement execute function ledger_refuse_change();

-- What the background verifier knows. One row; `holder` is the process that verifies and publishes, until `lease_until`.
create table ledger_verifier (
  one boolean primary key default true check (one),
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  -- Blocks below this index are read, checked, and signed for by a checkpoint.
  verified_length bigint not null default 0,
  -- The Merkle tree's right edge and the last block at `verified_length`: enough to go on from there.
  state text,
  checked_at timestamptz not null default now(),
  problem text,
  problem_index bigint
);

insert into ledger_verifier default values;

-- Full validations, as jobs.
create table ledger_validations (
  id uuid primary key,
  state text not null check (state in ('running', 'valid', 'invalid', 'cancelled', 'failed')),
  checked_blocks bigint not null default 0,
  total_blocks bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  heartbeat_at timestamptz not null,
  problem text,
  problem_index bigint
);

create index ledger_validations_newest on ledger_validations (started_at desc);

-- Answers to writes that carried an Idempotency-Key, by account. They commit with the effect.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint bytea not null,
  block_index bigint,
  subject uuid,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create index idempotency_keys_age on idempotency_keys using brin (created_at);
