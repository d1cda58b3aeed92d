import { hash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assessProperty,
  importRoll,
  levyTaxes,
  listDocuments,
  listOwners,
  listProperties,
  listRates,
  municipalDashboard,
  type ParcelInput,
  readProperty,
  recordDocument,
  residentProperties,
  setRates,
  splitProperty,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerParcel, testRates } from './register.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const read = async (id: string) => (await server.call(readProperty, { params: { id } })).body;
const move = (id: string, from: string, to: string, numerator: number, denominator: number) =>
  server.call(
    transferTitle,
    { params: { id }, body: { from, to: { holder: to }, fraction: { numerator, denominator } } },
    { as: clerk },
  );

/** Reads the sums of the stored rows, to compare with the maintained totals. */
async function countRows() {
  const [row] = await server.database.sql<Record<string, number>>(`
    select count(*) filter (where status = 'active')::int as "totalProperties",
      sum(assessed_cents)::float as "totalAssessedValue", sum(owed_cents)::float as "totalTaxOwed",
      count(*) filter (where exists (select 1 from parcel_rights r where r.property_id = p.property_id and holder = 'city' and r.shares = p.shares))::int
        as "governmentProperties",
      (select count(*)::int from blocks where action like 'registry.%') as "blockchainTransactions"
    from parcels p`);
  return row;
}

describe('ownership', () => {
  test('stays exactly one under concurrent transfers, and every block states all owners after it', async () => {
    const id = await registerParcel(server, {
      owners: ['Ann', 'Ben', 'Cem'].map((name) => ({ owner: { name }, fraction: { numerator: 1, denominator: 3 } })),
    });
    const holders = (await read(id)).owners.map(({ holder }) => holder);
    const moves = Array.from({ length: 60 }, (_, n) =>
      move(id, holders[n % 3] ?? '', holders[(n * 2 + 1) % 3] ?? '', 1, 3 + (n % 7)),
    );
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(10);
    const rows = await server.database.sql<{ holder: string; shares: number; of: number }>(
      `select holder, r.shares::int as shares, p.shares::int as of from parcel_rights r join parcels p using (property_id)
       where property_id = $1 order by holder`,
      [id],
    );
    expect(rows.reduce((sum, row) => sum + row.shares, 0)).toBe(rows[0]?.of);
    const blocks = await server.database.sql<{
      data: { shares: number; rights: { holder: string; shares: number }[] };
    }>(
      `select data::json as data from blocks where action = 'registry.title_transferred' and data::json->>'property_id' = $1
       order by index`,
      [id],
    );
    expect(blocks).toHaveLength(statuses.filter((status) => status === 200).length);
    for (const { data } of blocks) expect(data.rights.reduce((sum, { shares }) => sum + shares, 0)).toBe(data.shares);
    const last = blocks.at(-1)?.data;
    expect(last?.rights.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))).toEqual(
      rows.map(({ holder, shares }) => ({ holder, shares })),
    );
  });

  test('cannot be broken by writing to the tables', async () => {
    const id = await registerParcel(server);
    const change = (text: string) => server.database.sql(text, [id]);
    await expect(change('update parcels set shares = 2 where property_id = $1')).rejects.toThrow('add up to 1 of 2');
    await expect(change('delete from parcel_rights where property_id = $1')).rejects.toThrow('add up to 0 of 1');
    await expect(change(`update parcels set status = 'retired' where property_id = $1`)).rejects.toThrow('add up to 1');
    const columns = (
      await server.database.sql<{ names: string }>(
        `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = 'parcels' and column_name <> 'property_id' and is_generated = 'NEVER'`,
      )
    )[0]?.names;
    const copy = `insert into parcels (property_id, ${columns}) select 'OWNERLESS', ${columns} from parcels where property_id = $1`;
    await expect(change(copy)).rejects.toThrow('the rights in OWNERLESS add up to 0 of 1');
  });

  test('shows no name to the public, and the same owner under a different pseudonym in each parcel', async () => {
    const resident = await server.account('resident');
    const owners = [{ owner: { username: resident.username }, fraction: { numerator: 1, denominator: 1 } }];
    const ids = [await registerParcel(server, { owners }), await registerParcel(server, { owners })];
    const holders = await Promise.all(ids.map(async (id) => (await read(id)).owners[0]?.holder));
    expect(new Set(holders).size).toBe(2);
    for (const holder of holders) expect(holder).toMatch(/^owner-[0-9a-f]{24}$/);
    const [id = ''] = ids;
    const named = await server.call(listOwners, { params: { id } }, { as: clerk });
    expect(named.body.owners).toEqual([{ holder: holders[0], username: resident.username }]);
    const [onChain] = await server.database.sql<{ found: number }>(
      `select count(*)::int as found from blocks where data like '%' || $1 || '%'`,
      [resident.username],
    );
    expect(onChain?.found).toBe(0);
  });

  test('a name and its contact never reach the chain', async () => {
    await registerParcel(server, {
      owners: [
        {
          owner: { name: 'Zelda Unmistakable', contact: 'zelda@example.com' },
          fraction: { numerator: 1, denominator: 1 },
        },
      ],
    });
    const found = await server.database.sql(`select index from blocks where data ~* 'zelda|unmistakable'`);
    expect(found).toEqual([]);
  });
});

describe('what a resident owns', () => {
  test('is its fractions with the block of each title, only for the resident and the government', async () => {
    const resident = await server.account('resident');
    const neighbor = await server.account('resident');
    const id = await registerParcel(server, {
      owners: [
        { owner: { username: resident.username }, fraction: { numerator: 1, denominator: 4 } },
        { owner: { city: true }, fraction: { numerator: 3, denominator: 4 } },
      ],
    });
    const open = (as: TestAccount, of: string) => server.call(residentProperties, { params: { id: of } }, { as });
    const own = await open(resident, resident.id);
    const [title] = await server.database.sql<{ hash: string }>(
      `select encode(hash, 'hex') as hash from blocks where action = 'registry.parcel_registered' and data::json->>'property_id' = $1`,
      [id],
    );
    expect(own.body).toMatchObject({ totalProperties: 1, totalOwnerships: 1 });
    expect(own.body.ownerships).toMatchObject([
      { propertyId: id, fraction: 0.25, shares: { numerator: 1, denominator: 4 }, transferTx: title?.hash },
    ]);
    expect((await open(clerk, resident.username)).body).toEqual(own.body);
    expect((await open(neighbor, resident.id)).status).toBe(403);
    expect((await open(neighbor, 'nobody-at-all')).status).toBe(403);
    expect((await open(clerk, 'nobody-at-all')).problem.code).toBe('registry.resident_not_found');
    expect((await open(neighbor, neighbor.username)).body.totalOwnerships).toBe(0);
  });
});

test('the totals of a resident count all properties, although only some are listed', async () => {
  const resident = await server.account('resident');
  const ids = Array.from({ length: 510 }, (_, n) => `TOTAL-${String(n).padStart(3, '0')}`);
  const parcels = ids.map((propertyId, n) => ({
    propertyId,
    address: `${n + 1} Total Way`,
    neighborhood: 'Totals',
    propertyType: 'residential' as const,
    squareFootage: 1000,
    owners: [
      { owner: { username: resident.username }, fraction: { numerator: 1, denominator: 3 } },
      { owner: { city: true as const }, fraction: { numerator: 2, denominator: 3 } },
    ],
  }));
  for (const some of [parcels.slice(0, 255), parcels.slice(255)])
    expect((await server.call(importRoll, { body: { parcels: some } }, { as: clerk })).status).toBe(200);
  for (const id of ['TOTAL-000', 'TOTAL-509'])
    await server.call(
      assessProperty,
      { params: { id }, body: { year: 2026, land: 1_000_000, building: 100 } },
      { as: clerk },
    );
  await server.call(setRates, { body: { year: 2026, ...testRates } }, { as: clerk });
  const levy = { year: 2026, propertyIds: ['TOTAL-000', 'TOTAL-509'], preview: false };
  const { totalCents } = (await server.call(levyTaxes, { body: levy }, { as: clerk })).body;
  const { body } = await server.call(residentProperties, { params: { id: resident.id } }, { as: resident });
  expect(body.properties).toHaveLength(500);
  expect(totalCents).toBeGreaterThan(0);
  expect(body).toMatchObject({
    ...{ totalProperties: 510, totalOwnerships: 510, propertiesOwing: 2 },
    totalTaxOwed: totalCents,
    totalAssessedValue: 2 * Math.floor(1_000_100 / 3),
  });
});

describe('the roll', () => {
  const roll = (changed: Partial<ParcelInput> = {}): ParcelInput[] =>
    Array.from({ length: 40 }, (_, n) => ({
      propertyId: `ROLL-${n}`,
      address: `${n * 2 + 1} Mill Lane`,
      neighborhood: 'Millside',
      propertyType: 'residential',
      squareFootage: 900 + n,
      lotSquareFeet: 0,
      yearBuilt: null,
      owners: [{ owner: { city: true }, fraction: { numerator: 1, denominator: 1 } }],
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [5, n / 1000],
            [5.001, n / 1000],
            [5.001, (n + 1) / 1000],
            [5, n / 1000],
          ],
        ],
      } as ParcelInput['geometry'],
      ...(n === 7 ? changed : {}),
    }));
  const send = async (parcels: ParcelInput[]) =>
    (await server.call(importRoll, { body: { parcels } }, { as: clerk })).body.results;
  const outcomes = (results: Awaited<ReturnType<typeof send>>) =>
    Object.fromEntries(
      [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, all]) => [outcome, all.length]),
    );

  test('is registered once: importing it again changes nothing, and a changed fact is corrected', async () => {
    expect(outcomes(await send(roll()))).toEqual({ registered: 40 });
    const length = async () => (await server.database.sql('select length from ledger_head'))[0];
    const before = await length();
    expect(outcomes(await send(roll()))).toEqual({ unchanged: 40 });
    expect(await length()).toEqual(before);
    expect(outcomes(await send(roll({ squareFootage: 5000 })))).toEqual({ unchanged: 39, corrected: 1 });
    expect((await read('ROLL-7')).metadata.squareFootage).toBe(5000);
  });

  test('rejects only the invalid row, with the reason', async () => {
    const third = { numerator: 1, denominator: 3 };
    const results = await send([
      { ...roll()[0]!, propertyId: 'ROLL-A', owners: [{ owner: { name: 'A' }, fraction: third }] },
      { ...roll()[0]!, propertyId: 'ROLL-B' },
      { ...roll()[0]!, propertyId: 'ROLL-C', owners: [{ owner: { username: 'nobody-here' }, fraction: third }] },
    ]);
    expect(results).toEqual([
      { propertyId: 'ROLL-A', outcome: 'rejected', problem: 'The fractions of ROLL-A do not add up to exactly one.' },
      { propertyId: 'ROLL-B', outcome: 'registered', blockIndex: expect.any(Number) },
      { propertyId: 'ROLL-C', outcome: 'rejected', problem: 'Account nobody-here was not found.' },
    ]);
  });

  test('rejects the second row of a property in one request, and names the first', async () => {
    const of = (owner: string, squareFootage: number): ParcelInput => ({
      ...roll()[0]!,
      propertyId: 'TWICE-1',
      address: '1 Twice Road',
      neighborhood: 'Twice',
      squareFootage,
      owners: [{ owner: { name: owner }, fraction: { numerator: 1, denominator: 1 } }],
    });
    const results = await send([
      { ...of('Somebody', 1), propertyId: 'TWICE-0' },
      of('First Owner', 100),
      of('Second', 200),
    ]);
    expect(results.map(({ propertyId, outcome }) => [propertyId, outcome])).toEqual([
      ['TWICE-0', 'registered'],
      ['TWICE-1', 'registered'],
      ['TWICE-1', 'rejected'],
    ]);
    expect(results[2]?.problem).toMatch(/^Row 2 of the request has the same propertyId/);
    expect((await read('TWICE-1')).metadata.squareFootage).toBe(100);
    const { body } = await server.call(listOwners, { params: { id: 'TWICE-1' } }, { as: clerk });
    expect(JSON.stringify(body)).toContain('First Owner');
  });

  test('a block identifies the geometry by the hash of its canonical JSON', async () => {
    const { geometry } = await read('ROLL-3');
    const [row] = await server.database.sql<{ sha256: string }>(
      `select data::json->>'geometry_sha256' as sha256 from blocks where action = 'registry.parcel_registered'
       and data::json->>'property_id' = 'ROLL-3'`,
    );
    expect(row?.sha256).toBe(hash('sha256', canonicalJson(geometry as JsonValue)));
  });

  test('is found by prefixes of words of id, address and neighborhood', async () => {
    const find = async (search: string) =>
      (await server.call(listProperties, { query: { search, limit: 200 } })).body.properties.map(
        (one) => one.propertyId,
      );
    expect(await find('mill 77')).toEqual(['ROLL-38']);
    expect((await find('MILLS')).length).toBe(41);
    expect(await find('roll-12')).toEqual(['ROLL-12']);
    expect(await find('mill nowhere')).toEqual([]);
    expect(await find("'; drop table parcels; --")).toEqual([]);
    expect(await find('!!!')).toEqual([]);
  });
});

describe('assessments', () => {
  test('the newest year counts, and a correction is listed with the assessment that it corrects', async () => {
    const id = await registerParcel(server);
    const assess = (year: number, land: number, building: number, reason?: string) =>
      server.call(assessProperty, { params: { id }, body: { year, land, building, reason } }, { as: clerk });
    await assess(2026, 100, 200);
    await assess(2025, 10, 20);
    expect((await read(id)).assessedValue).toBe(300);
    const refused = await assess(2026, 101, 200);
    expect(refused.problem.errors?.[0]?.pointer).toBe('/reason');
    await assess(2026, 101, 200, 'The lot was measured again');
    const property = await read(id);
    expect(property.assessments.map(({ year, total }) => [year, total])).toEqual([
      [2026, 301],
      [2025, 30],
    ]);
    expect(property.assessments[0]).toMatchObject({ reason: 'The lot was measured again', corrects: [{ total: 300 }] });
    const [correction, , corrected] = property.title;
    expect([correction?.correctedBy, corrected?.correctedBy]).toEqual([null, correction?.block.index]);
    expect(correction?.summary).toMatch(/The lot was measured again$/);
    expect(property.assessedValueFormatted).toBe('$3.01');
    expect(property.title.map(({ action }) => action)).toEqual([
      'registry.assessed',
      'registry.assessed',
      'registry.assessed',
      'registry.parcel_registered',
    ]);
  });

  test('the same key returns the same block, and another body with it is refused', async () => {
    const id = await registerParcel(server);
    const send = (land: number) =>
      server.call(
        assessProperty,
        { params: { id }, body: { year: 2026, land, building: 0 } },
        { as: clerk, key: 'k1' },
      );
    const [first, again, other] = [await send(5), await send(5), await send(6)];
    expect(again.body).toEqual(first.body);
    expect(other.problem.code).toBe('request.idempotency_mismatch');
    expect((await read(id)).assessedValue).toBe(5);
  });
});

test('documents are listed by their hash, once', async () => {
  const id = await registerParcel(server);
  const record = () =>
    server.call(recordDocument, { params: { id }, body: { title: 'Deed', sha256: '0f'.repeat(32) } }, { as: clerk });
  await record();
  await record();
  expect((await read(id)).documents).toEqual([
    { title: 'Deed', sha256: '0f'.repeat(32), blockIndex: expect.any(Number) },
  ]);
});

test('more documents than a page lists are counted, paged and found by their hash', async () => {
  const id = await registerParcel(server);
  const hash = (n: number) => String(n).padStart(64, '0');
  const record = (n: number) =>
    server.call(recordDocument, { params: { id }, body: { title: `Deed ${n}`, sha256: hash(n) } }, { as: clerk });
  await record(1);
  await Promise.all(Array.from({ length: 200 }, (_, n) => record(n + 2)));
  const property = await read(id);
  expect([property.documents.length, property.documentCount]).toEqual([200, 201]);
  expect(property.documents.map(({ sha256 }) => sha256)).not.toContain(hash(1));
  const list = async (query: { page?: number; limit?: number; sha256?: string }) =>
    (await server.call(listDocuments, { params: { id }, query })).body;
  const last = await list({ page: 3, limit: 100 });
  expect([last.documents.map(({ title }) => title), last.pagination.total]).toEqual([['Deed 1'], 201]);
  expect((await list({ sha256: hash(1) })).documents.map(({ title }) => title)).toEqual(['Deed 1']);
  expect((await list({ sha256: hash(999) })).documents).toEqual([]);
});

test('rates list the newest 50 years, and count all', async () => {
  const years = Array.from({ length: 51 }, (_, n) => 2100 + n);
  for (const year of years) await server.call(setRates, { body: { year, ...testRates } }, { as: clerk });
  const { rates, total } = (await server.call(listRates, {})).body;
  expect([rates.length, rates[0]?.year]).toEqual([50, 2150]);
  expect(total).toBeGreaterThanOrEqual(51);
});

test('totals equal the sums of the rows', async () => {
  const { body } = await server.call(municipalDashboard, {});
  expect(body.stats).toMatchObject((await countRows()) ?? {});
});

test('every stored row of a parcel follows from its blocks', async () => {
  const rows = await server.database.sql<{ property_id: string; index: number }>(
    `select data::json->>'property_id' as property_id, index::int from blocks
     where action like 'registry.%' and action <> 'registry.rates_set' order by 2`,
  );
  const stored = await server.database.sql(
    'select property_id, block_index::int as index from parcel_blocks order by block_index',
  );
  expect(stored).toEqual(rows);
});

test.each([
  ['address', '14 \u202eevil Street'],
  ['neighborhood', 'Old\u200bHarbor'],
  ['address', '1 Quay\nStreet'],
])(
  'refuses a %s with characters that hide its content, because it would stay on the public record',
  async (field, text) => {
    const parcel = {
      propertyId: 'HB-UNSEEN',
      address: '1 Quay Street',
      neighborhood: 'Old Harbor',
      propertyType: 'residential' as const,
      squareFootage: 1,
      [field]: text,
    };
    const { status, problem } = await server.call(importRoll, { body: { parcels: [parcel] } }, { as: clerk });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, `/parcels/0/${field}`]);
    expect(problem.errors?.[0]?.message).toMatch(/^parcels\.0\.\w+ contains U\+.* which cannot be seen/);
  },
);

test('government properties are those that the city owns wholly', async () => {
  const count = async () => (await server.call(municipalDashboard, {})).body.stats.governmentProperties;
  const before = await count();
  const whole = { numerator: 1, denominator: 1 };
  const owners = (city: number) => [
    { owner: { city: true as const }, fraction: { numerator: city, denominator: 100 } },
    { owner: { name: 'Somebody' }, fraction: { numerator: 100 - city, denominator: 100 } },
  ];
  for (const city of [1, 50, 99]) await registerParcel(server, { owners: owners(city) });
  expect(await count()).toBe(before);
  const id = await registerParcel(server, { owners: [{ owner: { city: true }, fraction: whole }] });
  expect(await count()).toBe(before + 1);
  const to = { name: 'Somebody else' };
  const body = { from: 'city', to, fraction: { numerator: 1, denominator: 100 } };
  expect((await server.call(transferTitle, { params: { id }, body }, { as: clerk })).status).toBe(200);
  expect(await count()).toBe(before);
});

test('a search lists active properties, as many as the totals count, and retired ones on request', async () => {
  const id = await registerParcel(server);
  const parts = ['A', 'B'].map((end) => ({
    propertyId: `${id}-${end}`,
    address: `${end} Split Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 100,
  }));
  expect((await server.call(splitProperty, { params: { id }, body: { into: parts } }, { as: clerk })).status).toBe(200);
  const total = async (status?: 'active' | 'retired' | 'all') =>
    (await server.call(listProperties, { query: status ? { status } : {} })).body.pagination.total;
  const { totalProperties } = (await server.call(municipalDashboard, {})).body.stats;
  expect([await total(), await total('active')]).toEqual([totalProperties, totalProperties]);
  expect(await total('all')).toBe(totalProperties + ((await total('retired')) ?? 0));
  expect(await total('retired')).toBeGreaterThan(0);
});
