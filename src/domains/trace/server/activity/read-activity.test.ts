import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { participantActivity } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
let outlet: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer', { username: 'maker' });
  shipper = await server.account('shipper', { username: 'shipper' });
  outlet = await server.account('retailer', { username: 'outlet', managedBy: maker.id });
});
afterAll(() => server.stop());

describe('the activity of a participant', () => {
  const activity = (id: string) => server.call(participantActivity, { params: { id } });

  test('is summarized by asset, action, day and counterparty', async () => {
    const at = (day: string) => ({ timestamp: `${day}T12:00:00Z` });
    await record(server, maker, 'manufactured', 'HAND-1', { name: 'One', ...at('2026-02-01') });
    await record(server, maker, 'quality_check', 'HAND-1', at('2026-02-02'));
    await record(server, shipper, 'shipped', 'HAND-1', at('2026-02-03'));
    await record(server, shipper, 'received', 'HAND-1', at('2026-02-03'));
    await record(server, { ...maker, username: outlet.username }, 'received', 'HAND-1', at('2026-02-04'));
    expect((await activity('shipper')).body).toEqual({
      totalEvents: 2,
      read: { events: 2, complete: true },
      firstAt: '2026-02-03T12:00:00.000Z',
      lastAt: '2026-02-03T12:00:00.000Z',
      byAction: [
        { action: 'received', events: 1 },
        { action: 'shipped', events: 1 },
      ],
      byDay: [{ day: '2026-02-03', events: 2 }],
      assets: [
        { assetId: 'HAND-1', name: 'One', events: 2, lastAction: 'received', lastAt: '2026-02-03T12:00:00.000Z' },
      ],
      assetCount: 1,
      counterparties: [
        { username: 'maker', from: 1, to: 0 },
        { username: 'outlet', from: 0, to: 1 },
      ],
    });
  });

  test('is empty for a participant without events', async () => {
    const { username } = await server.account('retailer');
    expect((await activity(username)).body).toMatchObject({
      totalEvents: 0,
      assets: [],
      counterparties: [],
      byDay: [],
    });
  });

  test('is based on its newest 500 events, found by an index', async () => {
    const busy = await server.account('manufacturer', { username: 'busy' });
    await record(server, busy, 'manufactured', 'BUSY-1');
    await Promise.all(Array.from({ length: 510 }, () => record(server, busy, 'quality_check', 'BUSY-1')));
    expect((await activity('busy')).body).toMatchObject({
      totalEvents: 511,
      read: { events: 500, complete: false },
      byAction: [{ action: 'quality_check', events: 500 }],
      assets: [{ assetId: 'BUSY-1', events: 500 }],
    });
  });
});
