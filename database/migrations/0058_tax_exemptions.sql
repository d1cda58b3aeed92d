-- Exemptions from property tax, and what each bill was computed from, so that it can be computed again. Every row follows from a
-- block of the domain `registry`.

create table parcel_exemptions (
  exemption_id uuid primary key,
  property_id text not null references parcels (property_id),
  -- It may say something about a person, such as age or military service. It is on no block and on no public page.
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- What is exempt of the assessed value: an amount, or a part in hundredths of a percent.
  cents bigint check (cents > 0),
  basis_points integer check (basis_points between 1 and 10000),
  from_year integer not null check (from_year between 1900 and 2200),
  -- The last tax year. Null: open.
  to_year integer,
  reason text not null check (length(reason) between 1 and 500),
  granted_index bigint not null,
  ended_index bigint,
  end_reason text check (length(end_reason) between 1 and 500),
  check (num_nonnulls(cents, basis_points) = 1),
  -- One that never counts ends in the year before its first.
  check (to_year >= from_year - 1),
  check (num_nulls(ended_index, end_reason) in (0, 2))
);

create index parcel_exemptions_property on parcel_exemptions (property_id, granted_index);

-- What a bill was computed from: assessment, use, shares, rates of its lines, exemptions.
alter table bills add column basis jsonb;

update bills b set basis = jsonb_build_object(
  'assessmentYear', coalesce(
    (select max(a.year) from assessments a where a.property_id = b.property_id and a.block_index < b.levied_index), b.year),
  'assessedCents', coalesce(
    (select (data::json ->> 'assessed_cents')::bigint from blocks where index = b.levied_index), p.assessed_cents),
  'propertyType', p.property_type,
  'taxableShares', p.shares - coalesce(
    (select shares from parcel_rights r where r.property_id = b.property_id and r.holder = 'city'), 0),
  'shares', p.shares,
  'rates', coalesce((
    select jsonb_agg(jsonb_build_object('name', l.line ->> 'name', 'rate', (l.line -> 'rates' ->> p.property_type)::int) order by l.n)
    from tax_rates t, jsonb_array_elements(t.rates -> 'lines') with ordinality as l (line, n)
    where t.year = b.year and t.block_index = b.rates_index), '[]'),
  'exempted', '[]'::jsonb)
from parcels p where p.property_id = b.property_id;

alter table bills alter column basis set not null;
