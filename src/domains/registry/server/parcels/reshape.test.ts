import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirmPayment,
  listBills,
  mergeProperties,
  municipalDashboard,
  type ParcelPlan,
  payProperty,
  readProperty,
  splitProperty,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled, registerParcel } from '../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
  resident = await server.account('resident');
});
afterAll(() => server.stop());

const third = { numerator: 1, denominator: 3 };
const half = { numerator: 1, denominator: 2 };
let planned = 0;
const plan = (): ParcelPlan => {
  planned += 1;
  return {
    propertyId: `NEW-${planned}`,
    address: `${planned} Split Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential',
    squareFootage: 500,
    lotSquareFeet: 1000,
    yearBuilt: null,
  };
};
const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;
const owned = async (id: string) => (await read(id)).owners.map(({ fraction }) => fraction);
const split = (id: string, into: ParcelPlan[], key?: string) =>
  server.call(splitProperty, { params: { id }, body: { into } }, { as: clerk, ...(key ? { key } : {}) });
const merge = (propertyIds: string[], into: ParcelPlan) =>
  server.call(mergeProperties, { body: { propertyIds, into } }, { as: clerk });
const credit = async (id: string) => (await server.call(listBills, { params: { id } }, { as: clerk })).body.creditCents;
/** Reads the stored owners of a parcel, by party. */
const parties = (id: string) =>
  server.database.sql<{ party: string; shares: number }>(
    `select coalesce(party_id::text, 'city') as party, r.shares::int as shares from parcel_rights r
     left join parcel_holders h on h.holder = r.holder where r.property_id = $1 order by 1`,
    [id],
  );
const shared = () =>
  registerParcel(server, {
    owners: [
      { owner: { username: resident.username }, fraction: third },
      { owner: { name: 'Ada Quay' }, fraction: third },
      { owner: { city: true }, fraction: third },
    ],
  });
const sharedBy = async (...ids: string[]) => Promise.all(ids.map(parties));

describe('splitting a property', () => {
  test('gives its owners the same fractions of each part, under other pseudonyms, in one block', async () => {
    const id = await shared();
    const before = await read(id);
    const [first, second] = [plan(), plan()];
    const { body } = await split(id, [first, second]);
    const [was, one, two] = [await read(id), await read(first.propertyId), await read(second.propertyId)];
    expect(was).toMatchObject({ status: 'retired', owners: [], replacedBy: [first.propertyId, second.propertyId] });
    for (const part of [one, two]) {
      expect(part).toMatchObject({ status: 'active', replaces: [id], taxOwed: 0 });
      expect(part.owners.map(({ fraction }) => fraction)).toEqual([third, third, third]);
      expect(part.title.map(({ block }) => block.index)).toEqual([body.blockIndex]);
    }
    expect(was.title[0]).toMatchObject({
      action: 'registry.parcel_split',
      summary: `Split: ${id} into ${first.propertyId}, ${second.propertyId}`,
      block: { index: body.blockIndex },
    });
    const pseudonyms = [before, one, two].flatMap(({ owners }) => owners.map(({ holder }) => holder));
    expect(new Set(pseudonyms.filter((holder) => holder !== 'city')).size).toBe(6);
    const [partsOfOne, partsOfTwo] = await sharedBy(first.propertyId, second.propertyId);
    expect(partsOfOne).toEqual(partsOfTwo);
    expect(new Set(partsOfOne?.map(({ party }) => party)).size).toBe(3);
  });

  test('accepts a repeated request once, and refuses existing ids', async () => {
    const id = await registerParcel(server);
    const into = [plan(), plan()];
    const first = await split(id, into, 'split-once');
    expect((await split(id, into, 'split-once')).body).toEqual(first.body);
    expect((await split(id, [plan(), plan()])).problem.code).toBe('registry.property_retired');
    const other = await registerParcel(server);
    expect((await split(other, [plan(), ...into.slice(0, 1)])).problem.code).toBe('registry.property_exists');
    expect((await split(other, [{ ...plan(), propertyId: other }, plan()])).problem.code).toBe(
      'registry.property_exists',
    );
    expect(await read(other)).toMatchObject({ status: 'active', replacedBy: [] });
  });

  test('creates no land: the lots of the parts add up to at most the lot', async () => {
    const lotSquareFeet = 1500;
    const id = await registerParcel(server, { lotSquareFeet });
    const into = (lot: number) => [
      { ...plan(), lotSquareFeet: lot },
      { ...plan(), lotSquareFeet: lotSquareFeet - 1 },
    ];
    const { status, problem } = await split(id, into(2));
    expect(status).toBe(400);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/into/0/lotSquareFeet', '/into/1/lotSquareFeet']);
    expect(await read(id)).toMatchObject({ status: 'active', replacedBy: [] });
    const parts = into(1);
    expect((await split(id, parts)).status).toBe(200);
    const ids = parts.map(({ propertyId }) => propertyId);
    const whole = { ...plan(), lotSquareFeet };
    expect((await merge(ids, { ...whole, lotSquareFeet: lotSquareFeet + 1 })).problem.errors).toMatchObject([
      { pointer: '/into/lotSquareFeet' },
    ]);
    expect((await merge(ids, whole)).status).toBe(200);
  });

  test('requires that the bills are paid, and moves credit to the parts', async () => {
    const { propertyId } = await registerBilled(server, resident);
    expect((await split(propertyId, [plan(), plan()])).problem).toMatchObject({ code: 'registry.tax_owed' });
    const { taxOwed } = await read(propertyId);
    const opened = await server.call(
      payProperty,
      { params: { propertyId }, body: { amount: taxOwed, paymentMethod: 'bank' } },
      { as: resident },
    );
    const params = { paymentId: opened.body.payment.id };
    await server.call(confirmPayment, { params, body: { amount: taxOwed + 777 } }, { as: clerk });
    const into = [plan(), plan()];
    expect((await split(propertyId, into)).status).toBe(200);
    const credits = await Promise.all([propertyId, ...into.map((one) => one.propertyId)].map(credit));
    expect(credits).toEqual([0, 777, 0]);
    const books = await server.database.sql<{ account: string; cents: number }>(
      `select account, sum(cents)::int as cents from book_postings where account = any($1) group by account order by account`,
      [[`credit:tax:${propertyId}`, `credit:tax:${into[0]?.propertyId}`]],
    );
    expect(Object.fromEntries(books.map(({ account, cents }) => [account, cents]))).toEqual({
      [`credit:tax:${propertyId}`]: 0,
      [`credit:tax:${into[0]?.propertyId}`]: -777,
    });
  });

  test('happens once, and loses no share under concurrent transfers', async () => {
    const id = await shared();
    const { owners } = await read(id);
    const from = owners.find(({ holder }) => holder !== 'city')?.holder ?? '';
    const plans = Array.from({ length: 10 }, () => [plan(), plan()]);
    const outcomes = await Promise.all([
      ...plans.map((into) => split(id, into)),
      ...Array.from({ length: 10 }, () =>
        server.call(
          transferTitle,
          { params: { id }, body: { from, to: { name: 'Somebody' }, fraction: { numerator: 1, denominator: 99 } } },
          { as: clerk },
        ),
      ),
    ]);
    for (const { status } of outcomes) expect([200, 409]).toContain(status);
    let splits = outcomes.slice(0, 10).filter(({ status }) => status === 200).length;
    if (splits === 0) {
      // Every split met a new owner that it had not read. The next one has read all.
      expect((await split(id, plans[0] ?? [])).status).toBe(200);
      splits += 1;
    }
    expect(splits).toBe(1);
    for (const part of (await read(id)).replacedBy) {
      const fractions = await owned(part);
      expect(fractions.reduce((sum, { numerator, denominator }) => sum + numerator / denominator, 0)).toBeCloseTo(
        1,
        12,
      );
    }
  });
});

describe('merging properties', () => {
  test('undoes a split: the same owners in the same fractions, and the same totals', async () => {
    const id = await shared();
    const totals = async () => {
      const { body } = await server.call(municipalDashboard, {});
      return body.stats;
    };
    const before = await totals();
    const parts = [plan(), plan(), plan()];
    await split(id, parts);
    const into = plan();
    const ids = parts.map(({ propertyId }) => propertyId);
    expect((await merge(ids, into)).status).toBe(200);
    expect(await parties(into.propertyId)).toHaveLength(3);
    expect(await owned(into.propertyId)).toEqual([third, third, third]);
    expect(await read(into.propertyId)).toMatchObject({ replaces: ids.toSorted() });
    expect(await totals()).toMatchObject({ totalProperties: before.totalProperties });
  });

  test('is refused for different owners or fractions, and changes nothing', async () => {
    const own = (fraction: typeof half) =>
      registerParcel(server, {
        owners: [
          { owner: { username: resident.username }, fraction },
          { owner: { city: true }, fraction: { ...fraction, numerator: fraction.denominator - fraction.numerator } },
        ],
      });
    const [a, b, c] = [await own(half), await own(third), await own(half)];
    const into = plan();
    expect((await merge([a, b], into)).problem).toMatchObject({
      code: 'registry.title_refused',
      detail: `${a} and ${b} have different owners.`,
    });
    expect((await server.call(readProperty, { params: { id: into.propertyId } })).status).toBe(404);
    expect(await read(a)).toMatchObject({ status: 'active' });
    expect((await merge([a, c], into)).status).toBe(200);
  });
});
