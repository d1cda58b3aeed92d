import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** Events, and bytes of their content. */
export type Amount = { readonly events: number; readonly bytes: number };

export type Reservation = {
  readonly accountId: string;
  /** Days since the account was created. */
  readonly day: number;
  /** The amount that a request needs now. */
  readonly needed: Amount;
  /** The amount to reserve if available: at least `needed`, and at most `limit`. */
  readonly wanted: Amount;
  readonly limit: Amount;
};

/**
 * Reserves part of an account's daily quota and returns the reserved amount, or undefined if less than `needed` is left. The row
 * lock makes all processes together stay within the limit. A count up to one day ahead comes from a server whose clock is
 * ahead, and is continued; any other day starts at zero.
 */
export async function reserve(db: Database, reservation: Reservation): Promise<Amount | undefined> {
  const { accountId, day, needed, wanted, limit } = reservation;
  const { rows } = await sql<{ granted_events: number; granted_bytes: number }>`
    insert into recording_quotas as known (account_id, day, events, bytes, granted_events, granted_bytes)
    values (${accountId}, ${day}, ${wanted.events}, ${wanted.bytes}, ${wanted.events}, ${wanted.bytes})
    on conflict (account_id) do update set (day, events, bytes, granted_events, granted_bytes) = (
      select used.day, used.events + granted.events, used.bytes + granted.bytes, granted.events, granted.bytes
      from (select
          case when known.day in (${day}, ${day} + 1) then known.day else ${day} end as day,
          case when known.day in (${day}, ${day} + 1) then known.events else 0 end as events,
          case when known.day in (${day}, ${day} + 1) then known.bytes else 0 end as bytes) as used,
        lateral (select least(${wanted.events}::bigint, ${limit.events} - used.events) as events,
          least(${wanted.bytes}::bigint, ${limit.bytes} - used.bytes) as bytes) as granted)
    where known.day not in (${day}, ${day} + 1)
      or (known.events + ${needed.events} <= ${limit.events} and known.bytes + ${needed.bytes} <= ${limit.bytes})
    returning granted_events, granted_bytes
  `.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { events: Number(row.granted_events), bytes: Number(row.granted_bytes) };
}
