import { randomBytes } from 'node:crypto';
import type { Account } from '#domains/participants/server/index.ts';
import {
  methodNotOffered,
  STORED_CARDS_MAX,
  type StoredCard,
  type StoringPage,
  storedCardNotFound,
  type TestCard,
  tooManyCards,
} from '#domains/payments/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { Cards } from '../cards.ts';
import {
  addStoredCard,
  completeStoredCard,
  endStoredCard,
  findStoredCard,
  readStoredCards,
  type StoredCardRow,
} from './stored-cards.ts';

type Owner = Pick<Account, 'id'>;

/**
 * Stores a card of an account: in demo mode a TEST card, otherwise the card that its owner enters on the provider's page.
 *
 * @throws AppError `payments.method_not_offered`, `payments.too_many_cards`
 */
export async function storeCard(
  cards: Cards | undefined,
  { id }: Owner,
  { card, page }: { readonly card?: TestCard | undefined; readonly page: StoringPage },
): Promise<StoredCard> {
  const { provider, database, clock } = requireCards(cards);
  if (card !== undefined && !provider.isTest)
    throw new AppError(validationFailed, 'TEST cards exist in demo mode only.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  if ((await readStoredCards(database, id, STORED_CARDS_MAX)).length === STORED_CARDS_MAX)
    throw new AppError(tooManyCards, `An account stores at most ${STORED_CARDS_MAX} cards.`, {
      hint: 'Remove a card that you do not use.',
    });
  const cardId = newCardId();
  const row = {
    cardId,
    accountId: id,
    provider: provider.name,
    addedAt: clock(),
    ...(await provider.store(cardId, card ?? 'test_success', page)),
  };
  await addStoredCard(database, row);
  return show(row);
}

/** Reads the cards of an account, newest first. Pending ones are read again at the provider. */
export async function listStoredCards(cards: Cards | undefined, { id }: Owner): Promise<StoredCard[]> {
  if (cards === undefined) return [];
  const { database, provider } = cards;
  for (const card of await readStoredCards(database, id, STORED_CARDS_MAX)) {
    if (card.state !== 'pending' || card.provider !== provider.name) continue;
    const found = await provider.readStored(card);
    if (found !== undefined) await completeStoredCard(database, card.cardId, found);
  }
  return (await readStoredCards(database, id, STORED_CARDS_MAX)).map(show);
}

/**
 * Removes a card of an account, here first: even if the provider does not answer, nothing is charged to it.
 *
 * @throws AppError `payments.card_not_found`, also for the card of another account
 */
export async function removeStoredCard(cards: Cards | undefined, { id }: Owner, cardId: string): Promise<void> {
  const { database, provider } = requireCards(cards);
  const card = await findStoredCard(database, cardId);
  if (card === undefined || card.accountId !== id || card.state === 'removed') throw noSuchCard(cardId);
  await endStoredCard(database, cardId);
  if (card.provider === provider.name) await provider.forget(card);
}

export const noSuchCard = (cardId: string) =>
  new AppError(storedCardNotFound, `You have no stored card ${cardId}.`, { hint: 'List your stored cards.' });

function requireCards(cards: Cards | undefined): Cards {
  if (cards !== undefined) return cards;
  throw new AppError(methodNotOffered, 'No card provider is connected to this server.');
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const newCardId = () => `crd_${Array.from(randomBytes(20), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;

const show = ({ cardId, state, label, url, addedAt }: StoredCardRow): StoredCard => ({
  id: cardId,
  state: state === 'pending' ? 'pending' : 'ready',
  label,
  url,
  addedAt: new Date(addedAt).toISOString(),
});
