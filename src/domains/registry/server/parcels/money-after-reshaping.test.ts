import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assessProperty,
  confirmPayment,
  levyTaxes,
  listBills,
  mergeProperties,
  type ParcelPlan,
  payProperty,
  readProperty,
  reversePayment,
  splitProperty,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendStatement } from '../payments/send-statement.fixture.ts';
import { findDifferences } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let owner: TestAccount;
let stranger: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  [clerk, owner, stranger] = [
    await server.account('government'),
    await server.account('resident'),
    await server.account('resident'),
  ];
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;
let planned = 0;
const plan = (): ParcelPlan => {
  planned += 1;
  return {
    ...{ propertyId: `PART-${planned}`, address: `${planned} Part Street`, neighborhood: 'Old Harbor' },
    ...{ propertyType: 'residential', squareFootage: 500, lotSquareFeet: 0, yearBuilt: null },
  };
};
const pay = (as: TestAccount, propertyId: string, amount: number, paymentMethod: 'fiat' | 'bank' = 'fiat') =>
  server.call(payProperty, { params: { propertyId }, body: { amount, paymentMethod } }, { as });
const billsOf = (as: TestAccount, id: string) => server.call(listBills, { params: { id } }, { as });
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
const credit = async (id: string) => (await billsOf(clerk, id)).body.creditCents;
const split = (id: string, into: ParcelPlan[]) =>
  server.call(splitProperty, { params: { id }, body: { into } }, { as: clerk });
const merge = (propertyIds: string[], into: ParcelPlan) =>
  server.call(mergeProperties, { body: { propertyIds, into } }, { as: clerk });
const takeBack = (paymentId: string) =>
  server.call(reversePayment, { params: { paymentId }, body: { reason: 'Disputed' } }, { as: clerk });
async function transfer(id: string) {
  const { owners } = (await server.call(readProperty, { params: { id } })).body;
  const fraction = { numerator: 1, denominator: 1 };
  const body = { from: owners[0]?.holder ?? '', to: { name: 'A buyer' }, fraction };
  return server.call(transferTitle, { params: { id }, body }, { as: clerk });
}
async function booked(account: string, id: string) {
  const [row] = await server.database.sql<{ cents: number }>(
    'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
    [`${account}:tax:${id}`],
  );
  return row?.cents;
}

/** Returns a split parcel whose bill the owner paid by card, and its parts. */
async function paidAndSplit() {
  const { propertyId } = await registerBilled(server, owner);
  const { payment } = (await pay(owner, propertyId, BILL_CENTS)).body;
  const [first, second] = [plan(), plan()];
  expect((await split(propertyId, [first, second])).status).toBe(200);
  return { propertyId, paymentId: payment.id, first: first.propertyId, second: second.propertyId };
}

test('the owners of the parts see and pay a bill that a reversal opens after a split', async () => {
  const { propertyId, paymentId, first } = await paidAndSplit();
  expect((await takeBack(paymentId)).status).toBe(200);
  expect(await owed(propertyId)).toBe(BILL_CENTS);
  const { bills } = (await billsOf(owner, propertyId)).body;
  expect(bills.map(({ open }) => open)).toEqual([BILL_CENTS]);
  expect([(await billsOf(stranger, propertyId)).status, (await pay(stranger, propertyId, 100)).status]).toEqual([
    403, 403,
  ]);
  expect((await transfer(first)).problem).toMatchObject({
    code: 'registry.tax_owed',
    detail: `$3,295.20 of tax is owed on ${propertyId}, which it replaced.`,
  });
  expect((await pay(owner, propertyId, BILL_CENTS)).status).toBe(200);
  expect(await owed(propertyId)).toBe(0);
  expect((await transfer(first)).status).toBe(200);
  expect(await findDifferences(server)).toEqual([]);
});

test('parts of parts are not split or merged either until it is paid', async () => {
  const { propertyId, paymentId, first, second } = await paidAndSplit();
  const [third, fourth, whole] = [plan(), plan(), plan()];
  expect((await split(first, [third, fourth])).status).toBe(200);
  await takeBack(paymentId);
  const refused = [
    await transfer(third.propertyId),
    await split(fourth.propertyId, [plan(), plan()]),
    await merge([third.propertyId, second], plan()),
  ];
  expect(refused.map(({ problem }) => problem.code)).toEqual(Array.from({ length: 3 }, () => 'registry.tax_owed'));
  expect((await pay(owner, propertyId, BILL_CENTS)).status).toBe(200);
  expect((await merge([third.propertyId, second], whole)).status).toBe(200);
  expect((await billsOf(owner, propertyId)).status).toBe(200);
});

test('a concurrent transfer and reversal leave no debt that the new owner did not take over', async () => {
  const { propertyId, paymentId, first } = await paidAndSplit();
  const [sold, taken] = await Promise.all([transfer(first), takeBack(paymentId)]);
  expect(taken.status).toBe(200);
  const blocks = await server.database.sql<{ action: string }>(
    `select data::json->>'action' as action from blocks where data::json->>'property_id' = any($1)
       and data::json->>'action' in ('registry.title_transferred', 'registry.payment_reversed') order by index`,
    [[propertyId, first]],
  );
  expect(blocks.map(({ action }) => action)).toEqual(
    sold.status === 200 ? ['registry.title_transferred', 'registry.payment_reversed'] : ['registry.payment_reversed'],
  );
});

test.each(['split', 'merge'])(
  'the excess of a payment after a %s goes to the new parcel and pays there',
  async (how) => {
    const [one, other] = [await registerBilled(server, owner), await registerBilled(server, owner)];
    const announced = await pay(owner, one.propertyId, BILL_CENTS, 'bank');
    await pay(owner, one.propertyId, BILL_CENTS);
    await pay(owner, other.propertyId, BILL_CENTS);
    // The heir is the first that the request named, not the first by id.
    const parts = [plan(), plan()].toReversed();
    const [heir] = parts;
    const into = heir?.propertyId ?? '';
    const reshaped =
      how === 'split'
        ? await split(one.propertyId, parts)
        : await merge([one.propertyId, other.propertyId], heir ?? plan());
    expect(reshaped.status).toBe(200);
    const paymentId = announced.body.payment.id;
    const confirmed = await server.call(confirmPayment, { params: { paymentId }, body: {} }, { as: clerk });
    expect(confirmed.body.payment.status).toBe('completed');
    expect([await credit(one.propertyId), await credit(into)]).toEqual([0, BILL_CENTS]);
    expect([await booked('credit', one.propertyId), await booked('credit', into)]).toEqual([0, -BILL_CENTS]);
    const { title } = (await server.call(readProperty, { params: { id: into } })).body;
    expect(title[0]?.summary).toBe(`Credit from ${one.propertyId}: $3,295.20`);
    const again = await sendStatement(server, clerk, [
      { cents: BILL_CENTS, text: announced.body.payment.reference ?? '' },
      { cents: 500, text: `Also ${announced.body.payment.reference}` },
    ]);
    expect(again.states).toEqual(['confirmed', 'suspense']);
    expect(await findDifferences(server)).toEqual([]);
  },
);

test('the excess of a payment pays the open bill of the first part', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const { payment } = (await pay(owner, propertyId, BILL_CENTS, 'bank')).body;
  await pay(owner, propertyId, BILL_CENTS);
  const [first, second] = [plan(), plan()];
  await split(propertyId, [first, second]);
  const id = first.propertyId;
  const assessed = { year: 2026, land: 1_000_000, building: 4_000_000 };
  await server.call(assessProperty, { params: { id }, body: assessed }, { as: clerk });
  await server.call(levyTaxes, { body: { year: 2026, propertyIds: [id] } }, { as: clerk });
  const bill = await owed(id);
  expect(bill).toBeGreaterThan(0);
  const paid = { params: { paymentId: payment.id }, body: { amount: bill - 1000 } };
  await server.call(confirmPayment, paid, { as: clerk });
  expect([await owed(id), await credit(id), await booked('receivable', id)]).toEqual([1000, 0, 1000]);
  expect([await credit(propertyId), await booked('credit', propertyId)]).toEqual([0, 0]);
  expect(await findDifferences(server)).toEqual([]);
});

test('an excess paid during the split goes where the other credit of the parcel goes', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const announced: string[] = [];
  for (let n = 0; n < 15; n += 1) announced.push((await pay(owner, propertyId, 100, 'bank')).body.payment.id);
  await pay(owner, propertyId, BILL_CENTS);
  const into = [plan(), plan()];
  const confirmAll = async () => {
    for (const paymentId of announced) {
      const { status } = await server.call(confirmPayment, { params: { paymentId }, body: {} }, { as: clerk });
      expect(status).toBe(200);
    }
  };
  const [reshaped] = await Promise.all([split(propertyId, into), confirmAll()]);
  expect(reshaped.status).toBe(200);
  expect([await credit(propertyId), await credit(into[0]?.propertyId ?? '')]).toEqual([0, 1500]);
  expect(await findDifferences(server)).toEqual([]);
});
