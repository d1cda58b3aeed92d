import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideAppeal,
  payProperty,
  readProperty,
  recordDocument,
  reversePayment,
  splitProperty,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled, registerParcel } from '../register.fixture.ts';
import { appeal, exempt, levyOn, registerAssessed } from '../tax-acts.fixture.ts';
import { rebuildRegistry } from './rebuild-registry.ts';

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
let billed: string;
let paid: string;
let exempted: string;
let halves: string[];
const half = { numerator: 1, denominator: 2 };
const square = (west: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, 42.3],
      [west + 0.001, 42.3],
      [west + 0.001, 42.301],
      [west, 42.301],
      [west, 42.3],
    ] as [number, number][],
  ],
});

beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  const as = { as: clerk };
  ({ propertyId: billed } = await registerBilled(server, resident));
  ({ propertyId: paid } = await registerBilled(server, resident));
  const pay = async (amount: number) =>
    (
      await server.call(
        payProperty,
        { params: { propertyId: paid }, body: { amount, paymentMethod: 'fiat' } },
        { as: resident },
      )
    ).body.payment.id;
  const [first] = [await pay(10_000), await pay(5000)];
  await server.call(reversePayment, { params: { paymentId: first }, body: { reason: 'Sent twice' } }, as);
  const { body: owned } = await server.call(readProperty, { params: { id: paid } });
  const title = { from: owned.owners[0]?.holder ?? '', to: { name: 'Somebody else' }, fraction: half };
  expect((await server.call(transferTitle, { params: { id: paid }, body: title }, as)).status).toBe(200);
  const document = { title: 'Deed', sha256: 'ab'.repeat(32) };
  await server.call(recordDocument, { params: { id: paid }, body: document }, as);

  exempted = await registerAssessed(server, resident);
  await exempt(server, exempted);
  await levyOn(server, exempted);
  for (const outcome of ['denied', 'granted'] as const) {
    const of = outcome === 'granted' ? exempted : await registerAssessed(server, resident);
    const id = await appeal(server, of, resident);
    const value = outcome === 'granted' ? { land: 2_000_000, building: 6_000_000 } : {};
    const decided = await server.call(
      decideAppeal,
      { params: { appealId: id }, body: { outcome, reason: 'Inspected', ...value } },
      as,
    );
    expect(decided.status).toBe(200);
  }
  await server.call(
    payProperty,
    { params: { propertyId: exempted }, body: { amount: 100, paymentMethod: 'bank' } },
    { as: resident },
  );

  const whole = await registerParcel(server, { geometry: square(-83.1) });
  halves = [`${whole}.1`, `${whole}.2`];
  const plan = (propertyId: string, west: number) => ({
    propertyId,
    address: `${propertyId} Quay Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 600,
    geometry: square(west),
  });
  const split = await server.call(
    splitProperty,
    { params: { id: whole }, body: { into: halves.map((id, n) => plan(id, -83.1 + n / 1000)) } },
    as,
  );
  expect(split.status).toBe(200);
});
afterAll(() => server.stop());

const rebuild = (repair: boolean) =>
  rebuildRegistry(server.services.database, { repair, timeZone: server.services.city.timeZone });
const found = async () => (await rebuild(false)).map(({ projection, count }) => `${projection} ${count}`);

test('the tables equal a replay of the chain, with progress up to its last block', async () => {
  const progress: number[] = [];
  expect(
    await rebuildRegistry(server.services.database, {
      repair: false,
      timeZone: server.services.city.timeZone,
      onProgress: (n) => progress.push(n),
    }),
  ).toEqual([]);
  const [{ blocks } = { blocks: 0 }] = await server.database.sql<{ blocks: number }>(
    `select count(*)::int as blocks from ledger_blocks where domain = 'registry'`,
  );
  expect(progress.at(-1)).toBe(blocks);
});

describe('finds altered tables, and repairs what the chain determines', () => {
  const changes: [what: string, change: () => string, expected: string[]][] = [
    [
      'another owner',
      () => `update parcel_rights set holder = 'owner-${'0'.repeat(24)}' where property_id = '${billed}'`,
      ['parcels 1'],
    ],
    [
      'an address',
      () => `update parcels set address = '1 Other Street' where property_id = '${billed}'`,
      ['parcels 1'],
    ],
    [
      'an assessed value',
      () => `update parcels set assessed_cents = 100 where property_id = '${billed}'`,
      ['parcels 1', 'registry_totals 1'],
    ],
    [
      'a row of an assessment',
      () => `update assessments set land_cents = 1 where property_id = '${billed}'`,
      ['assessments 1'],
    ],
    [
      'a block left out of a history',
      () => `delete from parcel_blocks where property_id = '${paid}'`,
      ['parcel_blocks 1'],
    ],
    [
      'a document',
      () => `update parcel_documents set title = 'Will' where property_id = '${paid}'`,
      ['parcel_documents 1'],
    ],
    [
      'the words by which a search finds a property',
      () => `update parcels set words = to_tsvector('simple', 'elsewhere') where property_id = '${billed}'`,
      ['parcel_words 1'],
    ],
    ['a total', () => 'update registry_totals set properties = properties + 1', ['registry_totals 1']],
  ];
  test.each(changes)('%s', async (_, change, expected) => {
    await server.database.sql(change());
    expect(await found()).toEqual(expected);
    expect((await rebuild(true)).every(({ repairable }) => repairable)).toBe(true);
    expect(await found()).toEqual([]);
  });
});

describe('reports what no block can repair, and does not change it', () => {
  const changes: [what: string, change: () => string, back: () => string, says: RegExp][] = [
    [
      'a debt that was taken off a parcel',
      () => `update parcels set owed_cents = owed_cents - 1000 where property_id = '${billed}'`,
      () => `update parcels set owed_cents = owed_cents + 1000 where property_id = '${billed}'`,
      /owed.*the chain says/,
    ],
    [
      'a bill that was made smaller',
      () => `update bills set open_cents = open_cents - 1 where property_id = '${billed}'`,
      () => `update bills set open_cents = open_cents + 1 where property_id = '${billed}'`,
      /its bills say/,
    ],
    [
      'an entry in the books that no block made',
      () =>
        `insert into book_postings (block_index, line, account, cents)
         values (99999999, 0, 'receivable:tax:${billed}', -500), (99999999, 1, 'clearing:bank', 500)`,
      () =>
        `begin; set local session_replication_role = replica; delete from book_postings where block_index = 99999999; commit`,
      /the books say/,
    ],
    [
      'a credit without a payment',
      () =>
        `update parcels set credit_cents = credit_cents + 700, owed_cents = owed_cents + 700 where property_id = '${billed}'`,
      () =>
        `update parcels set credit_cents = credit_cents - 700, owed_cents = owed_cents - 700 where property_id = '${billed}'`,
      /credit, the books say/,
    ],
    [
      'a payment of another amount',
      () =>
        `update payments set amount_cents = amount_cents + 99900 where payment_id = (select min(payment_id) from payments where subject = '${paid}' and reverses is null)`,
      () =>
        `update payments set amount_cents = amount_cents - 99900 where payment_id = (select min(payment_id) from payments where subject = '${paid}' and reverses is null)`,
      /amountCents is \d+, the chain says \d+/,
    ],
    [
      'a rate',
      () => `update tax_rates set rates = jsonb_set(rates, '{interestBasisPoints}', '9999')`,
      () => `update tax_rates set rates = jsonb_set(rates, '{interestBasisPoints}', '100')`,
      /^2026, block \d+ differs/,
    ],
    [
      'an exemption',
      () =>
        `insert into parcel_exemptions (exemption_id, property_id, kind, cents, from_year, reason, granted_index)
         values (gen_random_uuid(), '${billed}', 'forged', 100, 2026, 'x', 5)`,
      () => `delete from parcel_exemptions where kind = 'forged'`,
      /100 cents from 2026 to open, granted in block 5 is not on the chain/,
    ],
    [
      'the kind of an exemption',
      () => `update parcel_exemptions set kind = 'forged-kind' where property_id = '${exempted}'`,
      () => `update parcel_exemptions set kind = 'homestead' where property_id = '${exempted}'`,
      /[0-9a-f]{64} from 2026 to open, granted in block \d+ is missing/,
    ],
    [
      'a line of a bill',
      () => `update bills set lines = jsonb_set(lines, '{0,name}', '"Another"') where property_id = '${billed}'`,
      () =>
        `update bills set lines = jsonb_set(lines, '{0,name}', '"City operations"') where property_id = '${billed}'`,
      /the bill of 2026 has other lines than its rates give/,
    ],
    [
      'a due day',
      () =>
        `update bills set installments = jsonb_set(installments, '{0,due}', '"2026-09-30"') where property_id = '${billed}'`,
      () =>
        `update bills set installments = jsonb_set(installments, '{0,due}', '"2026-08-31"') where property_id = '${billed}'`,
      /is due on 2026-09-30, which neither the rates nor a block set/,
    ],
    [
      'a corrected tax that was lowered',
      () => `update bills set total_cents = total_cents - 1 where property_id = '${exempted}'`,
      () => `update bills set total_cents = total_cents + 1 where property_id = '${exempted}'`,
      /the bill of 2026 totalCents is \d+, the chain says \d+/,
    ],
    [
      'an appeal that was denied',
      () => `update assessment_appeals set requested_cents = requested_cents - 1 where state = 'denied'`,
      () => `update assessment_appeals set requested_cents = requested_cents + 1 where state = 'denied'`,
      /appeal [0-9a-f-]{36}: requestedCents is \d+, the chain says \d+/,
    ],
    [
      'the reference of a transfer',
      () => `update payments set reference = 'RF00X' || reference where subject = '${exempted}' and method = 'bank'`,
      () => `update payments set reference = substr(reference, 6) where subject = '${exempted}' and method = 'bank'`,
      /reference is "RF00XRF\w+", the chain says "RF/,
    ],
    [
      'what a payment paid',
      () =>
        `update payment_allocations set part = 'credit' where payment_id in (select payment_id from payments where subject = '${paid}' and amount_cents = 5000) and part = 'principal'`,
      () =>
        `update payment_allocations set part = 'principal' where payment_id in (select payment_id from payments where subject = '${paid}' and amount_cents = 5000) and part = 'credit'`,
      /paid is "0,0,0,5000,0", the chain says "0,0,5000,0,0"/,
    ],
    [
      'a geometry',
      () =>
        `update parcels set geometry = jsonb_set(geometry, '{coordinates,0,0,0}', '-83.2') where property_id = '${halves[0]}'`,
      () =>
        `update parcels set geometry = jsonb_set(geometry, '{coordinates,0,0,0}', '-83.1') where property_id = '${halves[0]}'`,
      /has the hash/,
    ],
  ];
  test.each(changes)('%s', async (_, change, back, says) => {
    await server.database.sql(change());
    const differences = (await rebuild(true)).filter(({ projection }) => projection !== 'registry_totals');
    await server.database.sql(back());
    expect(differences.flatMap(({ examples }) => examples).join('\n')).toMatch(says);
    expect(differences.some(({ repairable }) => repairable)).toBe(false);
    await rebuild(true);
    expect(await found()).toEqual([]);
  });
});

test('a lost parcel comes back with its owners and its history, without the geometry that is not on the chain', async () => {
  const id = halves[1] ?? '';
  const rows = (table: string) => server.database.sql(`select * from ${table} where property_id = $1 order by 2`, [id]);
  const before = [await rows('parcel_rights'), await rows('parcel_blocks')];
  await server.database.sql(
    `with a as (delete from parcel_rights where property_id = '${id}'), b as (delete from parcel_blocks where property_id = '${id}'),
       c as (delete from parcel_successions where successor_id = '${id}')
     delete from parcels where property_id = '${id}'`,
  );
  expect(await found()).toEqual(['parcel_successions 1', 'parcels 1', 'parcel_blocks 1', 'registry_totals 1']);
  await rebuild(true);
  expect([await rows('parcel_rights'), await rows('parcel_blocks')]).toEqual(before);
  expect(await found()).toEqual(['parcels 1', 'geometries 1']);
});

test('reports a parcel that no block registered', async () => {
  const columns = (
    await server.database.sql<{ names: string }>(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = 'parcels' and column_name <> 'property_id' and is_generated = 'NEVER'`,
    )
  )[0]?.names;
  await server.database.sql(
    `with parcel as (insert into parcels (property_id, ${columns}) select 'ZZ-STRANGER', ${columns} from parcels where property_id = '${billed}')
     insert into parcel_rights (property_id, holder, shares, acquired_at, acquired_index)
     select 'ZZ-STRANGER', holder, shares, acquired_at, acquired_index from parcel_rights where property_id = '${billed}'`,
  );
  expect(await found()).toContain('unknown_parcels 1');
});
