import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listStatements } from '#domains/payments/contract.ts';
import { listBills, listPayments, readProperty } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { surveyCity } from '../city/survey-city.ts';
import { rebuildRegistry } from '../rebuild/rebuild-registry.ts';
import { cast } from './demo-cast.ts';
import { halvesOf } from './split-lot.ts';

const DAY = 86_400_000;
const city = [...surveyCity()];
const idOf = (position: number) => city[position]?.propertyId ?? '';
let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ world: true });
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;
const billsOf = async (id: string) => (await server.call(listBills, { params: { id } }, { as: clerk })).body;
const paymentsOf = async (id: string) => (await server.call(listPayments, { params: { id } })).body.payments;

describe('the years of the demo world', () => {
  test('have bills of three tax years, each issued in its year and paid by then', async () => {
    const { bills } = await billsOf(idOf(cast.exempt));
    expect(bills.map(({ year }) => year).toSorted()).toEqual([2024, 2025, 2026]);
    for (const { year, issuedAt } of bills) expect(issuedAt.slice(0, 4)).toBe(`${year}`);
    const past = bills.filter(({ year }) => year < 2026);
    expect(past.map(({ open }) => open)).toEqual([0, 0]);
    const paid = (await paymentsOf(idOf(cast.exempt))).map(({ timestamp }) => Date.parse(timestamp));
    expect(Math.min(...paid)).toBeLessThan(server.clock() - 700 * DAY);
  });

  test('charge penalty and interest on late payments, and leave one of the demo resident’s bills open', async () => {
    const { bills } = await billsOf(idOf(99));
    const late = bills.find(({ year }) => year === cast.debtYear);
    const kinds = late?.lines.map(({ kind }) => kind) ?? [];
    expect(kinds.filter((kind) => kind === 'penalty')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'interest').length).toBeGreaterThan(5);
    expect(late?.overdue).toBe(true);
  });

  test('have a returned transfer, a disputed card and a refund, each as an entry of its own', async () => {
    const reasons = async (position: number) => {
      const rows = await server.database.sql<{ reason: string }>(
        'select reason from payments where subject = $1 and reason is not null order by opened_index',
        [idOf(position)],
      );
      return rows.map(({ reason }) => reason);
    };
    expect(await reasons(cast.returned)).toEqual(['The bank returned the transfer']);
    expect(await reasons(cast.disputed)).toEqual([expect.stringContaining('disputed')]);
    expect(await reasons(cast.overpaid)).toEqual(['Transferred too much']);
    for (const position of [cast.returned, cast.disputed, cast.overpaid, cast.exemptLate]) {
      const past = (await billsOf(idOf(position))).bills.filter(({ year }) => year < 2026);
      expect(past.map(({ open }) => open)).toEqual([0, 0]);
    }
  });

  test('settle transfers by bank statements whose lines are all assigned', async () => {
    const { statements, suspenseCents } = (await server.call(listStatements, { query: {} }, { as: clerk })).body;
    expect(statements.length).toBeGreaterThan(10);
    expect(suspenseCents).toBe(0);
    expect(statements.every(({ received, lineCount }) => received === lineCount)).toBe(true);
  });

  test('have two sales with recorded deeds in one title, a split lot, exemptions and decided appeals', async () => {
    const { title, documents } = await read(idOf(cast.sold));
    expect(title.filter(({ action }) => action === 'registry.title_transferred')).toHaveLength(2);
    expect(documents).toHaveLength(2);
    const lot = city[cast.split]!;
    expect((await read(lot.propertyId)).status).toBe('retired');
    const halves = await Promise.all(halvesOf(lot).map(({ propertyId }) => read(propertyId)));
    expect(halves.reduce((sum, { lotSquareFeet }) => sum + lotSquareFeet, 0)).toBe(lot.lotSquareFeet);
    const rows = await server.database.sql<{ state: string }>('select state from assessment_appeals order by state');
    expect(rows.map(({ state }) => state)).toEqual(['denied', 'granted']);
    const [bill] = (await billsOf(idOf(cast.exempt))).bills;
    expect(bill?.exempted).toMatchObject([{ kind: 'veteran' }]);
  });

  test('agree with the chain and the books to the cent', async () => {
    expect(
      await rebuildRegistry(server.services.database, { repair: false, timeZone: server.services.city.timeZone }),
    ).toEqual([]);
  });
});
