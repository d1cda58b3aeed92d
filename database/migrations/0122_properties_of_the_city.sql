-- Government properties are those that the city owns wholly. Until now a part was enough.
update registry_totals set city_properties = (
  select count(*) from parcels where status = 'active' and exists (
    select 1 from parcel_rights r where r.property_id = parcels.property_id and holder = 'city' and r.shares = parcels.shares
  )
);
