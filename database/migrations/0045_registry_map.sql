-- What the tiles of the registry's map are made from: where parcels are on the grid of tiles, and what lies between them.

-- Column and row of a position in units of 1e-7 degree on the Web Mercator grid (EPSG:3857), in tiles of a zoom.
create function map_column(longitude double precision, zoom integer) returns double precision
  language sql immutable strict parallel safe as $$
  select (longitude / 1e7 + 180) / 360 * power(2, zoom)
$$;

create function map_row(latitude double precision, zoom integer) returns double precision
  language sql immutable strict parallel safe as $$
  select (1 - asinh(tan(radians(latitude / 1e7))) / pi()) / 2 * power(2, zoom)
$$;

-- The number with a zero bit above each of its lowest 20 bits.
create function map_spread(bits bigint) returns bigint language sql immutable strict parallel safe as $$
  select s5 from
    (select (bits | (bits << 16)) & x'0000ffff0000ffff'::bigint as s1) as a,
    lateral (select (s1 | (s1 << 8)) & x'00ff00ff00ff00ff'::bigint as s2) as b,
    lateral (select (s2 | (s2 << 4)) & x'0f0f0f0f0f0f0f0f'::bigint as s3) as c,
    lateral (select (s3 | (s3 << 2)) & x'3333333333333333'::bigint as s4) as d,
    lateral (select (s4 | (s4 << 1)) & x'5555555555555555'::bigint as s5) as e
$$;

-- The code of the cell that contains a point of the grid. The bits of column and row alternate in it (Morton order), so the
-- cells within a tile of a lower zoom are consecutive.
create function map_code(column_at double precision, row_at double precision, zoom integer) returns bigint
  language sql immutable strict parallel safe as $$
  select map_spread(least(greatest(floor(column_at)::bigint, 0), (1::bigint << zoom) - 1))
    | (map_spread(least(greatest(floor(row_at)::bigint, 0), (1::bigint << zoom) - 1)) << 1)
$$;

-- The cell of zoom 20, about 30 m wide, that the middle of the parcel's bounds is in.
alter table parcels add column map_home bigint generated always as (
  map_code(map_column((west::double precision + east) / 2, 20), map_row((south::double precision + north) / 2, 20), 20)
) stored;

-- One index entry has all that low zooms show of a parcel, so a tile of a whole city reads no row.
create index parcels_map_home on parcels (map_home) include (property_type, owed_cents) where status = 'active';

-- The cells of zoom 16 whose tiles show a part of the parcel. A tile shows 1/64 of its width beyond its edges.
create table parcel_cells (
  cell bigint not null,
  property_id text not null references parcels (property_id) on delete cascade,
  primary key (cell, property_id)
);

create index parcel_cells_property on parcel_cells (property_id);

create function list_parcel_cells(west integer, south integer, east integer, north integer) returns setof bigint
  language sql immutable strict parallel safe as $$
  select map_code(x, y, 16)
  from generate_series(floor(map_column(west, 16) - 1.0 / 64)::integer, floor(map_column(east, 16) + 1.0 / 64)::integer) as x,
    generate_series(floor(map_row(north, 16) - 1.0 / 64)::integer, floor(map_row(south, 16) + 1.0 / 64)::integer) as y
  -- A shape of more cells is no parcel. It would fill the table, so only the list shows it.
  limit 4096
$$;

create function place_parcel() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from parcel_cells where property_id = new.property_id;
  end if;
  insert into parcel_cells (cell, property_id)
    select distinct cell, new.property_id from list_parcel_cells(new.west, new.south, new.east, new.north) as cell;
  return null;
end
$$;

create trigger parcels_placed after insert on parcels for each row execute function place_parcel();
create trigger parcels_moved after update on parcels for each row
  when ((old.west, old.south, old.east, old.north) is distinct from (new.west, new.south, new.east, new.north))
  execute function place_parcel();

insert into parcel_cells (cell, property_id)
  select distinct cell, property_id from parcels, list_parcel_cells(west, south, east, north) as cell;

-- What a map draws between parcels, as the city provides it: water, greens, streets and bridges; and the names of neighborhoods.
-- It is no part of the ledger. A new import replaces all of it.
create table city_features (
  feature_id bigint generated always as identity primary key,
  kind text not null check (kind in ('water', 'green', 'street', 'bridge', 'neighborhood')),
  name text check (length(name) between 1 and 100),
  geometry jsonb not null,
  -- Its bounds in units of 1e-7 degree.
  west integer not null,
  south integer not null,
  east integer not null,
  north integer not null
);
