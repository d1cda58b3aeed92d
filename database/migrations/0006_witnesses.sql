-- What witnesses said of checkpoints (C2SP tlog-cosignature): `line` is the signature line as it stands in the note.
create table checkpoint_cosignatures (
  size bigint not null references checkpoints (size),
  witness text not null check (length(witness) <= 1000),
  line text not null check (length(line) <= 2000),
  cosigned_at timestamptz not null,
  primary key (size, witness)
);

create index checkpoint_cosignatures_witness on checkpoint_cosignatures (witness, size desc);

create trigger checkpoint_cosignatures_append_only before update or delete on checkpoint_cosignatures
  for each row execute function ledger_refuse_change();
create trigger checkpoint_cosignatures_no_truncate before truncate on checkpoint_cosignatures
  for each statement execute function ledger_refuse_change();

-- Where each witness stands, so that back-off outlives a restart. `known_size` is the size that it said it cosigned last.
create table ledger_witnesses (
  witness text primary key check (length(witness) <= 1000),
  known_size bigint not null default 0 check (known_size >= 0),
  failures integer not null default 0 check (failures >= 0),
  attempted_at timestamptz,
  next_at timestamptz not null default '-infinity',
  problem text
);
