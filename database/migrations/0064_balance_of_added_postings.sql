-- Postings are only ever added, so an entry that balances goes on balancing if what a statement adds to it does. The check
-- read the entries again, and with statistics from before the load it read all of them.
create or replace function book_entry_balances() returns trigger language plpgsql as $$
declare
  entry record;
begin
  select block_index, sum(cents) as difference into entry from added
  group by block_index having sum(cents) <> 0 limit 1;
  if found then
    raise exception 'the postings of block % differ by % cents', entry.block_index, entry.difference
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end
$$;
