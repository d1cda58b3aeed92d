-- Where each account has signed in, so that the failures of others there, or elsewhere, never delay its owner. The
-- subject is a digest of the username and the network.
create table sign_in_places (
  subject bytea primary key,
  last_signed_in_at timestamptz not null
);

create index sign_in_places_age on sign_in_places (last_signed_in_at);
