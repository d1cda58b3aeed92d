-- Finds the newest block about the title of a parcel, whatever the tables about parcels say. A merge also ends the titles of those it merges.
create index blocks_titles on blocks ((data::jsonb->>'property_id'), index)
  where action in (
    'registry.parcel_registered', 'registry.parcel_split', 'registry.parcels_merged', 'registry.title_transferred'
  );
create index blocks_merged on blocks using gin ((data::jsonb->'from') jsonb_path_ops)
  where action = 'registry.parcels_merged';
