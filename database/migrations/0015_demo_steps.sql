-- The steps of the demo world that were recorded, by name, so that a restart continues and a new version adds only its own.
create table demo_steps (
  name text primary key check (name <> ''),
  recorded_at timestamptz not null default now()
);
