import { sql } from 'kysely';
import { readTeam } from '#domains/participants/server/index.ts';
import { countAssetsBrought } from '#domains/trace/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

const BLOCKS_AT_A_TIME = 20_000;

/**
 * Counts the assets of the blocks since the last count, at most 20,000 blocks at a time. Each block counts once, in any number of processes.
 * Reports whether everything is counted.
 */
export async function countOn(database: Database): Promise<boolean> {
  const behind = await sql<{ behind: number }>`
    select (select length from ledger_length) - counted_length as behind from billing_meter
  `.execute(database);
  if ((behind.rows[0]?.behind ?? 0) <= 0) return true;
  return database.transaction().execute(async (tx) => {
    const { rows } = await sql<{ from: number }>`select counted_length as "from" from billing_meter for update`.execute(
      tx,
    );
    const from = rows[0]?.from ?? 0;
    const { until, assets } = await countAssetsBrought(tx, from, BLOCKS_AT_A_TIME);
    if (assets.size > 0)
      await sql`
        insert into billing_brought (username, assets)
        select * from unnest(${[...assets.keys()]}::text[], ${[...assets.values()]}::bigint[]) order by 1
        on conflict (username) do update set assets = billing_brought.assets + excluded.assets
      `.execute(tx);
    await sql`update billing_meter set counted_length = ${until}`.execute(tx);
    return until < from + BLOCKS_AT_A_TIME;
  });
}

/** The usage of a paying account: itself, its members, the active participants that they manage, and the assets that all of them introduced. */
export type Used = { readonly users: number; readonly assets: number };

/** Returns the usage of a paying account, as far as blocks are counted. */
export async function readUsed(database: Database, payerId: string): Promise<Used> {
  const { rows: members } = await sql<{ id: string }>`
    select member_id as id from billing_members where payer_id = ${payerId}
  `.execute(database);
  const people = [payerId, ...members.map(({ id }) => id)];
  // A managed account with a sign-in of its own may manage others.
  const managed = await readTeam(database, people);
  const team = await readTeam(
    database,
    managed.map(({ id }) => id),
  );
  const { rows } = await sql<{ assets: number }>`
    select coalesce(sum(assets), 0)::bigint as assets from billing_brought where username = any(${team.map(({ username }) => username)}::text[])
  `.execute(database);
  const users = team.filter(({ id, active }) => active || people.includes(id)).length;
  return { users, assets: rows[0]?.assets ?? 0 };
}
