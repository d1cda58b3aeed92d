import { recordCash, requestPayout } from '#domains/market/contract.ts';
import {
  elsewhere,
  pages,
  query,
  type RouteCase,
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';

const bankAccount = { iban: 'GB82 WEST 1234 5698 7654 32', holder: 'Ann Harbor' };
const bad = (field: string, value: unknown) => ({
  body: { amount: 1, ...bankAccount, [field]: value },
  pointer: `/${field}`,
});

let receipts = 0;

/** Returns the body of a payout for which the account has the cash. */
async function payable({ server }: World, account: TestAccount | undefined) {
  if (account === undefined) return { amount: 1, ...bankAccount };
  receipts += 1;
  const body = { username: account.username, amount: 1, reference: `Payout case ${receipts}` };
  await server.call(recordCash, { body }, { as: await server.account('administrator') });
  return { amount: 1, ...bankAccount };
}

async function requested(world: World): Promise<{ readonly payoutId: string }> {
  const as = await world.server.account('shipper');
  const { body } = await world.server.call(requestPayout, { body: await payable(world, as) }, { as });
  return { payoutId: body.payoutId };
}

const NONE = 'out_00000000000000000000';
const missing = (body: unknown) => ({
  code: 'market.payout_not_found',
  provoke: () => ({ params: { payoutId: NONE }, body }),
});
const badId = (body: unknown) => ({ params: { payoutId: 'x' }, body, pointer: '/payoutId' });
const badBodies = (field: string) =>
  [{}, { [field]: ' ' }, { [field]: 'x'.repeat(501) }].map((body) => ({
    params: { payoutId: NONE },
    body,
    pointer: `/${field}`,
  }));

/** Route cases of payouts of cash. */
export const payoutCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/nft/cash/payouts': {
    allowed: signedIn,
    good: async (world, account) => ({ body: await payable(world, account) }),
    invalid: [
      { body: bankAccount, pointer: '/amount' },
      bad('amount', 0.99),
      bad('amount', 1.001),
      bad('amount', 1_000_000.01),
      bad('iban', 'GB83 WEST 1234 5698 7654 32'),
      bad('iban', 'x'),
      bad('iban', undefined),
      bad('holder', ' '),
      bad('holder', undefined),
      bad('bic', 'WESTGB2L'),
    ],
    refusals: elsewhere(
      ...['market.not_enough_cash', 'market.cash_owed', 'request.idempotency_mismatch', 'server.unavailable'],
    ),
  },
  'GET /api/nft/cash/payouts': { allowed: signedIn, good: () => ({}), invalid: pages },
  'GET /api/nft/cash/payouts/all': {
    allowed: ['administrator'],
    good: () => ({}),
    invalid: [...pages, query('status', 'open')],
  },
  'POST /api/nft/cash/payouts/{payoutId}/send': {
    allowed: ['administrator'],
    good: async (world) => {
      const params = await requested(world);
      await sendCalls({ ...world.server.services, network: world.server.services });
      return { params, body: { bankReference: 'SEPA 1' } };
    },
    invalid: [badId({ bankReference: 'SEPA 1' }), ...badBodies('bankReference')],
    refusals: [
      missing({ bankReference: 'SEPA 1' }),
      ...elsewhere('market.payout_decided', 'market.payout_pending', 'server.unavailable'),
    ],
  },
  'POST /api/nft/cash/payouts/{payoutId}/return': {
    allowed: ['administrator'],
    good: async (world) => ({ params: await requested(world), body: { reason: 'Unknown account' } }),
    invalid: [badId({ reason: 'Unknown account' }), ...badBodies('reason')],
    refusals: [missing({ reason: 'Unknown account' }), ...elsewhere('market.payout_decided', 'server.unavailable')],
  },
};
