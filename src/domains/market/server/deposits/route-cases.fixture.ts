import { confirmDeposit, openDeposit } from '#domains/market/contract.ts';
import {
  elsewhere,
  pages,
  query,
  type RouteCase,
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';

const bad = (field: string, value: unknown) => ({
  body: { amount: 10, paymentMethod: 'bank', [field]: value },
  pointer: `/${field}`,
});

/** Opens a deposit of an account of its own: an account may have twenty pending ones. */
async function opened({ server }: World, account?: TestAccount): Promise<{ readonly paymentId: string }> {
  const as = account ?? (await server.account('shipper'));
  const { body } = await server.call(openDeposit, { body: { amount: 10, paymentMethod: 'bank' } }, { as });
  return { paymentId: body.payment.id };
}

async function confirmed(world: World): Promise<{ readonly paymentId: string }> {
  const params = await opened(world);
  await world.server.call(confirmDeposit, { params, body: {} }, { as: await world.server.account('administrator') });
  return params;
}

const missing = (body: unknown) => ({
  code: 'payments.not_found',
  provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' }, body }),
});
const badId = (body: unknown) => ({ params: { paymentId: 'x' }, body, pointer: '/paymentId' });
const badBody = (body: unknown, pointer: string) => ({
  params: { paymentId: 'pay_00000000000000000000' },
  body,
  pointer,
});
const reason = { reason: 'It never came' };
const badReasons = [badBody({}, '/reason'), badBody({ reason: ' ' }, '/reason'), badBody({ reason: 1 }, '/reason')];

/** Route cases of deposits of cash. */
export const depositCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/nft/cash/deposits': {
    allowed: signedIn,
    good: () => ({ body: { amount: 10, paymentMethod: 'bank' } }),
    invalid: [
      { body: { paymentMethod: 'bank' }, pointer: '/amount' },
      { body: { amount: 10 }, pointer: '/paymentMethod' },
      bad('amount', 0.99),
      bad('amount', 1.001),
      bad('amount', 1_000_000.01),
      bad('paymentMethod', 'cheque'),
      bad('fee', -1),
      bad('fee', 0.001),
      bad('fee', 3),
      bad('card', 'test_success'),
      bad('card', 'gold'),
      bad('txHash', `0x${'4f'.repeat(32)}`),
    ],
    refusals: [
      ...elsewhere(
        'payments.method_not_offered',
        'payments.too_many_pending',
        'request.idempotency_mismatch',
        'server.unavailable',
      ),
    ],
  },
  'GET /api/nft/cash/deposits': { allowed: signedIn, good: () => ({}), invalid: pages },
  'GET /api/nft/cash/deposits/all': {
    allowed: ['administrator'],
    good: () => ({}),
    invalid: [...pages, query('status', 'open')],
  },
  'POST /api/nft/cash/deposits/{paymentId}/confirm': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await opened(world), body: {} }),
    invalid: [
      badId({}),
      badBody({ amount: 0 }, '/amount'),
      badBody({ amount: 0.001 }, '/amount'),
      badBody({ amount: 2_000_000.01 }, '/amount'),
    ],
    refusals: [missing({}), ...elsewhere('payments.settled', 'payments.settled_by_chain', 'server.unavailable')],
  },
  'POST /api/nft/cash/deposits/{paymentId}/fail': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await opened(world), body: reason }),
    invalid: [badId(reason), ...badReasons],
    refusals: [missing(reason), ...elsewhere('payments.settled', 'server.unavailable')],
  },
  'POST /api/nft/cash/deposits/{paymentId}/give-up': {
    allowed: signedIn,
    good: async (world, as) => ({ params: await opened(world, as) }),
    invalid: [{ params: { paymentId: 'x' }, pointer: '/paymentId' }],
    refusals: [
      { code: 'payments.not_found', provoke: () => ({ params: { paymentId: 'pay_00000000000000000000' } }) },
      ...elsewhere('payments.settled', 'market.deposit_by_card', 'server.unavailable'),
    ],
  },
  'POST /api/nft/cash/deposits/{paymentId}/reverse': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await confirmed(world), body: reason }),
    invalid: [badId(reason), ...badReasons],
    refusals: [missing(reason), ...elsewhere('payments.settled', 'server.unavailable')],
  },
};
