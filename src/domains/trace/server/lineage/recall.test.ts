import { verifyProofBundle } from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECALL_ASSETS_MAX, readRecall, readRecallReport } from '#domains/trace/contract.ts';
import { importDocument } from '#domains/trace/server/index.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer, testSigner } from '#tests/support/test-server.ts';

const thing = (name: string) => `https://example.com/things/${name}`;
let server: TestServer;
let maker: TestAccount;
let carrier: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  carrier = await server.account('shipper');
  await record(server, maker, 'manufactured', 'MILK', { batch: 'M1', name: 'Milk' });
  await record(server, maker, 'manufactured', 'CREAM', { batch: 'M1' });
  await record(server, maker, 'manufactured', 'CHEESE', { inputs: ['MILK'] });
  await record(server, maker, 'manufactured', 'PIZZA', { inputs: ['CHEESE'] });
  await record(server, maker, 'manufactured', 'CAKE', { inputs: ['CREAM'] });
  await record(server, maker, 'shipped', 'PIZZA', { location: 'Dairy' });
  server.clock.advance(3_600_000);
  await record(server, carrier, 'received', 'PIZZA', { location: 'Hub' });
  server.clock.advance(3_600_000);
  await record(server, carrier, 'quality_check', 'PIZZA', {});
  await pack('ADD', 'box', ['a', 'b'], 1);
  await pack('DELETE', 'box', ['b'], 2);
  await pack('ADD', 'box', ['c'], 3);
});
afterAll(() => server.stop());

const pack = (action: string, parent: string, children: string[], minute: number) =>
  importDocument(
    server.services.trace,
    JSON.stringify({
      '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
      type: 'EPCISDocument',
      schemaVersion: '2.0',
      creationDate: '2026-02-02T00:00:00.000Z',
      epcisBody: {
        eventList: [
          {
            type: 'AggregationEvent',
            action,
            parentID: thing(parent),
            childEPCs: children.map(thing),
            eventTime: `2026-02-01T10:0${minute}:00.000Z`,
            eventTimeZoneOffset: '+00:00',
          },
        ],
      },
    }),
    {},
  );

const recall = async (assetId: string, scope: 'asset' | 'batch' = 'asset') =>
  (await server.call(readRecall, { params: { assetId }, query: { scope } })).body;
const reached = async (...of: Parameters<typeof recall>) =>
  Object.fromEntries((await recall(...of)).lines.map(({ assetId, relation }) => [assetId.split('/').at(-1), relation]));

test('reaches everything made from an asset, and nothing else', async () => {
  expect(await reached('MILK')).toEqual({ MILK: 'itself', CHEESE: 'made from it', PIZZA: 'made from it' });
  expect(await reached('PIZZA')).toEqual({ PIZZA: 'itself' });
});

test('a recall of the batch starts from all its assets', async () => {
  expect(await reached('MILK', 'batch')).toEqual({
    MILK: 'itself',
    CREAM: 'itself',
    CAKE: 'made from it',
    CHEESE: 'made from it',
    PIZZA: 'made from it',
  });
});

test('each line has the location, custodian, start of custody, handlers and newest block', async () => {
  await server.publish();
  const { lines, totals, basis, cut } = await recall('MILK');
  expect(lines.find((line) => line.assetId === 'PIZZA')).toEqual({
    assetId: 'PIZZA',
    name: 'PIZZA',
    relation: 'made from it',
    status: 'in transit',
    location: 'Hub',
    custodian: carrier.username,
    since: '2026-03-04T06:06:07.000Z',
    blockIndex: expect.any(Number),
    handledBy: [carrier.username, maker.username].toSorted(),
  });
  expect(totals).toEqual({ assets: 3, participants: 2, locations: 1 });
  expect(basis).toMatchObject({ valid: true, length: expect.any(Number) });
  expect(cut).toBe(false);
});

describe('the printed report', () => {
  const report = (query: object) => server.call(readRecallReport, { params: { assetId: 'MILK' }, query });
  const cellsOf = (table: string) =>
    [...table.matchAll(/<tr role="row"><td[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.split(/<\/td>(?:<td[^>]*>)?/).map((cell) => cell.replaceAll(/<[^>]+>/g, '')),
    );

  test('lists the same assets, holders and blocks as the recall, and proves the block listed for each', async () => {
    await server.publish();
    const { lines } = await recall('MILK', 'batch');
    const { text, status } = await report({ scope: 'batch' });
    expect(status).toBe(200);
    expect(text).toContain('Recall of batch M1');
    expect(text).toContain('✓ 5 affected assets in this server’s index, with proven blocks about them');
    expect(text).toContain('Not proven: that the list is complete, why an asset is on it, which block is its newest');
    const [, affected = '', newest = ''] = text.split('<table role="table">');
    expect(
      cellsOf(affected).map(([assetId, , why, status, holder, , , block]) => [assetId, why, status, holder, block]),
    ).toEqual(lines.map((line) => [line.assetId, line.relation, line.status, line.custodian, String(line.blockIndex)]));
    const proof = /<pre>(.*)<\/pre>/s.exec(text)![1]!.replaceAll('&quot;', '"');
    const { blocks } = await verifyProofBundle(proof, { logKey: testSigner().key });
    expect(cellsOf(newest).map(([assetId, , , , , , , block]) => [assetId, Number(block)])).toEqual(
      blocks.map(({ index, data }) => [data['asset_id'], index]),
    );
    expect(blocks.map(({ index }) => index)).toEqual(lines.map((line) => line.blockIndex).toSorted((a, b) => a! - b!));
  });

  test('is a PDF too, and continues after the assets that were skipped', async () => {
    const pdf = await report({ scope: 'batch', format: 'pdf' });
    expect(pdf.headers['content-disposition']).toBe('inline; filename="cairn-recall-MILK-1.pdf"');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { text } = await report({ scope: 'batch', after: 3 });
    expect(text).toContain('This sheet lists assets 4 to 5 of 5. 3 of them are on other sheets.');
  });

  test('reports events that no signed checkpoint covers yet', async () => {
    const index = await record(server, maker, 'quality_check', 'CAKE');
    const { text } = await report({ scope: 'batch' });
    expect(text).toContain(`No signed checkpoint covers block ${index} yet, so this sheet does not prove it.`);
  });
});

test('reaches assets that shared a container only if they did so at the same time', async () => {
  expect(await reached(thing('b'))).toEqual({ b: 'itself', box: 'its container', a: 'packed with it' });
  expect(await reached(thing('c'))).toEqual({ c: 'itself', box: 'its container', a: 'packed with it' });
  expect(await reached(thing('box'))).toEqual({
    box: 'itself',
    a: 'packed in it',
    b: 'packed in it',
    c: 'packed in it',
  });
});

test('a corrected event adds no handler, and a restated one does', async () => {
  const handlers = async () => (await recall('STRAY')).lines[0]?.handledBy;
  await record(server, maker, 'manufactured', 'STRAY');
  const wrong = await record(server, carrier, 'received', 'STRAY');
  expect(await handlers()).toEqual([carrier.username, maker.username].toSorted());
  await record(server, carrier, 'correction', 'STRAY', { corrects: wrong });
  expect(await handlers()).toEqual([maker.username]);
  const restated = await record(server, carrier, 'received', 'STRAY');
  await record(server, carrier, 'correction', 'STRAY', { corrects: restated, action: 'quality_check' });
  expect(await handlers()).toEqual([carrier.username, maker.username].toSorted());
});

describe('a recall of more assets than its limit', () => {
  const report = async (assetId: string, query: object) => {
    await server.publish();
    return (await server.call(readRecallReport, { params: { assetId }, query })).text;
  };
  const parcels = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `parcel-${from + n}`);

  test('is marked as cut, and one of exactly the limit is not', async () => {
    const container = thing('container');
    await pack('ADD', 'container', parcels(2, RECALL_ASSETS_MAX), 4);
    expect(await recall(container)).toMatchObject({ cut: false, totals: { assets: RECALL_ASSETS_MAX } });
    const whole = await report(container, {});
    expect(whole).toContain('500 affected assets in this server’s index');
    expect(whole).toContain('This sheet lists assets 1 to 100 of 500.');
    const rest = await report(container, { after: 450 });
    expect(rest).toContain('This sheet lists assets 451 to 500 of 500.');
    expect(rest).toContain('None of the assets on this sheet has a block of its own');
    expect(rest).toContain('data-label="Asset"><bdi>https');
    await pack('ADD', 'container', ['parcel-too-many'], 5);
    const { cut, lines, totals } = await recall(container);
    expect([cut, lines.length, totals.assets]).toEqual([true, RECALL_ASSETS_MAX, RECALL_ASSETS_MAX]);
    const nearest = await report(container, {});
    expect(nearest).toContain('500 or more affected assets in this server’s index');
    expect(nearest).toContain('This sheet lists assets 1 to 100 of the nearest 500. Farther ones are left out.');
  });

  test('is marked as cut too if they are all of its batch', async () => {
    const name = (n: number) => `LOT-${n}`;
    const make = (n: number) => record(server, maker, 'manufactured', name(n), { batch: 'LARGE' });
    for (let n = 1; n <= RECALL_ASSETS_MAX; n++) await make(n);
    expect(await recall(name(1), 'batch')).toMatchObject({ cut: false, totals: { assets: RECALL_ASSETS_MAX } });
    await make(RECALL_ASSETS_MAX + 1);
    expect(await recall(name(1), 'batch')).toMatchObject({ cut: true, totals: { assets: RECALL_ASSETS_MAX } });
    const last = await report(name(1), { scope: 'batch', after: RECALL_ASSETS_MAX - 100 });
    expect(last).toContain('500 or more affected assets in this server’s index');
    expect(last).toContain('This sheet lists assets 401 to 500 of the nearest 500. Farther ones are left out.');
  });
});

test('a recall with more links than it follows reports that it may miss assets', async () => {
  await record(server, maker, 'manufactured', 'SHUTTLED');
  await record(server, maker, 'manufactured', 'SHUTTLE');
  const pack = (first: number, last: number) =>
    server.database.sql(
      `insert into asset_links (block_index, source, target, kind)
       select n, 'SHUTTLED', 'SHUTTLE', 'packed' from generate_series($1::bigint, $2::bigint) as n`,
      [first, last],
    );
  await pack(1_000_001, 1_000_100);
  expect(await recall('SHUTTLED')).toMatchObject({ cut: false, incomplete: false, totals: { assets: 2 } });
  await pack(1_000_101, 1_020_001);
  expect(await recall('SHUTTLED')).toMatchObject({ cut: false, incomplete: true });
  await server.publish();
  const { text } = await server.call(readRecallReport, { params: { assetId: 'SHUTTLED' }, query: {} });
  expect(text).toContain('or more affected assets');
  expect(text).toContain('so the list may miss assets at any distance');
}, 60_000);
