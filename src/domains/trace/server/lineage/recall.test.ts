import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecall } from '#domains/trace/contract.ts';
import { importDocument } from '#domains/trace/server/index.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

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
