import type { Participants } from '#domains/participants/server/index.ts';
import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createDifferences } from '#platform/server/differences.ts';
import type { Difference } from '#platform/server/domain.ts';
import { readStoredCard, readStoredCardsAfter, type StoredCardRow } from './stored-cards.ts';

/**
 * Keyed hashes of rows that allow a charge, with a key that is not in the database. Whoever can write to the database could otherwise give
 * a card to another account, or have one charged that its owner removed.
 */
export type Seals = Pick<Participants['secretBox'], 'hash' | 'isHash'>;
export type SealedCards = { readonly database: Database; readonly seals: Seals };

const PURPOSE = 'stored card';
const PAGE = 500;

type Sealed = Omit<StoredCardRow, 'seal' | 'url' | 'addedAt'>;

/** The account, the state and the provider's ids of a card. */
const textOf = ({ cardId, accountId, provider, state, label, testCard, customerId, sessionId, methodId }: Sealed) =>
  JSON.stringify([cardId, accountId, provider, state, label, testCard, customerId, sessionId, methodId]);

export const sealCard = (seals: Seals, card: Sealed): Promise<Buffer> => seals.hash(PURPOSE, textOf(card));

const isSealed = async (seals: Seals, card: StoredCardRow): Promise<boolean> =>
  card.seal !== null && (await seals.isHash(card.seal, PURPOSE, textOf(card)));

/**
 * Finds a card, also a removed one.
 *
 * @throws DamagedCard if it was changed or moved to another account in the database
 */
export async function findStoredCard(
  { database, seals }: SealedCards,
  cardId: string,
): Promise<StoredCardRow | undefined> {
  const card = await readStoredCard(database, cardId);
  // Migration 0151 removed the cards that have no seal.
  if (card === undefined || (card.state === 'removed' && card.seal === null)) return card;
  if (!(await isSealed(seals, card))) throw new DamagedCard(cardId);
  return card;
}

/** Finds stored cards that were changed, moved to another account or invented in the database. */
export async function compareStoredCards({ database, seals }: SealedCards): Promise<Difference[]> {
  const differences = createDifferences(['stored_cards']);
  for (let after = ''; ; ) {
    const cards = await readStoredCardsAfter(database, after, PAGE);
    for (const card of cards)
      if (!(await isSealed(seals, card).catch(() => false)))
        differences.add('stored_cards', `${card.cardId} of the account ${card.accountId} does not have its seal`);
    const last = cards.at(-1);
    if (last === undefined || cards.length < PAGE) return differences.list();
    after = last.cardId;
  }
}

/** Thrown if a stored card is not as its owner stored it: nothing is charged to it. */
export class DamagedCard extends AppError {
  constructor(cardId: string) {
    super(unavailable, 'The stored card was changed outside of this application, so nothing is charged to it.', {
      hint: 'Store another card. The operator finds the record with cairn rebuild --check.',
      cause: new Error(`The card ${cardId} does not have its seal`),
    });
  }
}
