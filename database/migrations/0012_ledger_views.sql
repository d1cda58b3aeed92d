-- The domain that owns a block: the same rule as domainOfAction in src/domains/ledger/contract/block-types.ts.
create function ledger_block_domain(action text) returns text language sql immutable parallel safe as $$
  select case
    when strpos(action, '.') = 0 then case when action in ('genesis', 'checkpoint_key') then 'ledger' else 'trace' end
    when action ~ '^[a-z][a-z0-9]*\.[a-z][a-z0-9_]*$' then split_part(action, '.', 1)
    else 'trace'
  end
$$;

-- What other domains may read of blocks in their own queries. The table itself belongs to the ledger.
create view ledger_blocks with (security_invoker = true) as
  select index, timestamp, data, action, ledger_block_domain(action) as domain, asset_id, participant from blocks;

create view ledger_length with (security_invoker = true) as select length from ledger_head;

-- Lists of one domain's blocks. Events of trace are nearly all there is, and need no index of their own.
create index blocks_foreign on blocks (index) where ledger_block_domain(action) <> 'trace';

-- Counts events of assets, which are one domain's blocks and not the ledger's.
alter table ledger_days rename to trace_days;
