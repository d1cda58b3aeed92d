import { listStoredCards, storeCard } from '#domains/payments/contract.ts';
import { elsewhere, everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';

const signedIn = everyone.filter((caller) => caller !== 'signed out');
const NO_CARD = 'crd_00000000000000000000';

/** Route cases of stored cards. */
export const storedCardCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/payments/stored-cards': { allowed: signedIn, good: () => ({}), refusals: elsewhere('server.unavailable') },
  'POST /api/payments/stored-cards': {
    allowed: signedIn,
    good: () => ({ body: { card: 'test_success' } }),
    invalid: [{ body: { card: '4242424242424242' }, pointer: '/card' }],
    refusals: elsewhere('payments.method_not_offered', 'payments.too_many_cards', 'server.unavailable'),
  },
  'DELETE /api/payments/stored-cards/{cardId}': {
    allowed: signedIn,
    async good({ server }, account) {
      if (account === undefined) return { params: { cardId: NO_CARD } };
      // An account may store only a few cards, and this runs for every case.
      const [stored] = (await server.call(listStoredCards, {}, { as: account })).body.cards;
      const card = stored ?? (await server.call(storeCard, { body: {} }, { as: account })).body.card;
      return { params: { cardId: card.id } };
    },
    invalid: [{ params: { cardId: 'x' }, pointer: '/cardId' }],
    refusals: [
      { code: 'payments.card_not_found', provoke: () => ({ params: { cardId: NO_CARD } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
};
