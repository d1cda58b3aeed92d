-- Makes external identifiers claims: several participants may claim one, and an administrator confirms at most one of them.
-- Existing claims are unverified. Each is the only one on its spelling.

create table confirmed_identifiers (
  canonical text primary key,
  account_id uuid not null references accounts (id),
  confirmed_by uuid not null references accounts (id),
  confirmed_at timestamptz not null
);

create index confirmed_identifiers_account on confirmed_identifiers (account_id);

alter table account_identifiers
  drop constraint account_identifiers_pkey,
  -- The form in which identifiers are compared, as src/domains/participants/server/identifiers/canonical-party.ts computes it.
  add column canonical text;

with texts as (
  select distinct identifier,
    substring(identifier from '^(\d{13})$') as number,
    substring(split_part(split_part(identifier, '?', 1), '#', 1)
      from '^[Hh][Tt][Tt][Pp][Ss]?://[^/]*(?:/[^/]+)*?/(?:414|417|[Gg][Ll][Nn]|[Pp][Aa][Rr][Tt][Yy])/(\d{13})(?:/.*)?$') as link,
    replace(substring(identifier from '^urn:epc:id:[sp]gln:(\d{6,12}\.\d*)(?:\..*)?$'), '.', '') as urn
  from account_identifiers
), digits as (
  select identifier, coalesce(number, link, case when length(urn) = 12 then urn || (
    -- The check digit (GS1 General Specifications 7.9.1).
    select (10 - sum(substr(urn, i, 1)::int * case when i % 2 = 0 then 3 else 1 end) % 10) % 10 from generate_series(1, 12) as i
  ) end) as gln
  from texts
)
update account_identifiers set canonical = coalesce('https://id.gs1.org/417/' || digits.gln, digits.identifier)
from digits where digits.identifier = account_identifiers.identifier;

alter table account_identifiers
  alter column canonical set not null,
  add primary key (account_id, identifier);

drop index account_identifiers_account;
create index account_identifiers_canonical on account_identifiers (canonical);
