import { listStoredCards, storeCard } from '#domains/payments/contract.ts';
import { setAutopay } from '#domains/registry/contract.ts';
import { elsewhere, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { registerOwned } from '../register.fixture.ts';

const NO_CARD = 'crd_00000000000000000000';

async function prepare(server: TestServer, account: TestAccount | undefined) {
  if (account === undefined) return { as: account, params: { id: 'HB-1' }, body: { cardId: NO_CARD, daysBefore: 0 } };
  const id = await registerOwned(server, account);
  // An account may store only a few cards, and this runs for every case.
  const [stored] = (await server.call(listStoredCards, {}, { as: account })).body.cards;
  const card = stored ?? (await server.call(storeCard, { body: {} }, { as: account })).body.card;
  return { as: account, params: { id }, body: { cardId: card.id, daysBefore: 0 } };
}

/** Route cases of automatic payments. */
export const autopayCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/detroit/autopay': {
    allowed: ['resident', 'government'],
    good: () => ({}),
    invalid: [{ query: { page: 0 }, pointer: '/page' }],
  },
  'PUT /api/detroit/properties/{id}/autopay': {
    allowed: ['resident', 'government'],
    async good({ server }, account) {
      const { params, body } = await prepare(server, account);
      return { params, body };
    },
    invalid: [
      { params: { id: 'HB-1' }, body: { cardId: 'x', daysBefore: 0 }, pointer: '/cardId' },
      { params: { id: 'HB-1' }, body: { cardId: NO_CARD, daysBefore: 31 }, pointer: '/daysBefore' },
    ],
    refusals: [
      {
        code: 'registry.property_not_found',
        provoke: () => ({ params: { id: 'NO-SUCH-1' }, body: { cardId: NO_CARD, daysBefore: 0 } }),
      },
      ...elsewhere('payments.card_not_found', 'registry.autopay_taken', 'server.unavailable'),
    ],
  },
  'DELETE /api/detroit/properties/{id}/autopay': {
    allowed: ['resident', 'government'],
    async good({ server }, account) {
      const { as, params, body } = await prepare(server, account);
      if (as !== undefined) await server.call(setAutopay, { params, body }, { as });
      return { params };
    },
    invalid: [{ params: { id: 'a b' }, pointer: '/id' }],
    refusals: [
      { code: 'registry.autopay_not_found', provoke: () => ({ params: { id: 'NO-SUCH-1' } }) },
      ...elsewhere('server.unavailable'),
    ],
  },
};
