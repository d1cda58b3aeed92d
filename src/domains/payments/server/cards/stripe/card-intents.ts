import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/** The session and intent of a payment at Stripe. */
export type KnownIntent = {
  readonly paymentId: string;
  readonly sessionId: string | null;
  readonly intentId: string | null;
  readonly url: string | null;
};

/** Finds the session and intent of a payment, by its id or by the id of its intent. */
export async function findKnownIntent(
  db: Database,
  by: { paymentId: string } | { intentId: string },
): Promise<KnownIntent | undefined> {
  const row = await db
    .selectFrom('card_intents')
    .selectAll()
    .where('paymentId' in by ? 'payment_id' : 'intent_id', '=', 'paymentId' in by ? by.paymentId : by.intentId)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : { paymentId: row.payment_id, sessionId: row.session_id, intentId: row.intent_id, url: row.url };
}

/** Stores the page on which a payer enters a card. Later calls for the same payment change nothing. */
export async function addSession(db: Database, paymentId: string, session: { id: string; url: string | null }) {
  await sql`
    with known as (
      update card_intents set session_id = ${session.id}, url = ${session.url}
      where payment_id = ${paymentId} and session_id is null
    )
    insert into card_intents (payment_id, provider, session_id, url)
    select payment_id, 'stripe', ${session.id}, ${session.url} from payments
    where payment_id = ${paymentId} and not exists (select from card_intents where payment_id = ${paymentId})
    on conflict do nothing
  `.execute(db);
}

/**
 * Stores the intent of a payment, if the payment exists here and has none.
 *
 * Does not use `on conflict (payment_id) do update`: of two concurrent notices, the second may miss the row that the first is
 * replacing, and then fails on the unique intent.
 */
export async function addIntent(db: Database, paymentId: string, intentId: string): Promise<void> {
  await sql`
    with known as (
      update card_intents set intent_id = ${intentId} where payment_id = ${paymentId} and intent_id is null
    )
    insert into card_intents (payment_id, provider, intent_id)
    select payment_id, 'stripe', ${intentId} from payments
    where payment_id = ${paymentId} and method = 'fiat'
      and not exists (select from card_intents where payment_id = ${paymentId})
    on conflict do nothing
  `.execute(db);
}
