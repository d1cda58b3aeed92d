import { randomUUID } from 'node:crypto';
import { registerBilled } from '#tests/support/bills.ts';
import { elsewhere, query, type RouteCase } from '#tests/support/route-cases/route-case.ts';
import type { TestServer } from '#tests/support/test-server.ts';

const accounts = ['government', 'administrator'] as const;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const badId = { params: { heldId: 'x' }, body: { reason: 'Sent by mistake' }, pointer: '/heldId' };
const unknown = (body: unknown) => ({
  code: 'payments.held_not_found',
  provoke: () => ({ params: { heldId: NOBODY }, body }),
});
const toProperty = { kind: 'property_tax', subject: 'HB-1' };

/** Stores money that a card brought, as if it were in the books, and returns its id. */
async function heldCard(server: TestServer): Promise<string> {
  const heldId = randomUUID();
  const line = { line: heldId, method: 'fiat' as const, cents: 100 };
  const { index } = await server.services.payments.suspense.append({ act: 'received', ...line });
  await server.database.sql(
    `insert into held_money (held_id, method, origin, cents, arrived_at, state, held_index)
     values ($1::uuid, 'fiat', 'case:' || $1::text, 100, now(), 'held', $2)`,
    [heldId, index],
  );
  return heldId;
}

/** Returns the id of money that was returned: returning it again changes nothing. */
async function returnedCard(server: TestServer): Promise<string> {
  const heldId = await heldCard(server);
  await server.database.sql(`update held_money set state = 'returned', act = 'return' where held_id = $1`, [heldId]);
  return heldId;
}

/** Route cases of money in suspense that came by card, USDC or ETH. */
export const heldCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/payments/held': {
    allowed: accounts,
    good: () => ({}),
    invalid: [query('show', 'all'), query('page', 0), query('limit', 101)],
  },
  'POST /api/payments/held/{heldId}/assign': {
    allowed: accounts,
    good: async ({ server }) => ({
      params: { heldId: await heldCard(server) },
      body: { kind: 'property_tax', subject: (await registerBilled(server)).propertyId },
    }),
    invalid: [
      { ...badId, body: toProperty },
      { params: { heldId: NOBODY }, body: {}, pointer: '' },
    ],
    refusals: [
      unknown(toProperty),
      {
        code: 'payments.held_decided',
        provoke: async ({ server }) => ({ params: { heldId: await returnedCard(server) }, body: toProperty }),
      },
      {
        code: 'payments.not_found',
        provoke: async ({ server }) => ({
          params: { heldId: await heldCard(server) },
          body: { paymentId: 'pay_00000000000000000000' },
        }),
      },
      ...elsewhere('payments.settled', 'server.unavailable'),
    ],
  },
  'POST /api/payments/held/{heldId}/return': {
    allowed: accounts,
    good: async ({ server }) => ({
      params: { heldId: await returnedCard(server) },
      body: { reason: 'Sent by mistake' },
    }),
    invalid: [badId, { params: { heldId: NOBODY }, body: { reason: ' ' }, pointer: '/reason' }],
    refusals: [
      unknown({ reason: 'Sent by mistake' }),
      {
        code: 'payments.transaction_refused',
        provoke: async ({ server }) => ({
          params: { heldId: await heldCard(server) },
          body: { reason: 'Sent by mistake', txHash: `0x${'ab'.repeat(32)}` },
        }),
      },
      ...elsewhere('payments.held_decided', 'server.unavailable'),
    ],
  },
};
