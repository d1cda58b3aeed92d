-- What the service objectives are measured by: a row for each minute in which something happened. Every process adds what it
-- counted to it, and the server prunes what no objective looks back to.
create table service_minutes (
  minute timestamptz primary key,
  requests bigint not null,
  failed_requests bigint not null,
  slow_requests bigint not null,
  appends bigint not null,
  late_appends bigint not null,
  check (failed_requests between 0 and requests),
  check (slow_requests between 0 and requests),
  check (late_appends between 0 and appends)
);
