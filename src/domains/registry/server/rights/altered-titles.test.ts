import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  mergeProperties,
  readProperty,
  recordDocument,
  splitProperty,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { replayParcel } from '../rebuild/replay-parcel.ts';
import { findDifferences, tamper } from '../rebuild/tampered.fixture.ts';
import { registerOwned } from '../register.fixture.ts';

let server: TestServer;
/** A process with an empty cache. */
let fresh: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  fresh = await startTestServer({ beside: server.database });
  clerk = await server.account('government');
});
afterAll(async () => {
  await fresh.stop();
  await server.stop();
});

const FORGED = `owner-${'b'.repeat(20)}`;
const whole = { numerator: 1, denominator: 1 };
const plan = (propertyId: string) => ({
  propertyId,
  address: '1 Quay Street',
  neighborhood: 'Old Harbor',
  propertyType: 'residential' as const,
  squareFootage: 600,
});

const holderOf = async (id: string): Promise<string> =>
  (await server.call(readProperty, { params: { id } })).body.owners[0]?.holder ?? '';
const transfer = (id: string, from: string, on = fresh) =>
  on.call(transferTitle, { params: { id }, body: { from, to: { name: 'Somebody' }, fraction: whole } }, { as: clerk });
const split = (id: string) =>
  fresh.call(splitProperty, { params: { id }, body: { into: [plan(`${id}.1`), plan(`${id}.2`)] } }, { as: clerk });
const merge = (id: string, other: string) =>
  fresh.call(mergeProperties, { body: { propertyIds: [other, id], into: plan(`${id}.M`) } }, { as: clerk });

const head = async () => (await server.database.sql<{ length: number }>('select length from ledger_head'))[0]?.length;
const forge = (id: string, change: string) =>
  tamper(
    server,
    'parcel_rights',
    `update parcel_rights set ${change} where property_id = '${id}'`,
    `property_id = '${id}'`,
  );

describe('owners that differ from the blocks', () => {
  test('transfer nothing, and their property is neither split nor merged, even if it is cached', async () => {
    const [id, other] = [await registerOwned(server), await registerOwned(server)];
    const holder = await holderOf(id);
    const restore = await forge(id, `holder = '${FORGED}'`);
    const document = { title: 'Deed', sha256: 'ab'.repeat(32) };
    expect((await fresh.call(recordDocument, { params: { id }, body: document }, { as: clerk })).status).toBe(200);
    const before = await head();
    for (const answer of [await transfer(id, FORGED), await split(id), await merge(id, other)]) {
      expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
      expect(answer.problem.detail ?? answer.problem.title).toContain(
        `The stored owners of ${id} differ from the blocks`,
      );
    }
    expect(await head()).toBe(before);
    await restore();
    expect((await transfer(id, holder)).status).toBe(200);
    expect(await findDifferences(server)).toEqual([]);
  });

  test('cannot be reset to those before a transfer or a merge', async () => {
    const [id, other] = [await registerOwned(server), await registerOwned(server)];
    const earlier = await holderOf(id);
    const [{ title_index: index } = { title_index: 0 }] = await server.database.sql<{ title_index: number }>(
      `select title_index from parcels where property_id = '${id}'`,
    );
    expect((await transfer(id, earlier, server)).status).toBe(200);
    const restoreRights = await forge(id, `holder = '${earlier}'`);
    const set = `update parcels set title_index = ${index} where property_id = '${id}'`;
    const restore = await tamper(server, 'parcels', set, `property_id = '${id}'`);
    expect((await transfer(id, earlier)).status).toBe(503);
    await restoreRights();
    await restore();

    const holder = await holderOf(other);
    await transfer(id, await holderOf(id), server);
    const city = { from: holder, to: { city: true as const }, fraction: whole };
    for (const one of [id, other]) {
      const body = { ...city, from: await holderOf(one) };
      expect((await server.call(transferTitle, { params: { id: one }, body }, { as: clerk })).status).toBe(200);
    }
    const stored = 'status, title_index, shares';
    const [row] = await server.database.sql(`select ${stored} from parcels where property_id = '${other}'`);
    expect((await merge(id, other)).status).toBe(200);
    await server.database.tamper(
      `update parcels set status = 'active', title_index = $2, shares = $3 where property_id = $1`,
      [other, row?.['title_index'], row?.['shares']],
    );
    await server.database.tamper(
      'insert into parcel_rights (property_id, holder, shares, acquired_at, acquired_index) values ($1, $2, $3, now(), 1)',
      [other, 'city', row?.['shares']],
    );
    const third = await startTestServer({ beside: server.database });
    const refused = await transfer(other, 'city', third);
    await third.stop();
    expect([refused.status, refused.problem.code]).toEqual([503, 'server.unavailable']);
  });
});

const facts = {
  ...{ property_id: 'P-1', address: '1 Quay Street', neighborhood: 'Old Harbor', property_type: 'residential' },
  ...{ square_footage: 0, lot_square_feet: 0, year_built: null, geometry_sha256: null },
};
const title = (...rights: [holder: string, shares: number][]) => ({
  shares: rights.reduce((sum, [, shares]) => sum + shares, 0),
  rights: rights.map(([holder, shares]) => ({ holder, shares })),
});
const move = (from: string, to: string, after: ReturnType<typeof title>, numerator = 1, denominator = 1) => ({
  ...{ action: 'registry.title_transferred', property_id: 'P-1', from, to, numerator, denominator },
  ...after,
});
const faultsOf = (...blocks: object[]) =>
  replayParcel(
    [{ action: 'registry.parcel_registered', ...facts, ...title(['owner-a', 1]) }, ...blocks].map((data, index) => ({
      ...{ id: 'P-1', index, timestamp: 0, data: JSON.stringify(data) },
    })),
  )?.faults;

describe('a replay of title blocks', () => {
  test('finds nothing in a history that adds up', () => {
    const half = move('owner-a', 'owner-c', title(['owner-a', 1], ['owner-c', 1]), 1, 2);
    const merged = { ...facts, action: 'registry.parcels_merged', property_id: 'P-2', from: ['P-1', 'P-3'] };
    expect(faultsOf(half, { ...merged, ...title(['owner-x', 1], ['owner-y', 1]) })).toEqual([]);
  });

  test.each([
    [
      [move('owner-b', 'owner-c', title(['owner-c', 1]))],
      'block 1 transfers a part from owner-b, who does not hold any',
    ],
    [
      [move('owner-a', 'owner-c', title(['owner-d', 1]))],
      'block 1 states other owners than follow from the blocks before it',
    ],
    [
      [
        {
          action: 'registry.parcel_split',
          property_id: 'P-1',
          into: [{ ...facts, property_id: 'P-2', ...title(['owner-x', 1], ['owner-y', 1]) }],
        },
      ],
      'block 1 states owners with other fractions than in the property that it replaces',
    ],
  ])('reports %j', (blocks, fault) => {
    expect(faultsOf(...blocks)).toEqual([fault]);
  });
});
