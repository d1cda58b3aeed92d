-- Levies of a whole roll, or of a part of it: jobs that go through the parcels in the order of their ids. A server that finds one
-- without a heartbeat continues behind its cursor. Levying a parcel again changes nothing, so no parcel is billed twice.
create table levy_jobs (
  id uuid primary key,
  year integer not null check (year between 1900 and 2200),
  -- A preview computes and records nothing.
  preview boolean not null,
  neighborhood text,
  property_type text,
  state text not null check (state in ('running', 'finished', 'canceled', 'failed')),
  -- The account in whose name the bills are recorded.
  username text not null,
  total integer not null check (total >= 0),
  levied integer not null default 0,
  unchanged integer not null default 0,
  exempt integer not null default 0,
  rejected integer not null default 0,
  total_cents bigint not null default 0,
  -- The last parcel that was done.
  cursor text not null default '',
  problem text,
  started_at timestamptz not null,
  finished_at timestamptz,
  heartbeat_at timestamptz not null,
  check ((state = 'running') = (finished_at is null))
);

-- One at a time, whichever server runs it.
create unique index levy_jobs_running on levy_jobs ((true)) where state = 'running';
create index levy_jobs_started on levy_jobs (started_at desc);

-- Parcels that a job could not levy, with the reason: the first thousand.
create table levy_rejections (
  job_id uuid not null references levy_jobs (id) on delete cascade,
  property_id text not null,
  problem text not null,
  primary key (job_id, property_id)
);
