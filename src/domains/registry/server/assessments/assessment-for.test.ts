import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assessProperty,
  correctBill,
  decideAppeal,
  levyTaxes,
  readProperty,
  setRates,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { replayTax } from '../rebuild/replay-tax.ts';
import { findDifferences, tamper } from '../rebuild/tampered.fixture.ts';
import { registerOwned } from '../register.fixture.ts';
import { appeal, readBooks, reliefRates } from '../tax-acts.fixture.ts';
import { assessmentFor } from './assessment-for.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  for (const year of [2025, 2026, 2027]) await server.call(setRates, { body: { year, ...reliefRates } }, { as: clerk });
});
afterAll(() => server.stop());

/** The tax on one dollar of assessed value is 32.952 mills. */
const taxOn = (cents: number) => (cents * 32_952) / 1_000_000;

const assess = (id: string, year: number, land: number, reason?: string) =>
  server.call(assessProperty, { params: { id }, body: { year, land, building: 0, reason } }, { as: clerk });
const levy = async (id: string, year: number, preview = false) =>
  (await server.call(levyTaxes, { body: { year, propertyIds: [id], preview } }, { as: clerk })).body.results[0];
const billOf = async (id: string, year: number) =>
  (await readBooks(server, id)).bills.find((bill) => bill.year === year);
async function correct(id: string, year: number) {
  const billNumber = (await billOf(id, year))?.billNumber ?? '';
  const body = { reason: 'Assessed anew', preview: false };
  return server.call(correctBill, { params: { billNumber }, body }, { as: clerk });
}

/** Registers a parcel that was assessed for 2028 first, and for 2026 afterwards. */
async function registerAssessedLater(): Promise<string> {
  const id = await registerOwned(server, resident);
  await assess(id, 2028, 5_000_000);
  await assess(id, 2026, 1_000_000);
  return id;
}

test.each([
  [2025, undefined],
  [2026, 2026],
  [2027, 2026],
  [2028, 2028],
  [2030, 2028],
])('the tax of %i is computed from the assessment of %s', (year, expected) => {
  const years = [2028, 2026].map((one) => [one, { year: one }] as const);
  expect(assessmentFor(new Map(years), year)?.year).toBe(expected);
});

test('levies a year on its own assessment or the newest one before it, like its preview', async () => {
  const id = await registerAssessedLater();
  for (const year of [2026, 2027]) {
    const totalCents = taxOn(1_000_000);
    expect(await levy(id, year, true)).toMatchObject({ outcome: 'levied', totalCents });
    expect(await levy(id, year)).toMatchObject({ outcome: 'levied', totalCents });
    expect(await billOf(id, year)).toMatchObject({ total: totalCents });
  }
});

test('a year before the first assessment is reported as not assessed and gets no bill', async () => {
  const id = await registerAssessedLater();
  for (const preview of [true, false])
    expect(await levy(id, 2025, preview)).toEqual({ propertyId: id, outcome: 'not_assessed' });
  expect((await readBooks(server, id)).bills).toEqual([]);
});

test('a later assessment of its year corrects a bill', async () => {
  const id = await registerOwned(server, resident);
  await assess(id, 2026, 1_000_000);
  await levy(id, 2027);
  await assess(id, 2028, 9_000_000);
  expect((await correct(id, 2027)).problem.code).toBe('registry.nothing_to_correct');
  await assess(id, 2027, 3_000_000);
  expect((await correct(id, 2027)).body).toMatchObject({ afterCents: taxOn(3_000_000) });
  expect(await billOf(id, 2027)).toMatchObject({ total: taxOn(3_000_000) });
});

test('a granted appeal corrects only the bills based on its assessment', async () => {
  const id = await registerOwned(server, resident);
  await assess(id, 2026, 10_000_000);
  await levy(id, 2026);
  await levy(id, 2027);
  await assess(id, 2027, 8_000_000);
  await correct(id, 2027);
  const appealId = await appeal(server, id, resident);
  const granted = { outcome: 'granted' as const, land: 4_000_000, building: 0, reason: 'Smaller than surveyed' };
  const { status } = await server.call(decideAppeal, { params: { appealId }, body: granted }, { as: clerk });
  expect(status).toBe(200);
  expect((await billOf(id, 2026))?.total).toBe(taxOn(4_000_000));
  expect((await billOf(id, 2027))?.total).toBe(taxOn(8_000_000));
});

test('a rebuild finds a bill based on the assessment of another year', async () => {
  expect(await findDifferences(server)).toEqual([]);
  const id = await registerAssessedLater();
  await levy(id, 2026);
  const restore = await tamper(
    server,
    'bills',
    `update bills set basis = jsonb_set(basis::jsonb, '{assessmentYear}', '2028') where property_id = '${id}'`,
    `property_id = '${id}'`,
  );
  expect((await findDifferences(server)).join('\n')).toMatch(/assessmentYear/);
  await restore();
  expect(await findDifferences(server)).toEqual([]);
});

test('a rebuild finds a block that taxes a year by the assessment of another one', () => {
  const levied = (year: number, assessmentYear: number, cents: number) => ({
    ...{ action: 'registry.tax_levied', year, assessment_year: assessmentYear, assessed_cents: cents },
    ...{ rates_block: 1, total_cents: 1, credit_used_cents: 0 },
  });
  const blocks = [
    { action: 'registry.assessed', year: 2028, land_cents: 5, building_cents: 0 },
    { action: 'registry.assessed', year: 2026, land_cents: 1, building_cents: 0 },
    levied(2026, 2028, 5),
    levied(2027, 2026, 1),
  ];
  const replayed = replayTax(
    blocks.map((data, index) => ({ id: 'HB-1', index, timestamp: index, data: JSON.stringify(data) })),
  );
  expect(replayed.problems).toEqual(['block 2 taxes 2026 by 5 cents of 2028, its assessment is 1 cents of 2026']);
});

test('refuses a year far ahead at its field, because its value could never be removed', async () => {
  const id = await registerOwned(server, resident);
  await assess(id, 2026, 1_000_000);
  const later = new Date().getUTCFullYear() + 7;
  const { status, problem } = await assess(id, later, 9_000_000);
  expect(status).toBe(400);
  expect(problem.errors).toMatchObject([
    { pointer: '/year', message: expect.stringMatching(/^year must be 20\d\d or/) },
  ]);
  const { body } = await server.call(readProperty, { params: { id } });
  expect(body).toMatchObject({ assessedValue: 1_000_000, assessments: [{ year: 2026 }] });
});
