import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { summarizeEvents } from '../contract.ts';

let server: TestServer;
let maker: TestAccount;
let shop: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer', { username: 'maker-one' });
  shop = await server.account('retailer', { username: 'shop-one' });
  const at = (day: number) => `2026-01-0${day}T12:00:00Z`;
  const food = { name: 'Rice', category: 'Food', batch: 'B-1' };
  await record(server, maker, 'manufactured', 'SUM-1', { ...food, location: 'Port of Oslo', timestamp: at(1) });
  await record(server, maker, 'shipped', 'SUM-1', {
    location: 'Port of Oslo',
    to: 'shop-one',
    seal: 'broken',
    timestamp: at(2),
  });
  await record(server, shop, 'received', 'SUM-1', { location: 'Bergen', timestamp: at(3) });
  await record(server, maker, 'manufactured', 'SUM-2', { name: 'Lamp', location: 'Malmö', timestamp: at(3) });
});
afterAll(() => server.stop());

const summary = async (query: object = {}) => (await server.call(summarizeEvents, { query })).body;

test('counts every event once in each group, with the newest first and the oldest', async () => {
  expect(await summary({ limit: 1 })).toMatchObject({
    total: 4,
    atLeast: false,
    assets: 2,
    actions: [
      { value: 'manufactured', events: 2 },
      { value: 'received', events: 1 },
      { value: 'shipped', events: 1 },
    ],
    participants: [
      { value: 'maker-one', events: 3 },
      { value: 'shop-one', events: 1 },
    ],
    categories: [{ value: 'Food', events: 3 }],
    days: [
      { value: '2026-01-03', events: 2 },
      { value: '2026-01-01', events: 1 },
      { value: '2026-01-02', events: 1 },
    ],
    names: [
      { value: 'Rice', events: 3 },
      { value: 'Lamp', events: 1 },
    ],
    addressees: [{ value: 'shop-one', events: 1 }],
    months: [{ value: '2026-01', events: 4 }],
    newest: [{ assetId: 'SUM-2' }],
    oldest: { assetId: 'SUM-1', action: 'manufactured' },
  });
});

test.each([
  ['location, as a part of it and in any case', { location: 'oslo' }, 2],
  ['location, without its accents', { location: 'malmo' }, 1],
  ['addressee', { addressee: 'shop-one' }, 1],
  ['text in one field of metadata', { stating: 'broken seal' }, 1],
  ['text that no field has as a whole', { stating: 'broken glass' }, 0],
  ['text that only a label has', { stating: 'rice' }, 0],
  ['category', { category: 'food' }, 3],
  ['batch, in any case', { batch: 'b-1' }, 3],
  ['batch that no asset is in', { batch: 'B-2' }, 0],
  ['action and participant', { action: 'manufactured', participantId: 'maker-one' }, 2],
  ['period, by when events happened', { from: '2026-01-01', to: '2026-01-02' }, 2],
  ['a participant that does not exist', { participantId: 'nobody' }, 0],
  ['everything at once', { location: 'bergen', action: 'received', category: 'Food', assetId: 'SUM-1' }, 1],
])('keeps only events of a %s', async (_, query, total) => {
  expect((await summary(query)).total).toBe(total);
});

test('lists the field that states a text, of each event that does', async () => {
  const [event] = (await summary({ stating: 'seal' })).readings ?? [];
  expect(event).toMatchObject({
    field: 'seal',
    value: 'broken',
    assetId: 'SUM-1',
    action: 'shipped',
    location: 'Port of Oslo',
    timestamp: '2026-01-02T12:00:00.000Z',
  });
  expect(await summary()).not.toHaveProperty('readings');
});
