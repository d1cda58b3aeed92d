-- The credit that a parcel passed on to parcels that replaced it, in cents by parcel, less what was taken back from them. Taking a
-- payment back takes no more than that from them.
alter table parcels add column passed_on jsonb not null default '{}' check (jsonb_typeof(passed_on) = 'object');

-- Blocks of payments state it. Blocks of splits and merges do not, so it comes from their entries in the books.
update parcels set passed_on = known.passed_on from (
  select property_id, jsonb_object_agg(heir, cents) as passed_on from (
    select property_id, heir, sum(cents) as cents from (
      select data::jsonb->>'property_id' as property_id, data::jsonb->'passed_on'->>'property_id' as heir,
        (data::jsonb->'passed_on'->>'amount_cents')::bigint as cents
      from ledger_blocks where domain = 'registry' and domain <> 'trace' and action = 'registry.tax_paid' and data::jsonb ? 'passed_on'
      union all
      select replaced.property_id, replaced.heir, p.cents from (
        select index, data::jsonb->>'property_id' as property_id, data::jsonb->'into'->0->>'property_id' as heir
        from ledger_blocks where domain = 'registry' and domain <> 'trace' and action = 'registry.parcel_split'
        union all
        select index, merged, data::jsonb->>'property_id'
        from ledger_blocks, jsonb_array_elements_text(data::jsonb->'from') as merged
        where domain = 'registry' and domain <> 'trace' and action = 'registry.parcels_merged'
      ) as replaced join book_postings p on p.block_index = replaced.index and p.account = 'credit:tax:' || replaced.property_id
      where p.cents > 0
    ) as passed group by property_id, heir
  ) as sums group by property_id
) as known where parcels.property_id = known.property_id;
