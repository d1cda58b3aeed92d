import { readRun } from '#domains/billing/contract.ts';
import { elsewhere, pages, query, type RouteCase, type World } from '#tests/support/route-cases/route-case.ts';
import { invoiced, tryAgain } from '../subscription/route-cases.fixture.ts';

const allowed = ['administrator'] as const;
const NONE = 'inv_00000000000000000000';
const failing = elsewhere('request.idempotency_mismatch', 'server.unavailable');
const noAccount = (body?: unknown) => ({
  code: 'participants.account_not_found',
  provoke: () => ({ params: { username: 'nobody-here' }, ...(body === undefined ? {} : { body }) }),
});

async function trying(world: World) {
  const account = await world.server.account('manufacturer');
  await tryAgain(world, account);
  return { username: account.username };
}

const badReasons = (body: object, params: Record<string, string>) =>
  [undefined, ' ', 'x'.repeat(501)].map((reason) => ({ params, body: { ...body, reason }, pointer: '/reason' }));

/** The cases of a decision about an invoice. */
const decision = (body: object): RouteCase => ({
  allowed,
  good: async (world) => ({
    params: { invoiceId: (await invoiced(world)).invoiceId },
    body: { ...body, reason: 'Agreed' },
  }),
  invalid: [
    { params: { invoiceId: 'x' }, body: { ...body, reason: 'Agreed' }, pointer: '/invoiceId' },
    ...badReasons(body, { invoiceId: NONE }),
  ],
  refusals: [
    {
      code: 'billing.invoice_not_found',
      provoke: () => ({ params: { invoiceId: NONE }, body: { ...body, reason: 'Agreed' } }),
    },
    ...elsewhere('billing.invoice_closed'),
    ...failing,
  ],
});

/** Waits until no run is in progress. */
async function rest({ server }: World): Promise<void> {
  const as = await server.account('administrator');
  while ((await server.call(readRun, {}, { as })).body.run?.state === 'running');
}

/** Route cases of the administration of billing. */
export const administrationCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/subscription/administration/subscriptions': {
    allowed,
    good: () => ({ query: { search: 'm' } }),
    invalid: [...pages, query('status', 'open'), query('search', 'x'.repeat(101))],
  },
  'GET /api/subscription/administration/subscriptions/{username}': {
    allowed,
    good: async (world) => ({ params: await trying(world) }),
    invalid: [{ params: { username: 'x'.repeat(65) }, pointer: '/username' }],
    refusals: [noAccount()],
  },
  'POST /api/subscription/administration/subscriptions/{username}/extend-trial': {
    allowed,
    good: async (world) => ({ params: await trying(world), body: { days: 3, reason: 'Agreed' } }),
    invalid: [
      ...[0, 1.5, 91, undefined].map((days) => ({
        ...{ params: { username: 'nobody-here' }, body: { days, reason: 'Agreed' } },
        pointer: '/days',
      })),
      ...badReasons({ days: 3 }, { username: 'nobody-here' }),
    ],
    refusals: [
      noAccount({ days: 3, reason: 'Agreed' }),
      ...elsewhere('billing.no_subscription', 'billing.not_in_trial'),
      ...failing,
    ],
  },
  'POST /api/subscription/administration/invoices/{invoiceId}/credit': {
    ...decision({ amount: 5 }),
    invalid: [
      ...(decision({ amount: 5 }).invalid ?? []),
      ...[0, 1.001, 'x', undefined].map((amount) => ({
        ...{ params: { invoiceId: NONE }, body: { amount, reason: 'Agreed' } },
        pointer: '/amount',
      })),
    ],
  },
  'POST /api/subscription/administration/invoices/{invoiceId}/void': decision({}),
  'POST /api/subscription/administration/invoices/{invoiceId}/uncollectible': decision({}),
  'POST /api/subscription/administration/runs': {
    allowed,
    async good(world) {
      await rest(world);
      return { body: {} };
    },
    invalid: [{ body: { all: true }, pointer: '/all' }],
    refusals: elsewhere('billing.run_goes', 'server.unavailable'),
  },
  'GET /api/subscription/administration/runs/latest': { allowed, good: () => ({}) },
  'POST /api/subscription/administration/runs/cancel': {
    allowed,
    good: () => ({ body: {} }),
    invalid: [{ body: { all: true }, pointer: '/all' }],
  },
};
