-- Which asset went into which, as the blocks say it; kept with each append, `cairn rebuild --check` compares it with a replay.
-- A ledger that has such events already gets its rows by `cairn rebuild`: what an EPCIS event names has to be brought to its
-- canonical form first, which is not SQL's to do.

create table asset_links (
  block_index bigint not null,
  -- An asset, or a transformation that joins several events; that one begins with U+0001, which no asset's id holds.
  source text not null,
  target text not null,
  -- made: source went into target. packed: source was put into target; unpacked: it was taken out again (every one, where
  -- source is empty).
  kind text not null check (kind in ('made', 'packed', 'unpacked')),
  primary key (block_index, source, target)
);

create index asset_links_source on asset_links (source, kind, target, block_index);
create index asset_links_target on asset_links (target, kind, source, block_index);
