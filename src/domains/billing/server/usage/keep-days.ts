import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { countOn, readUsed } from './meter.ts';

const ACCOUNTS_AT_A_TIME = 200;

/**
 * Counts all blocks, and stores the usage of each billing account once a day. Days of a downtime, at most 90, get the current usage: the usage
 * at that time was not measured.
 */
export async function keepDays({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  while (!(await countOn(database)));
  const today = new Date(clock()).toISOString().slice(0, 10);
  for (;;) {
    const { rows } = await sql<{ id: string; first: string }>`
      select account_id as id,
        to_char(greatest(coalesce(last.day + 1, ${today}::date), ${today}::date - 89), 'YYYY-MM-DD') as first
      from billing_accounts left join lateral (
        select day from billing_usage where billing_usage.account_id = billing_accounts.account_id order by day desc limit 1
      ) as last on true
      where coalesce(last.day, '-infinity') < ${today}::date
      order by account_id limit ${ACCOUNTS_AT_A_TIME}
    `.execute(database);
    for (const { id, first } of rows) {
      const { users, assets } = await readUsed(database, id);
      await sql`
        insert into billing_usage (account_id, day, users, assets)
        select ${id}, day::date, ${users}, ${assets}
        from generate_series(${first}::date, ${today}::date, interval '1 day') as day
        on conflict do nothing
      `.execute(database);
    }
    if (rows.length < ACCOUNTS_AT_A_TIME) return;
  }
}
