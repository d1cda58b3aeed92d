import { sql } from 'kysely';
import type { TestCard } from '#domains/payments/contract.ts';
import type { Database } from '#platform/server/database/database.ts';

/** A card that a payer stored at its provider. Times are milliseconds since the epoch. */
export type StoredCardRow = {
  readonly cardId: string;
  readonly accountId: string;
  readonly provider: 'test' | 'stripe';
  readonly state: 'pending' | 'ready' | 'removed';
  readonly label: string;
  readonly testCard: TestCard | null;
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly methodId: string | null;
  readonly url: string | null;
  readonly addedAt: number;
  /** The keyed hash of the card; see `seal-cards.ts`. */
  readonly seal: Buffer | null;
};

const selected = sql`
  select card_id as "cardId", account_id as "accountId", provider, state, label, test_card as "testCard",
    customer_id as "customerId", session_id as "sessionId", method_id as "methodId", url,
    (extract(epoch from added_at) * 1000)::float8 as "addedAt", seal
  from stored_cards
`;

/** Reads the cards of an account that were not removed, newest first. */
export async function readStoredCards(db: Database, accountId: string, limit: number): Promise<StoredCardRow[]> {
  const { rows } = await sql<StoredCardRow>`
    ${selected} where account_id = ${accountId} and state <> 'removed' order by added_at desc, card_id limit ${limit}
  `.execute(db);
  return rows;
}

/** Finds a card, also a removed one, as it is stored. `findStoredCard` checks its seal. */
export async function readStoredCard(db: Database, cardId: string): Promise<StoredCardRow | undefined> {
  const { rows } = await sql<StoredCardRow>`${selected} where card_id = ${cardId}`.execute(db);
  return rows[0];
}

/** Reads cards that were not removed, by id. */
export async function readStoredCardsAfter(db: Database, after: string, limit: number): Promise<StoredCardRow[]> {
  const { rows } = await sql<StoredCardRow>`
    ${selected} where card_id > ${after} and state <> 'removed' order by card_id limit ${limit}
  `.execute(db);
  return rows;
}

export async function addStoredCard(db: Database, card: StoredCardRow): Promise<void> {
  await sql`
    insert into stored_cards (card_id, account_id, provider, state, label, test_card, customer_id, session_id, method_id, url, added_at, seal)
    values (${card.cardId}, ${card.accountId}, ${card.provider}, ${card.state}, ${card.label}, ${card.testCard},
      ${card.customerId}, ${card.sessionId}, ${card.methodId}, ${card.url}, ${new Date(card.addedAt)}, ${card.seal})
  `.execute(db);
}

/** Stores the provider's state of a pending card. A removed card stays removed. */
export async function completeStoredCard(
  db: Database,
  cardId: string,
  found: Pick<StoredCardRow, 'state' | 'label' | 'methodId' | 'seal'>,
): Promise<void> {
  await sql`
    update stored_cards set state = ${found.state}, label = ${found.label}, method_id = ${found.methodId}, url = null, seal = ${found.seal}
    where card_id = ${cardId} and state = 'pending'
  `.execute(db);
}

export async function endStoredCard(db: Database, cardId: string, seal: Buffer): Promise<void> {
  await sql`update stored_cards set state = 'removed', url = null, seal = ${seal} where card_id = ${cardId}`.execute(
    db,
  );
}
