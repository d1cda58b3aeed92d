import { sql } from 'kysely';
import { startTrial } from '#domains/billing/contract.ts';
import {
  elsewhere,
  everyone,
  pages,
  query,
  type RouteCase,
  signedIn,
  type World,
} from '#tests/support/route-cases/route-case.ts';
import type { TestAccount } from '#tests/support/test-server.ts';
import { createInvoices } from '../payments/invoices.fixture.ts';

const trial = { planId: 'starter', userCount: 10, assetCount: 100 } as const;

/** Resets an account to one that never had a subscription. */
async function forget({ server }: World, account: TestAccount | undefined): Promise<void> {
  if (account === undefined) return;
  const { database } = server.services;
  const { username } = account;
  const ids = sql`(select id from accounts where username = ${username})`;
  await sql`delete from billing_subscriptions where account_id in ${ids}`.execute(database);
  await sql`update billing_accounts set trial_started_at = null where account_id in ${ids}`.execute(database);
}

/** Gives an account a new trial. */
export async function tryAgain(world: World, account: TestAccount | undefined): Promise<void> {
  if (account === undefined) return;
  await forget(world, account);
  await world.server.call(startTrial, { body: trial }, { as: account });
}

const badTerms = (body: Readonly<Record<string, unknown>>) =>
  [
    ['planId', 'platinum'],
    ['planId', 'enterprise'],
    ['userCount', 0],
    ['userCount', 1.5],
    ['userCount', 11],
    ['assetCount', -1],
    ['assetCount', 1001],
    ['billingCycle', 'weekly'],
    ['seats', 3],
  ].map(([field, value]) => ({ body: { ...body, [String(field)]: value }, pointer: `/${String(field)}` }));

const changes = elsewhere(
  'billing.details_missing',
  'billing.unpaid',
  'billing.paid_by_another',
  'billing.amount_changed',
  'billing.off',
  'request.idempotency_mismatch',
  'server.unavailable',
);
const noSubscription = {
  code: 'billing.no_subscription',
  provoke: 'tested with its domain' as const,
};

/** Route cases of subscriptions. */
export const subscriptionCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/subscription/plans': { allowed: everyone, good: () => ({}) },
  'GET /api/subscription/estimate': {
    allowed: everyone,
    good: () => ({ query: { users: 3, assets: 0, billingCycle: 'monthly' } }),
    invalid: [query('users', 0), query('users', 1.5), query('assets', -1), query('billingCycle', 'weekly')],
  },
  'GET /api/subscription/subscription': { allowed: signedIn, good: () => ({}) },
  'GET /api/subscription/account': { allowed: signedIn, good: () => ({}) },
  'GET /api/subscription/events': {
    allowed: signedIn,
    good: () => ({}),
    invalid: [query('limit', 0), query('limit', 201)],
  },
  'GET /api/subscription/billing': { allowed: signedIn, good: () => ({}), invalid: pages },
  'GET /api/subscription/invoices/{invoiceId}': {
    allowed: signedIn,
    good: async (world, account) => ({
      params: {
        invoiceId: account === undefined ? 'inv_00000000000000000000' : (await invoiced(world, account)).invoiceId,
      },
    }),
    invalid: [{ params: { invoiceId: 'x' }, pointer: '/invoiceId' }],
    refusals: [
      { code: 'billing.invoice_not_found', provoke: () => ({ params: { invoiceId: 'inv_00000000000000000000' } }) },
    ],
  },
  'POST /api/subscription/trial': {
    allowed: signedIn,
    async good(world, account) {
      await forget(world, account);
      return { body: trial };
    },
    invalid: [{ body: {}, pointer: '/planId' }, ...badTerms(trial)],
    refusals: elsewhere(
      ...[
        'billing.trial_used',
        'billing.already_subscribed',
        'billing.paid_by_another',
        'billing.off',
        'request.idempotency_mismatch',
        'server.unavailable',
      ],
    ),
  },
  'PATCH /api/subscription/subscription': {
    allowed: signedIn,
    async good(world, account) {
      await tryAgain(world, account);
      return { body: { userCount: 9 } };
    },
    invalid: [
      { body: {}, pointer: '' },
      { body: { cancelAtPeriodEnd: 'yes' }, pointer: '/cancelAtPeriodEnd' },
    ],
    refusals: [noSubscription, ...changes],
  },
  'POST /api/subscription/preview': {
    allowed: signedIn,
    async good(world, account) {
      await tryAgain(world, account);
      return { body: { planId: 'professional' } };
    },
    invalid: [
      { body: { userCount: 0 }, pointer: '/userCount' },
      { body: { seats: 1 }, pointer: '/seats' },
    ],
    refusals: [
      noSubscription,
      ...elsewhere('billing.details_missing', 'billing.unpaid', 'billing.paid_by_another', 'billing.off'),
    ],
  },
  'POST /api/subscription/clock': {
    // The server of these tests is a demo.
    allowed: signedIn,
    good: () => ({ body: { days: 1 } }),
    invalid: [0, 1.5, 401, 'x', undefined].map((days) => ({ body: { days }, pointer: '/days' })),
    refusals: elsewhere('billing.off', 'server.unavailable'),
  },
};

/** Returns an account with a subscription that has an open invoice, and the id of the invoice. */
export async function invoiced(
  world: World,
  given?: TestAccount,
): Promise<{ account: TestAccount; invoiceId: string }> {
  const account = given ?? (await world.server.account('manufacturer'));
  await tryAgain(world, account);
  return { account, invoiceId: await createInvoices(world.server).issue(account, 15_500) };
}
