import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';

const KNOWN_DAYS = 30;
const since = (clock: Clock) => new Date(clock() - KNOWN_DAYS * 86_400_000).toISOString();

/** Reports whether the account signed in from this network within 30 days. `place` is a digest of both. */
export async function isKnownPlace(db: Database, place: Buffer, clock: Clock): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_places')
    .select('subject')
    .where('subject', '=', place)
    .where('last_signed_in_at', '>', since(clock))
    .executeTakeFirst();
  return row !== undefined;
}

export async function storePlace(db: Database, place: Buffer, clock: Clock): Promise<void> {
  const at = new Date(clock()).toISOString();
  await db
    .insertInto('sign_in_places')
    .values({ subject: place, last_signed_in_at: at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_signed_in_at: at }))
    .execute();
}

export async function deleteOldPlaces(db: Database, clock: Clock): Promise<void> {
  await db.deleteFrom('sign_in_places').where('last_signed_in_at', '<', since(clock)).execute();
}
