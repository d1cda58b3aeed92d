-- A payment may be taken back in parts, as a refund of some of it, and a reversal may be taken back itself, as after a dispute
-- that the city won. All entries that take one payment back never add up to more than it.

alter table payments drop constraint payments_reverses_key;
create index payments_reverses on payments (reverses) where reverses is not null;

do $$
declare
  constraint_name text;
begin
  select conname into strict constraint_name from pg_catalog.pg_constraint
  where conrelid = 'payments'::regclass and contype = 'c' and pg_catalog.pg_get_constraintdef(oid) ~ 'amount_cents < 0';
  execute format('alter table payments drop constraint %I', constraint_name);
end
$$;

alter table payments add constraint payments_negative_is_reversal check (amount_cents > 0 or reverses is not null);

create function payment_reversals_fit() returns trigger language plpgsql as $$
declare
  original bigint;
  taken bigint;
begin
  select amount_cents into original from payments where payment_id = new.reverses;
  select sum(amount_cents) into taken from payments where reverses = new.reverses;
  if sign(original) = sign(taken) or abs(taken) > abs(original) then
    raise exception 'payment % is taken back by % cents of %', new.reverses, taken, original
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create constraint trigger payments_reversals_fit after insert on payments
  deferrable initially deferred for each row when (new.reverses is not null) execute function payment_reversals_fit();
