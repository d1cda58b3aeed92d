-- The municipal registry: parcels, the rights in them, what they were assessed at, and the documents recorded for them.
-- Every row follows from a block of the domain `registry`.

create table parcels (
  property_id text primary key check (property_id ~ '^[A-Z0-9][A-Z0-9.-]{1,31}$'),
  address text not null check (length(address) between 1 and 200),
  neighborhood text not null check (length(neighborhood) between 1 and 80),
  property_type text not null
    check (property_type in ('residential', 'commercial', 'industrial', 'mixed', 'civic', 'park', 'vacant')),
  square_footage integer not null check (square_footage >= 0),
  lot_square_feet integer not null check (lot_square_feet >= 0),
  year_built integer check (year_built between 1500 and 2200),
  -- A retired parcel was split or merged into others.
  status text not null check (status in ('active', 'retired')),
  -- A GeoJSON polygon or multipolygon in WGS 84, the SHA-256 of its canonical JSON, and its bounds in units of 1e-7 degree.
  geometry jsonb,
  geometry_sha256 bytea check (length(geometry_sha256) = 32),
  west integer,
  south integer,
  east integer,
  north integer,
  -- The lower-case words of id, address and neighborhood.
  words tsvector not null,
  -- The common denominator of the fractions in which the parcel is owned.
  shares bigint not null check (shares between 1 and 1000000000),
  city_owned boolean not null,
  assessed_cents bigint not null check (assessed_cents >= 0),
  assessed_year integer,
  owed_cents bigint not null check (owed_cents >= 0),
  registered_index bigint not null,
  title_index bigint not null,
  check (num_nulls(geometry, geometry_sha256, west, south, east, north) in (0, 6))
);

create index parcels_words on parcels using gin (words);
create index parcels_address on parcels (address, property_id);
create index parcels_assessed on parcels (assessed_cents, property_id);
create index parcels_owed on parcels (owed_cents, property_id);
create index parcels_neighborhood on parcels (neighborhood, property_id);

-- Persons and organizations that own property. The chain and the public know only their pseudonyms; erasing a person
-- empties `name`, `contact` and `account_id` and leaves the chain as it is.
create table registry_parties (
  party_id uuid primary key,
  account_id uuid unique references accounts (id),
  name text check (length(name) between 1 and 200),
  contact text check (length(contact) <= 500),
  created_at timestamptz not null,
  erased_at timestamptz
);

-- The pseudonym of a party in one parcel, so that nobody can tell which parcels belong to the same owner.
create table parcel_holders (
  holder text primary key check (holder ~ '^owner-[0-9a-f]{24}$'),
  property_id text not null,
  party_id uuid not null references registry_parties (party_id),
  unique (property_id, party_id)
);

create index parcel_holders_party on parcel_holders (party_id);

-- Who owns how many of a parcel's shares now. The holder `city` is the municipality itself.
create table parcel_rights (
  property_id text not null references parcels (property_id),
  holder text not null,
  shares bigint not null check (shares > 0),
  acquired_at timestamptz not null,
  acquired_index bigint not null,
  primary key (property_id, holder)
);

create index parcel_rights_holder on parcel_rights (holder);

-- The shares of an active parcel add up to the whole when a transaction ends, whatever wrote them.
create function parcel_shares_add_up() returns trigger language plpgsql as $$
declare
  parcel parcels%rowtype;
  held bigint;
begin
  select * into parcel from parcels where property_id = coalesce(new.property_id, old.property_id);
  select coalesce(sum(shares), 0) into held from parcel_rights where property_id = parcel.property_id;
  if held <> (case when parcel.status = 'active' then parcel.shares else 0 end) then
    raise exception 'the rights in % add up to % of % shares', parcel.property_id, held, parcel.shares
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create constraint trigger parcel_rights_add_up after insert or update or delete on parcel_rights
  deferrable initially deferred for each row execute function parcel_shares_add_up();
create constraint trigger parcels_add_up after insert or update of shares, status on parcels
  deferrable initially deferred for each row execute function parcel_shares_add_up();

-- Every assessment that was recorded. The one with the highest block counts for its year.
create table assessments (
  property_id text not null references parcels (property_id),
  year integer not null check (year between 1900 and 2200),
  block_index bigint not null,
  land_cents bigint not null check (land_cents >= 0),
  building_cents bigint not null check (building_cents >= 0),
  primary key (property_id, year, block_index)
);

-- The SHA-256 of documents that belong to a parcel. The documents themselves stay outside.
create table parcel_documents (
  property_id text not null references parcels (property_id),
  sha256 bytea not null check (length(sha256) = 32),
  title text not null check (length(title) between 1 and 200),
  block_index bigint not null,
  primary key (property_id, sha256)
);

create index parcel_documents_sha256 on parcel_documents (sha256);

-- The blocks that concern a parcel.
create table parcel_blocks (
  property_id text not null,
  block_index bigint not null,
  primary key (property_id, block_index)
);

-- Totals of the registry, kept with each block.
create table registry_totals (
  single boolean primary key default true check (single),
  properties bigint not null,
  city_properties bigint not null,
  assessed_cents bigint not null,
  owed_cents bigint not null,
  blocks bigint not null
);

insert into registry_totals (properties, city_properties, assessed_cents, owed_cents, blocks) values (0, 0, 0, 0, 0);
