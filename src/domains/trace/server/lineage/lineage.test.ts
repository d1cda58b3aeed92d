import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent, readLineage } from '#domains/trace/contract.ts';
import { importDocument, rebuildProjections } from '#domains/trace/server/index.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  for (const id of ['LOT-A', 'LOT-B', 'LOT-C'])
    await record(server, maker, 'manufactured', id, { name: `Green ${id}` });
  await record(server, maker, 'manufactured', 'BLEND', { inputs: ['LOT-A', 'LOT-B'], category: 'Food' });
  await record(server, maker, 'manufactured', 'BAG-1', { inputs: ['BLEND'] });
  await record(server, maker, 'manufactured', 'BAG-2', { inputs: ['BLEND'] });
});
afterAll(() => server.stop());

type Query = NonNullable<Parameters<typeof server.call<typeof readLineage>>[1]['query']>;
const lineage = async (assetId: string, query: Query = {}) =>
  (await server.call(readLineage, { params: { assetId }, query })).body;
const ids = async (assetId: string, query: Query = {}) =>
  (await lineage(assetId, query)).nodes.map((node) => node.assetId).toSorted();
const differences = () => rebuildProjections(server.services.database, { repair: false });

describe('what an asset was made from', () => {
  test('is followed upstream and downstream, with the block of each step', async () => {
    expect(await ids('BAG-1', { direction: 'upstream' })).toEqual(['BAG-1', 'BLEND', 'LOT-A', 'LOT-B']);
    expect(await ids('LOT-A', { direction: 'downstream' })).toEqual(['BAG-1', 'BAG-2', 'BLEND', 'LOT-A']);
    const { edges, nodes, cut } = await lineage('BLEND', { direction: 'upstream' });
    expect(edges).toEqual([
      { from: 'LOT-A', to: 'BLEND', kind: 'made', blockIndex: expect.any(Number) },
      { from: 'LOT-B', to: 'BLEND', kind: 'made', blockIndex: expect.any(Number) },
    ]);
    expect(nodes[0]).toMatchObject({
      assetId: 'BLEND',
      status: 'manufactured',
      category: 'Food',
      depth: 0,
      more: false,
    });
    expect(cut).toBe(false);
  });

  test('goes to the requested depth, and marks where it leads further', async () => {
    const { nodes } = await lineage('BAG-1', { direction: 'upstream', depth: 1 });
    expect(nodes.map(({ assetId, more }) => [assetId, more])).toEqual([
      ['BAG-1', false],
      ['BLEND', true],
    ]);
  });

  test('ends at cycles', async () => {
    await record(server, maker, 'quality_check', 'LOT-C', { inputs: ['BAG-2'] });
    await record(server, maker, 'quality_check', 'BLEND', { inputs: ['LOT-C'] });
    expect(await ids('BLEND', { direction: 'upstream', depth: 20 })).toEqual([
      'BAG-2',
      'BLEND',
      'LOT-A',
      'LOT-B',
      'LOT-C',
    ]);
  });

  test('is removed by a correction, and replaced by a restatement', async () => {
    const block = await record(server, maker, 'quality_check', 'BAG-1', { inputs: ['LOT-C'] });
    expect(await ids('BAG-1', { depth: 1 })).toEqual(['BAG-1', 'BLEND', 'LOT-C']);
    await record(server, maker, 'correction', 'BAG-1', { corrects: block, action: 'quality_check', inputs: ['LOT-A'] });
    expect(await ids('BAG-1', { depth: 1 })).toEqual(['BAG-1', 'BLEND', 'LOT-A']);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ['an unknown asset', ['NOWHERE'], 404, '/meta/inputs/0'],
    ['itself', ['LOT-A'], 400, '/meta/inputs'],
    ['nothing', [], 400, '/meta/inputs'],
    ['not a list', 'LOT-B', 400, '/meta/inputs'],
    ['the same twice', ['LOT-B', 'LOT-B'], 400, '/meta/inputs'],
    ['more than a hundred', Array.from({ length: 101 }, (_, n) => `X-${n}`), 400, '/meta/inputs'],
  ])('cannot be %s', async (_, inputs, status, pointer) => {
    const body = { user: maker.username, action: 'quality_check', asset_id: 'LOT-A', meta: { inputs } };
    const answer = await server.call(addEvent, { body }, { as: maker });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).errors[0].pointer).toBe(pointer);
  });
});

describe('EPCIS events', () => {
  const at = (minute: number) => ({
    eventTime: `2026-02-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
    eventTimeZoneOffset: '+00:00',
  });
  const bring = (eventList: unknown[]) =>
    importDocument(
      server.services.trace,
      JSON.stringify({
        '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
        type: 'EPCISDocument',
        schemaVersion: '2.0',
        creationDate: '2026-02-02T00:00:00.000Z',
        epcisBody: { eventList },
      }),
      {},
    );
  const thing = (name: string) => `https://example.com/things/${name}`;

  test('a transformation links its inputs to its outputs, also across several events with its id', async () => {
    await bring([
      { type: 'TransformationEvent', ...at(0), inputEPCList: [thing('i1'), thing('i2')], outputEPCList: [thing('o1')] },
      { type: 'TransformationEvent', ...at(1), transformationID: 'urn:uuid:1', inputEPCList: [thing('i3')] },
      { type: 'TransformationEvent', ...at(2), transformationID: 'urn:uuid:1', outputEPCList: [thing('o2')] },
    ]);
    expect(await ids(thing('o1'), { depth: 1 })).toEqual([thing('i1'), thing('i2'), thing('o1')]);
    expect(await ids(thing('i3'), { direction: 'downstream', depth: 1 })).toEqual([thing('i3'), thing('o2')]);
    expect((await lineage(thing('o2'))).edges).toMatchObject([{ from: thing('i3'), to: thing('o2'), kind: 'made' }]);
  });

  test('a packed child links to its parent until it is taken out', async () => {
    const pack = { type: 'AggregationEvent', parentID: thing('box') };
    await bring([{ ...pack, action: 'ADD', childEPCs: [thing('c1'), thing('c2')], ...at(3) }]);
    await bring([{ ...pack, action: 'DELETE', childEPCs: [thing('c1')], ...at(4) }]);
    const { edges } = await lineage(thing('box'));
    expect(edges).toEqual([
      {
        from: thing('c1'),
        to: thing('box'),
        kind: 'packed',
        blockIndex: expect.any(Number),
        untilBlock: expect.any(Number),
      },
      { from: thing('c2'), to: thing('box'), kind: 'packed', blockIndex: expect.any(Number) },
    ]);
  });

  test('stored links equal a replay, and are repaired', async () => {
    expect(await differences()).toEqual([]);
    await server.database.tamper(`delete from asset_links where target = 'BLEND'`);
    await server.database.tamper(`insert into asset_links values (1, 'X', 'LOT-A', 'made'), (0, 'X', 'Y', 'made')`);
    const [found] = await rebuildProjections(server.services.database, { repair: true });
    expect(found).toMatchObject({ projection: 'asset_links', count: 5 });
    expect(await differences()).toEqual([]);
  });
});

test('a lineage is limited to the 500 nearest assets', async () => {
  await server.database.sql(
    `insert into asset_links select 1000000 + n, 'HUB-' || n, 'LOT-B', 'made' from generate_series(1, 700) n`,
  );
  const { nodes, cut } = await lineage('LOT-B', { direction: 'upstream', depth: 2 });
  expect(nodes).toHaveLength(500);
  expect(nodes[0]?.assetId).toBe('LOT-B');
  expect(cut).toBe(true);
});
