import { sql } from 'kysely';
import type { BillingCard } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { findStoredCard, noSuchCard, type Payments, readStoredCard } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';

/** Returns the stored card that pays the invoices of an account; null if there is none, or it was removed. */
export async function readCard(db: Database, { id }: Pick<Account, 'id'>): Promise<BillingCard | null> {
  const { rows } = await sql<{ cardId: string | null }>`
    select card_id as "cardId" from billing_accounts where account_id = ${id}
  `.execute(db);
  const cardId = rows[0]?.cardId ?? null;
  const card = cardId === null ? undefined : await readStoredCard(db, cardId);
  return card?.state === 'ready' && card.accountId === id ? { id: card.cardId, label: card.label } : null;
}

/**
 * Sets one of the caller's stored cards to pay its invoices.
 *
 * @throws AppError `payments.card_not_found`, `server.unavailable` for a card that was changed in the database
 */
export async function setCard(
  payments: Pick<Payments, 'database' | 'seals'>,
  { id }: Pick<Account, 'id'>,
  cardId: string,
): Promise<BillingCard> {
  const card = await findStoredCard(payments, cardId);
  if (card?.state !== 'ready' || card.accountId !== id) throw noSuchCard(cardId);
  await sql`
    insert into billing_accounts (account_id, card_id) values (${id}, ${cardId})
    on conflict (account_id) do update set card_id = excluded.card_id
  `.execute(payments.database);
  return { id: cardId, label: card.label };
}

/** Stops paying the invoices of the caller with a stored card. */
export async function endCard(db: Database, { id }: Pick<Account, 'id'>): Promise<void> {
  await sql`update billing_accounts set card_id = null where account_id = ${id}`.execute(db);
}
