import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listAutopays,
  listPayments,
  listRegistryPayments,
  payProperties,
  payProperty,
  residentProperties,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let owner: TestAccount;
let ids: string[];

beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  [clerk, owner] = [await server.account('government'), await server.account('resident')];
  ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await registerBilled(server, owner)).propertyId);
});
afterAll(() => server.stop());

async function pay(propertyId: string, paymentMethod: 'bank' | 'fiat', amount = 100) {
  const body = { amount, paymentMethod };
  return (await server.call(payProperty, { params: { propertyId }, body }, { as: clerk })).body.payment.id;
}

test('every payment for a property is on one page, and the total counts them', async () => {
  const [id = '', other = ''] = ids;
  const made = [await pay(id, 'bank'), await pay(id, 'fiat'), await pay(id, 'bank'), await pay(id, 'bank')];
  // Pays the oldest bill first, so nothing is paid on the other property.
  const together = await server.call(
    payProperties,
    { body: { propertyIds: [id, other], amount: 50, paymentMethod: 'fiat' } },
    { as: clerk },
  );
  made.push(together.body.payment.id);
  const pages = await Promise.all(
    [1, 2, 3, 4].map(
      async (page) => (await server.call(listPayments, { params: { id }, query: { page, limit: 2 } })).body,
    ),
  );
  expect(pages.flatMap(({ payments }) => payments.map((one) => one.id))).toEqual(made.toReversed());
  expect(pages.map(({ pagination }) => [pagination.total, pagination.totalPages, pagination.hasNext])).toEqual([
    [5, 3, true],
    [5, 3, true],
    [5, 3, false],
    [5, 3, false],
  ]);
  const pending = await server.call(listPayments, { params: { id }, query: { status: 'pending', limit: 1 } });
  expect(pending.body.pagination.total).toBe(3);
  const ofOther = (await server.call(listPayments, { params: { id: other } })).body;
  expect([ofOther.payments, ofOther.pagination.total]).toEqual([[], 0]);
});

test('the transfers that wait are all listed, however many cards wait too', async () => {
  const [, , id = ''] = ids;
  const transfer = await pay(id, 'bank');
  // Cards that wait for their payers, newer than the transfer.
  const card = { card: 'test_needs_step', paymentMethod: 'fiat', amount: 1 } as const;
  for (let n = 0; n < 3; n += 1)
    await server.call(payProperty, { params: { propertyId: id }, body: card }, { as: clerk });
  const query = { status: 'pending', method: 'bank', limit: 1 } as const;
  const first = await server.call(listRegistryPayments, { query }, { as: clerk });
  expect(first.body.payments.map((one) => one.id)).toEqual([transfer]);
  const last = await server.call(
    listRegistryPayments,
    { query: { ...query, page: first.body.pagination.totalPages } },
    { as: clerk },
  );
  const [{ count } = { count: 0 }] = await server.database.sql<{ count: number }>(
    "select count(*)::int as count from payments where state = 'pending' and method = 'bank'",
  );
  expect([first.body.pagination.total, last.body.payments.length, last.body.pagination.hasNext]).toEqual([
    count,
    1,
    false,
  ]);
});

test('the properties of a resident and their automatic payments are paged', async () => {
  const pageOf = async (page: number) => {
    const query = { page, limit: 2 };
    const own = await server.call(residentProperties, { params: { id: owner.id }, query }, { as: owner });
    const autopay = await server.call(listAutopays, { query }, { as: owner });
    expect(autopay.body.pagination).toEqual(own.body.pagination);
    expect(autopay.body.properties.map(({ propertyId }) => propertyId)).toEqual(
      own.body.ownerships.map(({ propertyId }) => propertyId),
    );
    return own.body;
  };
  const [first, second] = [await pageOf(1), await pageOf(2)];
  expect([...first.properties, ...second.properties].map(({ propertyId }) => propertyId)).toEqual(ids.toSorted());
  expect([first.pagination.total, first.totalProperties, first.totalTaxOwed]).toEqual([3, 3, second.totalTaxOwed]);
  const [last] = second.properties;
  const query = { property: last?.propertyId ?? '', limit: 1 };
  const one = await server.call(residentProperties, { params: { id: owner.id }, query }, { as: owner });
  expect([one.body.properties, one.body.pagination.total, one.body.totalProperties]).toEqual([[last], 1, 3]);
  const ofNobody = { property: 'HB-NOT-OWNED', limit: 1 };
  const none = await server.call(residentProperties, { params: { id: owner.id }, query: ofNobody }, { as: owner });
  expect([none.body.properties, none.body.ownerships]).toEqual([[], []]);
});
