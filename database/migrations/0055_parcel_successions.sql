-- Which parcels replaced which: a parcel that is split or merged is retired, and stays with its history.
create table parcel_successions (
  property_id text not null references parcels (property_id) deferrable initially deferred,
  successor_id text not null references parcels (property_id) deferrable initially deferred,
  block_index bigint not null,
  primary key (property_id, successor_id),
  check (property_id <> successor_id)
);

create index parcel_successions_successor on parcel_successions (successor_id);
