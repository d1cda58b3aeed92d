import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  assessProperty,
  cancelLevy,
  importRoll,
  levyTaxes,
  listLevies,
  readLevy,
  setRates,
  startLevy,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { testRates } from '../../register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
  await registerRoll();
});
afterAll(() => server.stop());

const PARCELS = 450;
const idOf = (n: number) => `LEVY-${String(n).padStart(4, '0')}`;
/** Every ninth parcel is the city's, and every tenth was never assessed. */
const isTaxed = (n: number) => n % 9 !== 0 && n % 10 !== 0;

async function registerRoll(): Promise<void> {
  const whole = { numerator: 1, denominator: 1 };
  const parcels = Array.from({ length: PARCELS }, (_, n) => ({
    propertyId: idOf(n),
    address: `${n + 1} Levy Road`,
    neighborhood: n < 150 ? 'Northside' : 'Southside',
    propertyType: n % 2 === 0 ? ('residential' as const) : ('commercial' as const),
    squareFootage: 1000,
    owners: [{ owner: n % 9 === 0 ? { city: true as const } : { name: `Owner ${n}` }, fraction: whole }],
  }));
  await server.call(importRoll, { body: { parcels } }, { as: clerk });
  await Promise.all(
    parcels.map(({ propertyId }, n) =>
      n % 10 === 0
        ? undefined
        : server.call(
            assessProperty,
            { params: { id: propertyId }, body: { year: 2026, land: 1_000_000 + n, building: 0 } },
            { as: clerk },
          ),
    ),
  );
}

/** Each test levies a year of its own. */
let year = 2029;
beforeEach(async () => {
  year += 1;
  await server.call(setRates, { body: { year, ...testRates } }, { as: clerk });
});

const start = (body: { preview?: boolean; neighborhood?: string; propertyType?: 'commercial' } = {}) =>
  server.call(startLevy, { body: { year, preview: false, ...body } }, { as: clerk });
const read = async (id: string) => (await server.call(readLevy, { params: { id } }, { as: clerk })).body;
async function ended(id: string) {
  await expect.poll(async () => (await read(id)).levy.state, { timeout: 30_000 }).not.toBe('running');
  return read(id);
}
const bills = async () =>
  (
    await server.database.sql<{ count: number; cents: number }>(
      'select count(*)::int as count, coalesce(sum(total_cents), 0)::float as cents from bills where year = $1',
      [year],
    )
  )[0];

describe('a levy of the roll', () => {
  test('previews what it then records, and levies nothing twice', async () => {
    const taxed = Array.from({ length: PARCELS }, (_, n) => n).filter(isTaxed).length;
    const ofCity = Array.from({ length: PARCELS }, (_, n) => n).filter((n) => n % 9 === 0).length;
    const [exempt, notAssessed] = [ofCity, PARCELS - taxed - ofCity];
    const counts = { total: PARCELS, levied: taxed, unchanged: 0, exempt, notAssessed, rejected: 0 };
    const preview = await ended((await start({ preview: true })).body.id);
    expect(preview.levy).toMatchObject({ ...counts, state: 'finished', preview: true, startedBy: clerk.username });
    expect(await bills()).toEqual({ count: 0, cents: 0 });

    const levy = await ended((await start()).body.id);
    expect(levy.levy).toMatchObject({ ...counts, totalCents: preview.levy.totalCents });
    expect(await bills()).toEqual({ count: taxed, cents: preview.levy.totalCents });
    const [books] = await server.database.sql<{ cents: number }>(
      `select sum(cents)::float as cents from book_postings join blocks on blocks.index = block_index
       where account like 'receivable:tax:LEVY-%' and action = 'registry.tax_levied' and data::json->>'year' = $1`,
      [String(year)],
    );
    expect(books?.cents).toBe(preview.levy.totalCents);

    const again = await ended((await start()).body.id);
    expect(again.levy).toMatchObject({ levied: 0, unchanged: taxed, totalCents: 0 });
    expect(await bills()).toEqual({ count: taxed, cents: preview.levy.totalCents });
  });

  test('can be restricted to a neighborhood or a use', async () => {
    const north = await ended((await start({ neighborhood: 'Northside', propertyType: 'commercial' })).body.id);
    const matching = Array.from({ length: 150 }, (_, n) => n).filter((n) => n % 2 === 1);
    expect(north.levy).toMatchObject({ total: matching.length, levied: matching.filter(isTaxed).length });
    expect((await bills())?.count).toBe(matching.filter(isTaxed).length);
  });

  test('runs one at a time, and a canceled one keeps the bills that it issued', async () => {
    const { body: first } = await start();
    expect((await start()).problem.code).toBe('registry.levy_running');
    const canceled = await server.call(cancelLevy, { params: { id: first.id } }, { as: clerk });
    expect(canceled.body.state).toBe('canceled');
    const next = await ended((await start()).body.id);
    const { levied, unchanged, exempt, notAssessed } = next.levy;
    expect(levied + unchanged + exempt + notAssessed).toBe(PARCELS);
    expect((await bills())?.count).toBe(Array.from({ length: PARCELS }, (_, n) => n).filter(isTaxed).length);
    const { body } = await server.call(listLevies, {}, { as: clerk });
    expect(body.levies.slice(0, 2).map(({ state }) => state)).toEqual(['finished', 'canceled']);
    expect((await server.call(cancelLevy, { params: { id: next.levy.id } }, { as: clerk })).body.state).toBe(
      'finished',
    );
  });

  test('counts bills that it issued before its server died as levied, and bills issued otherwise as unchanged', async () => {
    const other = { year, propertyIds: [idOf(401)], preview: false };
    await server.call(levyTaxes, { body: other }, { as: clerk });
    const { levy } = await ended((await start()).body.id);
    expect(levy).toMatchObject({ unchanged: 1 });
    // The state after a server dies between the bills of a step and its record.
    await server.database.sql(
      `update levy_jobs set state = 'running', finished_at = null, levied = 0, unchanged = 0, exempt = 0, not_assessed = 0,
         total_cents = 0, cursor = '', heartbeat_at = now() - interval '1 hour' where id = $1`,
      [levy.id],
    );
    const second = await startTestServer({ beside: server.database });
    const background = second.services.domains.flatMap(({ start: begin }) => begin?.() ?? []);
    const { levy: continued } = await ended(levy.id);
    await Promise.all(background.map((one) => one.stop()));
    await second.stop();
    expect(continued).toEqual({ ...levy, finishedAt: continued.finishedAt });
  });

  test('continues after its last step when its server died', async () => {
    const [job] = await server.database.sql<{ id: string }>(
      `insert into levy_jobs (id, year, preview, state, username, total, levied, cursor, started_at, heartbeat_at)
       values (gen_random_uuid(), $1, false, 'running', $2, $3, 7, $4, now() - interval '1 hour', now() - interval '1 hour')
       returning id`,
      [year, clerk.username, PARCELS, idOf(399)],
    );
    const left = Array.from({ length: PARCELS }, (_, n) => n).filter((n) => n > 399 && isTaxed(n)).length;
    // The background work of a started server.
    const background = server.services.domains.flatMap(({ start: begin }) => begin?.() ?? []);
    const { levy } = await ended(job?.id ?? '');
    await Promise.all(background.map((one) => one.stop()));
    expect(levy).toMatchObject({ state: 'finished', levied: 7 + left });
    expect((await bills())?.count).toBe(left);
  });

  test('is refused without rates, and changes nothing', async () => {
    const before = (await server.call(listLevies, {}, { as: clerk })).body.levies.length;
    const refused = await server.call(startLevy, { body: { year: 1999, preview: false } }, { as: clerk });
    expect(refused.problem.code).toBe('registry.rates_missing');
    expect((await server.call(listLevies, {}, { as: clerk })).body.levies).toHaveLength(before);
  });
});
