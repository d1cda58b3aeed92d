-- The security log of an account was kept by count, so that whoever could sign in could wash away what else happened. It is kept by
-- time: 400 days, the same as SECURITY_LOG_DAYS in src/domains/participants/server/security-log.ts.
create or replace function participants_keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  raise exception 'The security log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end
$$;
