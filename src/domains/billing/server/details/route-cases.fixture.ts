import { elsewhere, query, type RouteCase, signedIn } from '#tests/support/route-cases/route-case.ts';
import { invoiced } from '../subscription/route-cases.fixture.ts';

const NONE = 'inv_00000000000000000000';
const details = { name: 'Satama Oy', street: 'Laituri 3', city: 'Helsinki', country: 'FI', taxId: 'FI20774740' };
const wrong = (field: string, value: unknown) => ({ body: { ...details, [field]: value }, pointer: `/${field}` });

const fileCase = (...refusals: string[]): RouteCase => ({
  allowed: signedIn,
  good: async (world, account) => ({
    params: { invoiceId: account === undefined ? NONE : (await invoiced(world, account)).invoiceId },
  }),
  invalid: [{ params: { invoiceId: 'x' }, pointer: '/invoiceId' }],
  refusals: [
    { code: 'billing.invoice_not_found', provoke: () => ({ params: { invoiceId: NONE } }) },
    ...elsewhere(...refusals),
  ],
});

export const detailsCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/subscription/invoices/{invoiceId}/pdf': fileCase('server.unavailable'),
  'GET /api/subscription/invoices/{invoiceId}/ubl': fileCase('server.unavailable'),
  'GET /api/subscription/billing-details': { allowed: signedIn, good: () => ({}) },
  'PUT /api/subscription/billing-details': {
    allowed: signedIn,
    good: () => ({ body: details }),
    invalid: [
      { body: {}, pointer: '/name' },
      ...[wrong('name', ''), wrong('street', 5), wrong('city', 'x'.repeat(101)), wrong('country', 'Finland')],
      ...[
        wrong('taxId', 'FI20774741'),
        wrong('postalCode', '0'.repeat(21)),
        wrong('region', 5),
        wrong('streetMore', 5),
      ],
      wrong('vat', 'x'),
    ],
  },
  'GET /api/subscription/usage': {
    allowed: signedIn,
    good: () => ({ query: { days: '7' } }),
    invalid: [query('days', 0), query('days', 91), query('days', 'x')],
  },
};
