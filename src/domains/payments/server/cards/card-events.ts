import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { CardEvent, CardProvider } from './card-provider.ts';

/** Reports whether an event was handled already. */
export async function wasHandled(db: Database, provider: CardProvider['name'], eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('card_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

type Handled = { readonly provider: CardProvider['name']; readonly paymentId: string | undefined; readonly at: number };

/** Stores that an event was handled. */
export async function addHandled(db: Database, { id, kind }: CardEvent, { provider, paymentId, at }: Handled) {
  await sql`
    insert into card_events (provider, event_id, kind, payment_id, handled_at)
    values (${provider}, ${id}, ${kind}, ${paymentId ?? null}, ${new Date(at)}) on conflict do nothing
  `.execute(db);
}
