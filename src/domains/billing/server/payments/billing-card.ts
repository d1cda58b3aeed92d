import { sql } from 'kysely';
import type { BillingCard } from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { findStoredCard, noSuchCard, type Payments, readStoredCard } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { isSealedChoice, type SealedChoice, sealChoice } from './seal-charges.ts';

type SealedPayments = Pick<Payments, 'database' | 'seals'>;

/**
 * Returns the stored card that pays the invoices of an account; null if there is none, it was removed, or it was chosen in the database
 * only: such a card is not charged.
 */
export async function readCard(
  { database, seals }: SealedPayments,
  { id }: Pick<Account, 'id'>,
): Promise<BillingCard | null> {
  const choice = await readChoice(database, id);
  if (choice === undefined || !(await isSealedChoice(seals, choice))) return null;
  const card = await readStoredCard(database, choice.cardId);
  return card?.state === 'ready' && card.accountId === id ? { id: card.cardId, label: card.label } : null;
}

/** Reads which stored card an account chose. `isSealedChoice` checks that it did. */
export async function readChoice(db: Database, accountId: string): Promise<SealedChoice | undefined> {
  const { rows } = await sql<SealedChoice>`
    select account_id as "accountId", card_id as "cardId", card_seal as seal from billing_accounts
    where account_id = ${accountId} and card_id is not null
  `.execute(db);
  return rows[0];
}

/**
 * Sets one of the caller's stored cards to pay its invoices.
 *
 * @throws AppError `payments.card_not_found`, `server.unavailable` for a card that was changed in the database
 */
export async function setCard(
  payments: SealedPayments,
  { id }: Pick<Account, 'id'>,
  cardId: string,
): Promise<BillingCard> {
  const card = await findStoredCard(payments, cardId);
  if (card?.state !== 'ready' || card.accountId !== id) throw noSuchCard(cardId);
  const seal = await sealChoice(payments.seals, { accountId: id, cardId });
  await sql`
    insert into billing_accounts (account_id, card_id, card_seal) values (${id}, ${cardId}, ${seal})
    on conflict (account_id) do update set card_id = excluded.card_id, card_seal = excluded.card_seal
  `.execute(payments.database);
  return { id: cardId, label: card.label };
}

/** Stops paying the invoices of the caller with a stored card. */
export async function endCard(db: Database, { id }: Pick<Account, 'id'>): Promise<void> {
  await sql`update billing_accounts set card_id = null, card_seal = null where account_id = ${id}`.execute(db);
}
