-- Messages of billing are mailed with retries: how often one was tried, when it is tried next, and why it was not accepted.
alter table billing_events
  add column mail_tries smallint not null default 0 check (mail_tries >= 0),
  add column mail_at timestamptz,
  add column mail_failure text check (length(mail_failure) between 1 and 40),
  drop constraint billing_events_mail_state_check,
  add constraint billing_events_mail_state_check check (mail_state in ('waiting', 'sending', 'sent', 'not_sent'));
drop index billing_events_mail;
create index billing_events_mail on billing_events (event_id) where mail_state in ('waiting', 'sending');

create or replace function billing_events_stay() returns trigger language plpgsql as $$
declare
  mailing constant text[] := array['mail_state', 'mail_tries', 'mail_at', 'mail_failure'];
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - mailing) = (to_jsonb(old) - mailing) and old.mail_state in ('waiting', 'sending') then
    return new;
  end if;
  raise exception 'the history of billing is only added to';
end
$$;
