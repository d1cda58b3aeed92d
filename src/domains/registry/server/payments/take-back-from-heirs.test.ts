import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assessProperty,
  confirmPayment,
  levyTaxes,
  mergeProperties,
  type ParcelPlan,
  payProperty,
  readProperty,
  splitProperty,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences, tamper } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { PROPERTY_TAX } from './requirements.ts';

let server: TestServer;
let clerk: TestAccount;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  [clerk, owner] = [await server.account('government'), await server.account('resident')];
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;
let planned = 0;
const plan = (): ParcelPlan => {
  planned += 1;
  return {
    ...{ propertyId: `HEIR-${planned}`, address: `${planned} Heir Street`, neighborhood: 'Old Harbor' },
    ...{ propertyType: 'residential', squareFootage: 500, lotSquareFeet: 0, yearBuilt: null },
  };
};
async function pay(propertyId: string, amount: number, paymentMethod: 'fiat' | 'bank' = 'fiat'): Promise<string> {
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod } },
    { as: owner },
  );
  return body.payment.id;
}
const confirm = (paymentId: string, amount: number) =>
  server.call(confirmPayment, { params: { paymentId }, body: { amount, amountChecked: true } }, { as: clerk });
/** Takes a payment back, or a part of it, and returns the id of the reversal. */
const reverse = (paymentId: string, cents?: number) =>
  server.services.payments.payee(PROPERTY_TAX).reverse(paymentId, 'Disputed', clerk.username, { cents });
/** Splits a parcel, and returns its heir: the first part. */
async function split(id: string): Promise<string> {
  const into = [plan(), plan()];
  expect((await server.call(splitProperty, { params: { id }, body: { into } }, { as: clerk })).status).toBe(200);
  return into[0]?.propertyId ?? '';
}
async function merge(propertyIds: string[]): Promise<string> {
  const into = plan();
  expect((await server.call(mergeProperties, { body: { propertyIds, into } }, { as: clerk })).status).toBe(200);
  return into.propertyId;
}
/** Levies a tax on a parcel, and returns its amount in cents. */
async function bill(id: string): Promise<number> {
  const assessed = { year: 2026, land: 1_000_000, building: 4_000_000 };
  await server.call(assessProperty, { params: { id }, body: assessed }, { as: clerk });
  const { body } = await server.call(levyTaxes, { body: { year: 2026, propertyIds: [id] } }, { as: clerk });
  return body.results[0]?.totalCents ?? 0;
}

type Money = { owed: number; credit: number; levied: number; received: number };
/**
 * Reads what is owed on a parcel and its credit from the books, what was levied according to the blocks, and the money
 * received for it less what was taken back.
 */
async function moneyOf(id: string): Promise<Money> {
  const [row] = await server.database.sql<Money>(
    `select coalesce(sum(cents) filter (where account = 'receivable:tax:' || $1), 0)::float as owed,
       coalesce(-sum(cents) filter (where account = 'credit:tax:' || $1), 0)::float as credit,
       (select coalesce(sum((data::json->>'total_cents')::bigint), 0)::float from blocks
         where action = 'registry.tax_levied' and data::json->>'property_id' = $1) as levied,
       (select coalesce(sum((data::json->>'amount_cents')::bigint *
           case action when 'registry.tax_paid' then 1 else -1 end), 0)::float from blocks
         where action in ('registry.tax_paid', 'registry.payment_reversed') and data::json->>'property_id' = $1) as received
     from book_postings`,
    [id],
  );
  if (row === undefined) throw new Error('A sum has a row');
  return row;
}
/** Expects that the money received for parcels that follow each other is what their bills were paid, and their credit. */
async function expectConserved(ids: readonly string[]): Promise<void> {
  const all = await Promise.all(ids.map(moneyOf));
  const sum = (of: keyof Money) => all.reduce((total, one) => total + one[of], 0);
  expect(sum('received')).toBe(sum('levied') - sum('owed') + sum('credit'));
  expect(await findDifferences(server)).toEqual([]);
}
const balances = async (id: string) => {
  const { owed, credit } = await moneyOf(id);
  return [owed, credit];
};
const blockOf = async (paymentId: string) =>
  (
    await server.database.sql<{ data: Record<string, unknown> }>(
      `select data::json as data from blocks where action = 'registry.payment_reversed' and data::json->>'payment' = $1
       order by index desc limit 1`,
      [paymentId],
    )
  )[0]?.data;

/** Returns a paid parcel that was split before a second payment of the same amount arrived, which became credit of its heir. */
async function passedOn() {
  const { propertyId } = await registerBilled(server, owner);
  const second = await pay(propertyId, BILL_CENTS, 'bank');
  const first = await pay(propertyId, BILL_CENTS);
  const heir = await split(propertyId);
  await confirm(second, BILL_CENTS);
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [0, 0],
    [0, BILL_CENTS],
  ]);
  return { propertyId, first, second, heir };
}

test.each(['first', 'second'] as const)('taking back the %s payment takes the credit from the heir', async (which) => {
  const { propertyId, heir, ...paid } = await passedOn();
  await reverse(paid[which]);
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(await blockOf(paid[which])).toMatchObject({
    credit_cents: 0,
    taken_from: [{ from: propertyId, property_id: heir, amount_cents: BILL_CENTS }],
  });
  const { title } = (await server.call(readProperty, { params: { id: heir } })).body;
  expect(title[0]?.summary).toBe(`Credit of ${propertyId} taken back: $3,295.20`);
  const other = which === 'first' ? 'second' : 'first';
  await reverse(paid[other]);
  expect(await balances(propertyId)).toEqual([BILL_CENTS, 0]);
  await expectConserved([propertyId, heir]);
});

test('credit that moved at a split and paid a bill there opens that bill again', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const paymentId = await pay(propertyId, 1000, 'bank');
  await pay(propertyId, BILL_CENTS - 1000);
  await confirm(paymentId, 1000 + 60_000);
  const heir = await split(propertyId);
  const levied = await bill(heir);
  expect(await balances(heir)).toEqual([levied - 60_000, 0]);
  await reverse(paymentId, 50_000);
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [0, 0],
    [levied - 10_000, 0],
  ]);
  await reverse(paymentId);
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [1000, 0],
    [levied, 0],
  ]);
  await expectConserved([propertyId, heir]);
});

test('credit that moved through a split and a merge is taken from where it is now', async () => {
  const { propertyId, first, second, heir } = await passedOn();
  const other = await registerBilled(server, owner);
  await confirm(await pay(other.propertyId, BILL_CENTS, 'bank'), BILL_CENTS + 700);
  const whole = await merge([heir, other.propertyId]);
  const part = await split(whole);
  expect(await balances(part)).toEqual([0, BILL_CENTS + 700]);
  await reverse(second, 300_000);
  expect(await blockOf(second)).toMatchObject({
    taken_from: [
      { from: propertyId, property_id: heir, amount_cents: 300_000 },
      { from: heir, property_id: whole, amount_cents: 300_000 },
      { from: whole, property_id: part, amount_cents: 300_000 },
    ],
  });
  expect(await balances(part)).toEqual([0, BILL_CENTS + 700 - 300_000]);
  // No more is taken from the heirs than came from this parcel: the rest of the bill is open again.
  await reverse(first);
  await reverse(second);
  expect([await balances(propertyId), await balances(part)]).toEqual([
    [BILL_CENTS, 0],
    [0, 700],
  ]);
  await expectConserved([propertyId, heir, other.propertyId, whole, part]);
});

test('an heir keeps the credit of its own payments', async () => {
  const { propertyId } = await registerBilled(server, owner);
  const paymentId = await pay(propertyId, BILL_CENTS);
  const heir = await split(propertyId);
  const levied = await bill(heir);
  await confirm(await pay(heir, levied, 'bank'), levied + 5000);
  await reverse(paymentId);
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [BILL_CENTS, 0],
    [0, 5000],
  ]);
  expect(await blockOf(paymentId)).not.toHaveProperty('taken_from');
  await expectConserved([propertyId, heir]);
});

test('taking the reversal back passes the credit on again', async () => {
  const { propertyId, first, heir } = await passedOn();
  await reverse(await reverse(first));
  expect([await balances(propertyId), await balances(heir)]).toEqual([
    [0, 0],
    [0, BILL_CENTS],
  ]);
  await expectConserved([propertyId, heir]);
});

test('a rebuild finds altered credit that was passed on', async () => {
  const { propertyId, heir } = await passedOn();
  for (const value of ["'{}'", `jsonb_build_object('${heir}', 1)`, `passed_on || '{"HB-00001": 5}'`]) {
    const where = `property_id = '${propertyId}'`;
    const restore = await tamper(server, 'parcels', `update parcels set passed_on = ${value} where ${where}`, where);
    expect((await findDifferences(server)).join('\n')).toMatch(
      new RegExp(`money: ${propertyId}: .* passed on, the chain says 329520 cents to ${heir}`),
    );
    await restore();
  }
  expect(await findDifferences(server)).toEqual([]);
});

test('the migration gives existing parcels what a replay of their blocks gives them', async () => {
  const { heir } = await passedOn();
  await merge([heir, await split((await passedOn()).heir)]);
  await server.database.sql("update parcels set passed_on = '{}'");
  const path = new URL('../../../../../database/migrations/0150_credit_of_heirs.sql', import.meta.url);
  const backfill = (await readFile(path, 'utf8')).split(';').find((one) => one.includes('update parcels'));
  await server.database.sql(backfill ?? '');
  // Ledgers before this migration have no reversals that took credit back from heirs.
  const taken = await server.database.sql<{ id: string }>(
    `select distinct one->>'from' as id from blocks, json_array_elements(data::json->'taken_from') as one
     where action = 'registry.payment_reversed'`,
  );
  const differing = (await findDifferences(server)).filter((line) => !taken.some(({ id }) => line.includes(`${id}: `)));
  expect(differing).toEqual([]);
});
