import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** An account of a team, or a participant that one of them manages. */
export type TeamAccount = { readonly id: string; readonly username: string; readonly active: boolean };

/** Returns these accounts and the participants that they manage, by username. */
export async function readTeam(db: Database, accountIds: readonly string[]): Promise<TeamAccount[]> {
  const { rows } = await sql<TeamAccount>`
    select id, username, active from accounts where id = any(${accountIds}::uuid[])
    union select id, username, active from accounts where managed_by = any(${accountIds}::uuid[])
    order by username
  `.execute(db);
  return rows;
}
