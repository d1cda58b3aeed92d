import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { stateEarlier } from '../customers/commit-customers.ts';
import { countOn, readUsed } from './meter.ts';
import { type CountedUsage, stateUsage } from './state-usage.ts';

const ACCOUNTS_AT_A_TIME = 200;

/**
 * Counts all blocks, and stores the usage of each billing account once a day, with a block that states it. Days of a downtime, at most 90, get the current usage: the usage
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
    const used: object[] = [];
    for (const { id, first } of rows) used.push({ id, first, ...(await readUsed(database, id)) });
    await database.transaction().execute(async (tx) => {
      const { rows: counted } = await sql<CountedUsage>`
        insert into billing_usage (account_id, day, users, assets)
        select id, day::date, users, assets
        from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as given (id uuid, first date, users int, assets bigint)
        cross join generate_series(first, ${today}::date, interval '1 day') as day
        order by id, day on conflict do nothing
        returning account_id as "accountId", to_char(billing_usage.day, 'YYYY-MM-DD') as day, users, assets
      `.execute(tx);
      await stateUsage(tx, counted, clock);
    });
    if (rows.length < ACCOUNTS_AT_A_TIME) return;
  }
}

/** Stores usage, and states details and members from before there were blocks of them. */
export async function keepUsage(services: { database: Database; clock: Clock }): Promise<void> {
  const { database, clock } = services;
  await database.transaction().execute((tx) => stateEarlier(tx, clock));
  await keepDays(services);
}
