-- The checks of the books and of rights cost a payment more than its own rows: they ran for every row, and a session that began
-- while the tables were empty kept plans that read them whole.

drop trigger book_postings_balance on book_postings;

-- Once for each statement that adds postings: whatever entries it touches have to balance when it ends.
create or replace function book_entry_balances() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  entry record;
begin
  select p.block_index, sum(p.cents) as difference into entry from book_postings p
  where p.block_index in (select distinct block_index from added)
  group by p.block_index having sum(p.cents) <> 0 limit 1;
  if found then
    raise exception 'the postings of block % differ by % cents', entry.block_index, entry.difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;

create trigger book_postings_balance after insert on book_postings
  referencing new table as added for each statement execute function book_entry_balances();

alter function parcel_shares_add_up() set enable_seqscan = off;

-- A payment changes what is owed on a parcel, and nothing about who owns it.
drop trigger parcels_add_up on parcels;
create constraint trigger parcels_add_up after insert on parcels
  deferrable initially deferred for each row execute function parcel_shares_add_up();
create constraint trigger changed_parcels_add_up after update of shares, status on parcels
  deferrable initially deferred for each row
  when (old.shares is distinct from new.shares or old.status is distinct from new.status)
  execute function parcel_shares_add_up();
