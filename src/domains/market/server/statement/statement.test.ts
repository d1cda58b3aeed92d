import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  claimIncome,
  confirmDeposit,
  distributeIncome,
  listOwnIncome,
  openDeposit,
  readMarketData,
  readStatement,
  requestPayout,
  returnPayout,
  reverseDeposit,
} from '#domains/market/contract.ts';
import { readProperty } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createTrader, issueOfCity, payIn, portfolioOf, sellTo } from '../traders.fixture.ts';

const DAY = 86_400_000;
let server: TestServer;
let city: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
});
afterAll(() => server.stop());

/** The day in Detroit, the city's time zone. */
const today = () => new Date(server.clock() - 5 * 3_600_000).toISOString().slice(0, 10);
const statementOf = async (as: TestAccount, from: string, to = from) =>
  (await server.call(readStatement, { query: { from, to } }, { as })).body;
const fileOf = (as: TestAccount, kind: 'csv' | 'pdf', from: string, to: string) =>
  server.app.inject({
    url: `/api/nft/statement/${kind}?from=${from}&to=${to}`,
    headers: { authorization: `Bearer ${as.token}` },
  });
const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one * 100, 0)) / 100;

test('a statement adds up to the cent, and each lot that was sold has its gain', async () => {
  const propertyId = await issueOfCity(server, { totalShares: 100, royaltyPercentage: 2.5 });
  const [ann, ben] = [await createTrader(server, 1000), await createTrader(server, 1000)];
  const first = today();
  await sellTo(server, { seller: city, buyer: ann, propertyId, shares: 10, price: 10 });
  server.clock.advance(2 * DAY);
  const second = today();
  await sellTo(server, { seller: city, buyer: ann, propertyId, shares: 10, price: 20 });
  await sellTo(server, { seller: ann, buyer: ben, propertyId, shares: 15, price: 15.55 });
  await payIn(server, city, 100);
  await server.call(distributeIncome, { body: { propertyId, amount: 50, note: 'Rent' } }, { as: city });
  await server.call(claimIncome, {}, { as: ann });

  const statement = await statementOf(ann, second);
  // 15 × $15.55 is $233.25, without a royalty of $5.83: $227.42, two thirds of it for the first lot, rounded down.
  expect(statement.sales).toMatchObject([
    { propertyId, shares: 10, cost: 100, proceeds: 151.61, gain: 51.61 },
    { propertyId, shares: 5, cost: 100, proceeds: 75.81, gain: -24.19 },
  ]);
  expect(statement.gain).toBe(27.42);
  expect(statement.lots).toMatchObject([{ propertyId, shares: 5, cost: 100 }]);
  expect(statement.movements.map(({ type, amount }) => [type, amount])).toEqual([
    ['buy', -200],
    ['sell', 227.42],
    ['income', 2.5],
  ]);
  expect(statement.movements[2]).toMatchObject({ type: 'income', propertyId });
  expect(statement.cash).toEqual({ opening: 900, closing: 929.92 });
  expect(statement.cash.closing).toBe((await portfolioOf(server, ann)).cash.free);
  expect(sum([statement.cash.opening, ...statement.movements.map(({ amount }) => amount)])).toBe(929.92);

  const whole = await statementOf(ann, first, second);
  expect(whole.cash).toEqual({ opening: 0, closing: 929.92 });
  expect(await statementOf(ann, '2020-01-01')).toMatchObject({ movements: [], sales: [], lots: [] });
  expect((await statementOf(city, first, second)).sales).toMatchObject([{ cost: null, gain: null }, { cost: null }]);

  const csv = await fileOf(ann, 'csv', first, second);
  expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const rows = Papa.parse<Record<string, string>>(csv.body, { header: true, skipEmptyLines: true }).data;
  expect(sum(rows.map((row) => Number(row['Amount'])))).toBe(929.92);
  expect(rows.filter((row) => row['What'] === 'Sale').map((row) => [row['Shares'], row['Gain']])).toEqual([
    ['10', '51.61'],
    ['5', '-24.19'],
  ]);
  expect(rows.filter((row) => row['What'] === 'Shares left').map((row) => [row['Shares'], row['Cost']])).toEqual([
    ['5', '100.00'],
  ]);
  const pdf = await fileOf(ann, 'pdf', first, second);
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
});

test('a deposit taken back and a returned payout have names of their own', async () => {
  const ann = await createTrader(server);
  const admin = await server.account('administrator');
  const opened = await server.call(openDeposit, { body: { amount: 100, paymentMethod: 'bank' } }, { as: ann });
  const params = { paymentId: opened.body.payment.id };
  await server.call(confirmDeposit, { params, body: {} }, { as: admin });
  const payout = { amount: 40, iban: 'GB82WEST12345698765432', holder: 'Ann Harbor' };
  const { payoutId } = (await server.call(requestPayout, { body: payout }, { as: ann })).body;
  await server.call(returnPayout, { params: { payoutId }, body: { reason: 'No such account' } }, { as: admin });
  await server.call(reverseDeposit, { params, body: { reason: 'The bank took it back' } }, { as: admin });
  const day = today();
  const { movements, cash } = await statementOf(ann, day);
  expect(movements.map(({ type, amount }) => [type, amount])).toEqual([
    ['cash', 100],
    ['cash', -40],
    ['payout_returned', 40],
    ['cash_taken_back', -100],
  ]);
  expect(cash.closing).toBe(0);
  const { body } = await fileOf(ann, 'csv', day, day);
  const rows = Papa.parse<Record<string, string>>(body, { header: true, skipEmptyLines: true }).data;
  const words = ['Cash paid in', 'Cash paid out', 'Payout returned', 'Deposit taken back'];
  expect(rows.map((row) => row['What'])).toEqual(words);
});

test('an account that never traded has an empty statement', async () => {
  const statement = await statementOf(await createTrader(server), today());
  expect(statement).toMatchObject({ address: null, cash: { opening: 0, closing: 0 }, gain: 0, lots: [] });
});

test('trades, movements of cash and income name their property', async () => {
  const propertyId = await issueOfCity(server, { totalShares: 100, royaltyPercentage: 0 });
  const address = (await server.call(readProperty, { params: { id: propertyId } })).body.address;
  expect(address).toMatch(/ Quay Street$/);
  const ann = await createTrader(server, 1000);
  await sellTo(server, { seller: city, buyer: ann, propertyId, shares: 10, price: 10 });
  await payIn(server, city, 100);
  await server.call(distributeIncome, { body: { propertyId, amount: 50, note: 'Rent' } }, { as: city });
  await server.call(claimIncome, {}, { as: ann });
  const named = { propertyId, address };
  const { movements } = await portfolioOf(server, ann);
  expect(movements.map((one) => [one.type, one.propertyId, one.address])).toEqual([
    ['income', propertyId, address],
    ['buy', propertyId, address],
    ['cash', null, null],
  ]);
  expect((await server.call(readMarketData, {})).body.trades[0]).toMatchObject(named);
  const own = await server.call(listOwnIncome, { query: { page: 1, limit: 25 } }, { as: ann });
  expect(own.body.income).toMatchObject([named]);
});
