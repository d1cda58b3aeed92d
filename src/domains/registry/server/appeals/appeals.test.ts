import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideAppeal,
  eraseOwner,
  fileAppeal,
  listAppeals,
  payProperty,
  readProperty,
  readTaxFile,
  transferTitle,
  withdrawAppeal,
} from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { appeal, levyOn, readBooks, registerAssessed } from '../tax-acts.fixture.ts';

const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
});
afterAll(() => server.stop());

/** 3.2952 % of $100,000. */
const FULL_CENTS = 329_520;
const file = (id: string, body: object = {}, as = resident) =>
  server.call(
    fileAppeal,
    { params: { id }, body: { year: 2026, value: 6_000_000, statement: 'Secret grounds', ...body } },
    { as },
  );
const decide = (appealId: string, body: object) =>
  server.call(
    decideAppeal,
    { params: { appealId }, body: { reason: 'Secret findings', ...body } as never },
    { as: clerk },
  );
const granted = { outcome: 'granted', land: 1_000_000, building: 5_000_000 };
const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;

/** Gives a whole property to another account. */
async function sell(id: string, buyer: TestAccount) {
  const from = (await read(id)).owners[0]?.holder ?? '';
  const body = { from, to: { username: buyer.username }, fraction: { numerator: 1, denominator: 1 } };
  return server.call(transferTitle, { params: { id }, body }, { as: clerk });
}

describe('an appeal', () => {
  test('is public without its grounds, and the city lists it with them', async () => {
    const id = await registerAssessed(server, resident);
    const sha256 = 'ab'.repeat(32);
    const { status, body } = await file(id, { documents: [sha256] });
    expect(status).toBe(200);
    const page = await server.call(readProperty, { params: { id } });
    expect(page.body.appeals).toMatchObject([{ appealId: body.appealId, year: 2026, state: 'open' }]);
    expect(page.body.title[0]?.summary).toBe('Assessment of 2026 appealed');
    expect(page.text).not.toContain('Secret');
    const [block] = await server.database.sql<{ data: string }>('select data from blocks where index = $1', [
      body.blockIndex,
    ]);
    expect(block?.data).toContain(sha256);
    expect(block?.data).not.toMatch(new RegExp(`Secret|owner-|${resident.username}`));
    const listed = await server.call(listAppeals, { query: { limit: 100 } }, { as: clerk });
    expect(listed.body.appeals.find(({ propertyId }) => propertyId === id)).toMatchObject({
      statement: 'Secret grounds',
      assessedCents: 10_000_000,
      documents: [sha256],
    });
  });

  test('is refused to non-owners, without an assessment, and for a value that is not lower', async () => {
    const id = await registerAssessed(server, await server.account('resident'));
    expect((await file(id)).status).toBe(403);
    const own = await registerAssessed(server, resident);
    expect((await file(own, { year: 2025 })).problem.errors?.[0]?.pointer).toBe('/year');
    expect((await file(own, { value: 10_000_000 })).problem.errors?.[0]?.pointer).toBe('/value');
    expect((await read(own)).appeals).toEqual([]);
  });

  test('is the only open one of its year, and can be filed again once withdrawn', async () => {
    const id = await registerAssessed(server, resident);
    const answers = await Promise.all([file(id), file(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const appealId = (await read(id)).appeals[0]?.appealId ?? '';
    const withdraw = (as: TestAccount) => server.call(withdrawAppeal, { params: { appealId } }, { as });
    expect((await withdraw(await server.account('resident'))).problem.code).toBe('registry.appeal_not_found');
    expect((await withdraw(resident)).status).toBe(200);
    expect((await withdraw(resident)).problem.code).toBe('registry.appeal_decided');
    expect((await file(id)).status).toBe(200);
    expect((await read(id)).appeals.map(({ state }) => state)).toEqual(['open', 'withdrawn']);
  });

  test('is limited to five per year, so that appeals cannot flood the chain', async () => {
    const id = await registerAssessed(server, resident);
    for (let n = 0; n < 5; n += 1) {
      const { body } = await file(id);
      await server.call(withdrawAppeal, { params: { appealId: body.appealId } }, { as: resident });
    }
    expect((await file(id)).problem.code).toBe('registry.appeal_refused');
  });

  test('is possible through the last day of its term', async () => {
    const early = await registerAssessed(server, resident);
    clock.advance(45 * 86_400_000);
    resident = await server.account('resident');
    clerk = await server.account('government');
    await sell(early, resident);
    const { appealable } = (await server.call(readTaxFile, { params: { id: early } }, { as: resident })).body;
    expect(appealable?.year).toBe(2026);
    clock.advance(86_400_000);
    expect((await file(early)).problem.code).toBe('registry.appeal_refused');
    const after = (await server.call(readTaxFile, { params: { id: early } }, { as: resident })).body;
    expect(after.appealable).toBeNull();
  });

  test('of an owner who sells at the same moment is filed before the sale or not at all', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => registerAssessed(server, resident)));
    const buyer = await server.account('resident');
    const answers = await Promise.all(ids.map(async (id) => (await Promise.all([sell(id, buyer), file(id)]))[1]));
    for (const [n, { status, body }] of answers.entries()) {
      const { title } = await read(ids[n] ?? '');
      const sold = title.find(({ action }) => action === 'registry.title_transferred')?.block.index ?? 0;
      if (status === 200) expect(body.blockIndex).toBeLessThan(sold);
      else expect(status).toBe(403);
    }
    const sold = await registerAssessed(server, resident);
    await sell(sold, buyer);
    expect((await file(sold)).status).toBe(403);
  });

  test('loses its statement when its owner is erased, also when it is decided later', async () => {
    const id = await registerAssessed(server, resident);
    const { appealId } = (await file(id)).body;
    const holder = (await read(id)).owners[0]?.holder ?? '';
    await server.call(eraseOwner, { params: { holder }, body: { confirm: true } }, { as: clerk });
    await decide(appealId, { outcome: 'denied' });
    const [row] = await server.database.sql('select state, statement from assessment_appeals where appeal_id = $1', [
      appealId,
    ]);
    expect(row).toEqual({ state: 'denied', statement: null });
  });
});

describe('a decision', () => {
  beforeAll(async () => {
    resident = await server.account('resident');
  });

  test('to grant records a new assessment, and credits what was paid beyond the new tax', async () => {
    const id = await registerAssessed(server, resident);
    await levyOn(server, id);
    const pay = { amount: 250_000, paymentMethod: 'fiat' as const };
    await server.call(payProperty, { params: { propertyId: id }, body: pay }, { as: resident });
    const appealId = await appeal(server, id, resident);
    expect((await decide(appealId, { ...granted, building: 9_000_000 })).problem.errors?.[0]?.pointer).toBe('/land');
    const { status } = await decide(appealId, granted);
    expect(status).toBe(200);
    const property = await read(id);
    expect(property).toMatchObject({ assessedValue: 6_000_000, taxOwed: 0 });
    expect(property.appeals).toMatchObject([{ state: 'granted', decidedCents: 6_000_000 }]);
    expect(property.assessments[0]).toMatchObject({ total: 6_000_000, corrects: [{ total: 10_000_000 }] });
    const tax = (FULL_CENTS * 6) / 10;
    const { bills, creditCents, books } = await readBooks(server, id);
    expect({ creditCents, books }).toEqual({
      creditCents: 250_000 - tax,
      books: { receivable: 0, credit: 250_000 - tax, revenue: tax },
    });
    expect(bills[0]?.lines.at(-1)).toMatchObject({ kind: 'correction', cents: tax - FULL_CENTS });
    expect(bills[0]?.corrections).toMatchObject([{ afterCents: tax, reason: 'Secret findings', appealId }]);
    expect((await file(id)).problem.code).toBe('registry.appeal_refused');
  });

  test('to deny changes nothing, and the assessment cannot be appealed again', async () => {
    const id = await registerAssessed(server, resident);
    await levyOn(server, id);
    const appealId = await appeal(server, id, resident);
    expect((await decide(appealId, { outcome: 'denied', land: 1, building: 1 })).status).toBe(400);
    expect((await decide(appealId, { outcome: 'denied' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ assessedValue: 10_000_000, taxOwed: FULL_CENTS });
    expect((await file(id)).problem.code).toBe('registry.appeal_refused');
    const { appeals } = (await server.call(readTaxFile, { params: { id } }, { as: resident })).body;
    expect(appeals).toMatchObject([{ state: 'denied', reason: 'Secret findings' }]);
  });

  test('is made once under concurrent decisions and withdrawals', async () => {
    const id = await registerAssessed(server, resident);
    await levyOn(server, id);
    const appealId = await appeal(server, id, resident);
    const answers = await Promise.all([
      decide(appealId, granted),
      decide(appealId, { outcome: 'denied' }),
      server.call(withdrawAppeal, { params: { appealId } }, { as: resident }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('during a levy results in a bill by the new value, in either order', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => registerAssessed(server, resident)));
    const appeals = await Promise.all(ids.map((id) => appeal(server, id, resident)));
    await Promise.all(ids.flatMap((id, n) => [levyOn(server, id), decide(appeals[n] ?? '', granted)]));
    for (const id of ids) {
      const { taxOwed, books } = await readBooks(server, id);
      expect([taxOwed, books?.receivable]).toEqual([(FULL_CENTS * 6) / 10, (FULL_CENTS * 6) / 10]);
    }
  });
});
