import { canonicalJson } from '@cairn/ledger-proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { happenedAtOf } from '#domains/trace/contract/journey/event-content.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const RECORDED = 1_770_000_000;

/** Returns what the database computes for the content of some blocks. */
async function storedTimes(texts: readonly string[]): Promise<number[]> {
  const rows = await database.sql<{ at: string }>(
    `select trace_happened_milliseconds(data, ledger_block_domain(data::json ->> 'action'), ${RECORDED})::text as at
     from unnest($1::text[]) with ordinality as t (data, n) order by n`,
    [texts],
  );
  return rows.map(({ at }) => Number(at));
}

const computed = (text: string) => happenedAtOf({ timestamp: RECORDED, data: JSON.parse(text) });
const eventWith = (timestamp: unknown) => canonicalJson({ action: 'shipped', meta: { timestamp } as never });

test.each([
  ['2026-03-04T05:06:07Z', Date.UTC(2026, 2, 4, 5, 6, 7)],
  ['2026-03-04T05:06:07.1239Z', Date.UTC(2026, 2, 4, 5, 6, 7, 123)],
  ['2026-03-04T05:06+0530', Date.UTC(2026, 2, 3, 23, 36)],
  ['2026-03-04T24:00-01:30', Date.UTC(2026, 2, 5, 1, 30)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['1969-12-31T23:30:00-01:00', 1_800_000],
  ['9999-12-31', Date.UTC(9999, 11, 31)],
  [1_770_000_000.0005, 1_770_000_000_001],
  [1e-7, 0],
])('%j happened at %d', async (timestamp, at) => {
  expect([computed(eventWith(timestamp)), await storedTimes([eventWith(timestamp)])]).toEqual([at, [at]]);
});

test.each([
  '2025-02-29',
  '2026-13-01',
  '2026-03-00',
  '2026-03-04T24:00:01Z',
  '2026-03-04T05:60Z',
  '2026-03-04T05:06:60Z',
  '2026-03-04T05:06:07',
  '2026-03-04T05:06:07+24:00',
  '2026-03-04T05:06:07+05:60',
  '1969-12-31T23:30:00Z',
  '9999-12-31T00:00:01Z',
  'yesterday',
  '',
  -1,
  253_402_214_401,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
  ['2026-03-04'],
  { '@value': '2026-03-04' },
])('%j states no time, so the recording time counts', async (timestamp) => {
  expect([computed(eventWith(timestamp)), await storedTimes([eventWith(timestamp)])]).toEqual([
    RECORDED * 1000,
    [RECORDED * 1000],
  ]);
});

test('only the time of an event counts, in its metadata', async () => {
  const texts = [
    { action: 'shipped', timestamp: '2026-03-04' },
    { action: 'shipped', meta: [{ timestamp: '2026-03-04' }] },
    { action: 'shipped', meta: { inner: { timestamp: '2026-03-04' } } },
    { action: 'registry.tax_paid', meta: { timestamp: '2026-03-04' } },
    { action: 'genesis', meta: { timestamp: '2026-03-04' } },
  ].map((data) => canonicalJson(data));
  expect(await storedTimes(texts)).toEqual(texts.map(() => RECORDED * 1000));
  expect(texts.map(computed)).toEqual(texts.map(() => RECORDED * 1000));
});

test('altered content that is no longer JSON counts at its recording time', async () => {
  const rows = await database.sql<{ at: string }>(
    `select trace_happened_milliseconds('{"timestamp":', 'trace', ${RECORDED})::text as at`,
  );
  expect(rows).toEqual([{ at: String(RECORDED * 1000) }]);
});

test('the database and the application compute the same time for any statement', async () => {
  const digits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  const zone = fc.oneof(
    fc.constant('Z'),
    fc
      .tuple(fc.constantFrom('+', '-'), digits(25), fc.constantFrom(':', ''), digits(61))
      .map((parts) => parts.join('')),
  );
  const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,7}$/));
  const seconds = fc.oneof(
    fc.constant(''),
    fc.tuple(digits(61), fraction).map(([s, rest]) => `:${s}${rest}`),
  );
  const time = fc.tuple(digits(25), digits(61), seconds, zone).map(([h, m, rest, at]) => `T${h}:${m}${rest}${at}`);
  const year = fc.oneof(fc.integer({ min: 1965, max: 2100 }), fc.integer({ min: 0, max: 9999 }));
  const day = fc.tuple(year, digits(13), digits(32)).map(([y, m, d]) => `${String(y).padStart(4, '0')}-${m}-${d}`);
  const text = fc.tuple(day, fc.oneof(fc.constant(''), time)).map((parts) => parts.join(''));
  const statement = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: fc.double({ min: -10, max: 3e11, noNaN: true }) },
    { weight: 1, arbitrary: fc.integer() },
    { weight: 1, arbitrary: fc.anything({ values: [fc.string(), fc.constant(null), fc.boolean()] }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 100, maxLength: 100 }), async (statements) => {
      const texts = statements.map((one) => eventWith(JSON.parse(JSON.stringify(one))));
      expect(await storedTimes(texts)).toEqual(texts.map(computed));
    }),
    { numRuns: 50 },
  );
});
