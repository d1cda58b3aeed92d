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
import { findStoredCard, sealCard } from './seal-cards.ts';
import {
  addStoredCard,
  completeStoredCard,
  endStoredCard,
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
  const { provider, database, clock, seals } = requireCards(cards);
  if (card !== undefined && !provider.isTest)
    throw new AppError(validationFailed, 'TEST cards exist in demo mode only.', {
      errors: [{ in: 'body', pointer: '/card', message: 'leave out card here' }],
    });
  if ((await readStoredCards(database, id, STORED_CARDS_MAX)).length === STORED_CARDS_MAX)
    throw new AppError(tooManyCards, `An account stores at most ${STORED_CARDS_MAX} cards.`, {
      hint: 'Remove a card that you do not use.',
    });
  const cardId = newCardId();
  const unsealed = {
    cardId,
    accountId: id,
    provider: provider.name,
    addedAt: clock(),
    ...(await provider.store(cardId, card ?? 'test_success', page)),
  };
  const row = { ...unsealed, seal: await sealCard(seals, unsealed) };
  await addStoredCard(database, row);
  return show(row);
}

/** Reads the cards of an account, newest first. Pending ones are read again at the provider. */
export async function listStoredCards(cards: Cards | undefined, { id }: Owner): Promise<StoredCard[]> {
  if (cards === undefined) return [];
  const { database, provider, seals } = cards;
  for (const { cardId, state, provider: of } of await readStoredCards(database, id, STORED_CARDS_MAX)) {
    if (state !== 'pending' || of !== provider.name) continue;
    const card = await findStoredCard(cards, cardId);
    const found = card && (await provider.readStored(card));
    if (card === undefined || found === undefined) continue;
    await completeStoredCard(database, cardId, { ...found, seal: await sealCard(seals, { ...card, ...found }) });
  }
  return (await readStoredCards(database, id, STORED_CARDS_MAX)).map(show);
}

/**
 * Removes a card of an account, here first: even if the provider does not answer, nothing is charged to it.
 *
 * @throws AppError `payments.card_not_found`, also for the card of another account; `server.unavailable` for a card that was
 *   changed in the database
 */
export async function removeStoredCard(cards: Cards | undefined, { id }: Owner, cardId: string): Promise<void> {
  const own = requireCards(cards);
  const { database, provider, seals } = own;
  const card = await findStoredCard(own, cardId);
  if (card === undefined || card.accountId !== id || card.state === 'removed') throw noSuchCard(cardId);
  await endStoredCard(database, cardId, await sealCard(seals, { ...card, state: 'removed' }));
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
