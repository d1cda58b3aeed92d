import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assessProperty,
  correctBill,
  correctProperty,
  payProperty,
  readProperty,
  reversePayment,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { exempt, levyOn, readBooks, registerAssessed } from '../tax-acts.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
});
afterAll(() => server.stop());

const FULL_CENTS = 329_520;
const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;
const correct = async (id: string, more: object = {}) => {
  const billNumber = (await readBooks(server, id)).bills[0]?.billNumber ?? '';
  const body = { reason: 'Granted late', ...more };
  return server.call(correctBill, { params: { billNumber }, body }, { as: clerk });
};
const assess = (id: string, building: number) =>
  server.call(
    assessProperty,
    { params: { id }, body: { year: 2026, land: 2_000_000, building, reason: 'Measured again' } },
    { as: clerk },
  );

async function registerPaid(cents: number) {
  const id = await registerAssessed(server, resident);
  await levyOn(server, id);
  const body = { amount: cents, paymentMethod: 'fiat' as const };
  const paid = await server.call(payProperty, { params: { propertyId: id }, body }, { as: resident });
  return { id, paymentId: paid.body.payment.id };
}

describe('a corrected bill', () => {
  test('includes an exemption granted after the levy, and previews the result', async () => {
    const { id } = await registerPaid(100_000);
    expect((await correct(id)).problem.code).toBe('registry.nothing_to_correct');
    await exempt(server, id, 'homestead');
    const afterCents = (FULL_CENTS * 75) / 100;
    const preview = await correct(id, { preview: true });
    expect(preview.body).toMatchObject({ beforeCents: FULL_CENTS, afterCents, creditCents: 0, blockIndex: null });
    expect((await read(id)).taxOwed).toBe(FULL_CENTS - 100_000);
    const { body } = await correct(id);
    expect(body).toMatchObject({ afterCents, blockIndex: expect.any(Number) });
    const { bills, taxOwed, books } = await readBooks(server, id);
    expect([taxOwed, books?.receivable, books?.revenue]).toEqual([
      afterCents - 100_000,
      afterCents - 100_000,
      afterCents,
    ]);
    expect(bills[0]).toMatchObject({
      total: afterCents,
      exempted: [{ kind: 'homestead' }],
      corrections: [{ reason: 'Granted late' }],
    });
    expect((await correct(id)).problem.code).toBe('registry.nothing_to_correct');
    const [block] = await server.database.sql<{ data: string }>('select data from blocks where index = $1', [
      body.blockIndex,
    ]);
    expect(block?.data).not.toMatch(/homestead|Granted late/);
  });

  test('of a higher assessment uses credit first and leaves the rest open', async () => {
    const { id } = await registerPaid(FULL_CENTS);
    await assess(id, 3_000_000);
    await correct(id);
    expect(await readBooks(server, id)).toMatchObject({ taxOwed: 0, creditCents: FULL_CENTS / 2 });
    await assess(id, 18_000_000);
    await correct(id);
    const { taxOwed, creditCents, books, bills } = await readBooks(server, id);
    expect([taxOwed, creditCents, books]).toEqual([
      FULL_CENTS,
      0,
      { receivable: FULL_CENTS, credit: 0, revenue: 2 * FULL_CENTS },
    ]);
    expect(bills[0]?.installments.reduce((sum, { open }) => sum + open, 0)).toBe(FULL_CENTS);
  });

  test('gives back the credit too when its payment is taken back', async () => {
    const { id, paymentId } = await registerPaid(FULL_CENTS);
    await assess(id, 3_000_000);
    await correct(id);
    await server.call(reversePayment, { params: { paymentId }, body: { reason: 'Disputed' } }, { as: clerk });
    const { taxOwed, creditCents, books } = await readBooks(server, id);
    expect([taxOwed, creditCents, books?.receivable, books?.credit]).toEqual([FULL_CENTS / 2, 0, FULL_CENTS / 2, 0]);
  });

  test('is corrected once by two concurrent requests', async () => {
    const { id } = await registerPaid(1000);
    await exempt(server, id);
    const answers = await Promise.all([correct(id), correct(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('corrected facts are a new entry with its reason, and the earlier ones stay as corrected', async () => {
  const id = await registerAssessed(server, resident);
  const body = { address: '9 Mill Lane', yearBuilt: 1931, reason: 'Renamed street' };
  const send = (own: object) => server.call(correctProperty, { params: { id }, body: own as never }, { as: clerk });
  const before = await read(id);
  const { blockIndex } = (await send(body)).body;
  const after = await read(id);
  expect(after).toMatchObject({
    address: '9 Mill Lane',
    yearBuilt: 1931,
    owners: before.owners,
    metadata: before.metadata,
  });
  expect(after.title[0]).toMatchObject({ summary: 'Facts corrected: 9 Mill Lane. Renamed street', correctedBy: null });
  expect(after.title.at(-1)).toMatchObject({ action: 'registry.parcel_registered', correctedBy: blockIndex });
  expect((await send(body)).problem.code).toBe('registry.nothing_to_correct');
  expect((await send({ reason: 'Nothing named' })).problem.code).toBe('registry.nothing_to_correct');
});
