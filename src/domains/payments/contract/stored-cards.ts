import { z } from 'zod';
import { errorKind, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { Instant } from '#platform/contract/scalars.ts';
import { TestCard } from './cards.ts';
import { methodNotOffered } from './payments.ts';

export const storedCardNotFound = errorKind('payments.card_not_found', 404, 'Card not found');
export const tooManyCards = errorKind('payments.too_many_cards', 409, 'Too many stored cards');

export const StoredCardId = z
  .string()
  .regex(/^crd_[0-9a-z]{20}$/, 'The id of a stored card is crd_ and 20 letters and digits')
  .meta({ example: 'crd_0123456789abcdefghij' });

/** The maximum number of cards that an account stores. */
export const STORED_CARDS_MAX = 10;

/** A card that its owner stored at the provider. */
export const StoredCard = z
  .object({
    id: StoredCardId,
    state: z.enum(['pending', 'ready']).describe('Pending until the card was given on the page of the provider.'),
    label: z.string().describe('Its brand and last four digits, or what the TEST card does.'),
    url: z.url().nullable().describe('While it is pending: the page of the provider that asks for the card.'),
    addedAt: Instant,
  })
  .meta({ id: 'StoredCard' });
export type StoredCard = z.infer<typeof StoredCard>;

const tag = 'Payments';

export const listStoredCards = route({
  method: 'GET',
  path: '/api/payments/stored-cards',
  tag,
  summary: 'List your stored cards',
  description: 'Newest first. A pending card is read again at the provider.',
  access: 'signed in',
  response: z.object({ cards: z.array(StoredCard).max(STORED_CARDS_MAX) }),
  errors: [unavailable],
});

export const StoringPage = z.enum(['portal', 'subscription']);
export type StoringPage = z.infer<typeof StoringPage>;

export const storeCard = route({
  method: 'POST',
  path: '/api/payments/stored-cards',
  tag,
  summary: 'Store a card',
  description:
    'Returns the page of the provider that asks for the card; this server never receives it. In demo mode it stores a TEST card.',
  access: 'signed in',
  status: 201,
  body: z.strictObject({
    card: TestCard.optional().describe('In demo mode: which TEST card.'),
    page: StoringPage.default('portal').describe('The page that its owner returns to from the page of the provider.'),
  }),
  response: z.object({ card: StoredCard }),
  errors: [methodNotOffered, tooManyCards, unavailable],
});

export const removeStoredCard = route({
  method: 'DELETE',
  path: '/api/payments/stored-cards/{cardId}',
  tag,
  summary: 'Remove a stored card',
  description: 'Nothing is charged to it from then on.',
  access: 'signed in',
  params: z.object({ cardId: StoredCardId }),
  response: z.object({ removed: z.literal(true) }),
  errors: [storedCardNotFound, unavailable],
});

export const storedCardRoutes = [listStoredCards, storeCard, removeStoredCard] as const;
