-- A roll registers hundreds of parcels in one statement. Placing and checking each by a call of its own took most of it.

create function place_parcels() returns trigger language plpgsql as $$
begin
  insert into parcel_cells (cell, property_id)
    select distinct cell, added.property_id
    from added cross join lateral list_parcel_cells(added.west, added.south, added.east, added.north) as cell;
  return null;
end
$$;

drop trigger parcels_placed on parcels;
create trigger parcels_placed after insert on parcels
  referencing new table as added for each statement execute function place_parcels();

-- Parcels and their rights are written by one statement, so at its end the rights of new parcels are there. An aggregate for each row,
-- because its plan has to look the rights up by their key, however many there were when it was made.
create function new_parcel_shares_add_up() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  select added.property_id, added.shares, held.shares as held into wrong
  from added cross join lateral (
    select coalesce(sum(shares), 0) as shares from parcel_rights where parcel_rights.property_id = added.property_id
  ) as held
  where held.shares <> (case when added.status = 'active' then added.shares else 0 end) limit 1;
  if found then
    raise exception 'the rights in % add up to % of % shares', wrong.property_id, wrong.held, wrong.shares
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

drop trigger parcels_add_up on parcels;
create trigger parcels_add_up after insert on parcels
  referencing new table as added for each statement execute function new_parcel_shares_add_up();
