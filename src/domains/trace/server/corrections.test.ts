import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readChain, readCorrections } from '#domains/ledger/contract.ts';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { addEvent, dashboardStats, readAsset, recentActivities } from '../contract.ts';
import { rebuildProjections } from './rebuild/rebuild-projections.ts';

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
let retailer: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  shipper = await server.account('shipper');
  retailer = await server.account('retailer');
});
afterAll(() => server.stop());

let made = 0;
let id = '';
beforeEach(() => {
  id = `JOURNEY-${made++}`;
});

const read = async (query: { page?: number; limit?: number } = {}) =>
  (await server.call(readAsset, { params: { assetId: id }, query })).body;
const correct = (by: TestAccount, corrects: unknown, assetId = id) =>
  callLoosely(
    server.app,
    addEvent,
    { body: { user: by.username, action: 'correction', asset_id: assetId, meta: { corrects } } },
    { as: by },
  );
const openAnomalies = async () => (await server.call(dashboardStats, {})).body.openAnomalies;
const listedAnomalies = async () =>
  (
    await server.call(recentActivities, { query: { anomalous: 'true', clock: 'recorded', limit: 100 } })
  ).body.activities.map((one) => one.blockIndex);

/** Checks that dashboard, list and histories agree after any corrections. */
async function expectAgreement(): Promise<void> {
  expect((await listedAnomalies()).length).toBe(await openAnomalies());
}

describe('the history of an asset', () => {
  test('ascends, pages from the start of the journey, and has the status after each event', async () => {
    const blocks = [
      await record(server, maker, 'manufactured', id, { location: 'Plant', timestamp: '2026-02-01' }),
      await record(server, maker, 'shipped', id, { timestamp: '2026-02-02T10:00:00+02:00', note: { any: 'thing' } }),
      await record(server, shipper, 'received', id),
      await record(server, shipper, 'quality_check', id),
      await record(server, shipper, 'delivered', id),
    ];
    const { asset, history, pagination } = await read();
    expect(history.map((event) => event.blockIndex)).toEqual(blocks);
    expect(history.map((event) => event.status)).toEqual([
      'manufactured',
      'shipped',
      'in transit',
      'in transit',
      'delivered',
    ]);
    expect(history[1]).toEqual({
      blockIndex: blocks[1],
      blockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      action: 'shipped',
      participant: maker.username,
      participantRole: 'manufacturer',
      takenBy: maker.username,
      timestamp: '2026-02-02T08:00:00.000Z',
      recordedAt: '2026-03-04T05:06:07.000Z',
      status: 'shipped',
      anomalies: [],
      meta: { timestamp: '2026-02-02T10:00:00+02:00', note: { any: 'thing' } },
    });
    expect(asset).toMatchObject({
      currentStatus: 'delivered',
      eventCount: 5,
      anomalyCount: 0,
      currentLocation: 'Plant',
    });
    expect(pagination).toMatchObject({ total: 5, page: 1, limit: 200 });
    for (const page of [1, 2, 3, 4, 5]) expect((await read({ page, limit: 1 })).history).toEqual([history[page - 1]]);
    expect((await read({ page: 6, limit: 1 })).history).toEqual([]);
  });
});

describe('an anomaly', () => {
  test.each([
    ['out of order', ['manufactured', 'delivered']],
    ['out of order', ['manufactured', 'shipped', 'shipped']],
    ['out of order', ['manufactured', 'returned']],
  ])('%s is marked, never refused: %j', async (anomaly, actions) => {
    const before = await openAnomalies();
    for (const action of actions) await record(server, maker, action, id);
    const { asset, history } = await read();
    expect(history.map((event) => event.anomalies)).toEqual([...actions.slice(1).map(() => []), [anomaly]]);
    expect([asset.anomalyCount, await openAnomalies()]).toEqual([1, before + 1]);
    expect((await listedAnomalies())[0]).toBe(history.at(-1)!.blockIndex);
    await expectAgreement();
  });

  test('before the previous event, and recorded before it happened, with a tolerance of a minute between clocks', async () => {
    await record(server, maker, 'manufactured', id, { timestamp: '2026-03-01T00:00:00Z' });
    await record(server, maker, 'shipped', id, { timestamp: '2026-02-01T00:00:00Z' });
    await record(server, maker, 'quality_check', id, { timestamp: Date.parse('2026-03-04T05:07:00Z') / 1000 });
    await record(server, maker, 'quality_check', id, { timestamp: '2026-03-05T00:00:00Z' });
    expect((await read()).history.map((event) => event.anomalies)).toEqual([
      [],
      ['before the previous event'],
      [],
      ['recorded before it happened'],
    ]);
    await expectAgreement();
  });
});

describe('a correction', () => {
  test('is a separate event: the corrected one stays, marked, and no longer counts', async () => {
    await record(server, maker, 'manufactured', id, { location: 'Plant' });
    const wrong = await record(server, maker, 'shipped', id, { location: 'Wrong place' });
    const { status } = await correct(maker, wrong);
    expect(status).toBe(200);
    const { asset, history } = await read();
    expect(asset).toMatchObject({
      currentStatus: 'manufactured',
      currentLocation: 'Plant',
      eventCount: 3,
      custodian: maker.username,
    });
    expect(history).toMatchObject([
      { action: 'manufactured' },
      { action: 'shipped', correctedBy: wrong + 1, status: 'manufactured' },
      { action: 'correction', corrects: wrong, status: 'manufactured' },
    ]);
    for (const page of [1, 2, 3]) expect((await read({ page, limit: 1 })).history).toEqual([history[page - 1]]);
  });

  test('computes the status of later pages without corrected events', async () => {
    await record(server, maker, 'manufactured', id);
    await record(server, maker, 'shipped', id);
    const wrong = await record(server, retailer, 'received', id);
    await correct(retailer, wrong);
    await record(server, maker, 'quality_check', id);
    expect((await read()).history.map((event) => event.status).at(-1)).toBe('shipped');
    expect((await read({ page: 5, limit: 1 })).history[0]!.status).toBe('shipped');
    expect((await read()).asset.currentStatus).toBe('shipped');
  });

  test('removes an anomaly together with its event', async () => {
    const before = await openAnomalies();
    await record(server, maker, 'manufactured', id);
    const odd = await record(server, maker, 'delivered', id);
    expect(await openAnomalies()).toBe(before + 1);
    await correct(maker, odd);
    expect([(await read()).asset.anomalyCount, await openAnomalies()]).toEqual([0, before]);
    expect(await listedAnomalies()).not.toContain(odd);
    await expectAgreement();
  });

  test('removes anomalies caused by the corrected event', async () => {
    await record(server, maker, 'manufactured', id);
    const twice = await record(server, maker, 'shipped', id);
    const odd = await record(server, maker, 'shipped', id);
    expect((await read()).history.at(-1)!.anomalies).toEqual(['out of order']);
    await correct(maker, twice);
    expect((await read()).asset.anomalyCount).toBe(0);
    expect((await read()).history.find((event) => event.blockIndex === odd)!.anomalies).toEqual([]);
    await expectAgreement();
  });

  test('marks anomalies that appear without the corrected event', async () => {
    await record(server, maker, 'manufactured', id);
    const shipped = await record(server, maker, 'shipped', id);
    const received = await record(server, maker, 'delivered', id);
    await correct(maker, shipped);
    expect((await read()).asset.anomalyCount).toBe(1);
    expect((await read()).history.find((event) => event.blockIndex === received)!.anomalies).toEqual(['out of order']);
    await expectAgreement();
  });

  test('is allowed to the recorder, the participant, its manager and administrators; 403 for others', async () => {
    const managed = await server.account('shipper', { managedBy: maker.id });
    const administrator = await server.account('administrator');
    await record(server, maker, 'manufactured', id);
    const events = [];
    for (let i = 0; i < 4; i++) events.push(await record(server, managed, 'quality_check', id));
    for (const stranger of [shipper, retailer]) {
      const answer = await correct(stranger, events[0]);
      expect([answer.status, answer.problem.code]).toEqual([403, 'trace.not_yours']);
    }
    for (const [n, who] of [managed, maker, administrator].entries())
      expect({ n, status: (await correct(who, events[n])).status }).toEqual({ n, status: 200 });
  });

  test('of an event that an administrator recorded for a participant is allowed to both', async () => {
    const administrator = await server.account('administrator');
    await record(server, maker, 'manufactured', id);
    const byAdministrator = async () => {
      const body = { user: shipper.username, action: 'quality_check', asset_id: id };
      return (await server.call(addEvent, { body }, { as: administrator })).body.block.index;
    };
    expect((await correct(shipper, await byAdministrator())).status).toBe(200);
    expect((await correct(administrator, await byAdministrator())).status).toBe(200);
  });

  test('400: of an uncorrectable block, with the pointer and the reason', async () => {
    const first = await record(server, maker, 'manufactured', id);
    const event = await record(server, maker, 'quality_check', id);
    await correct(maker, event);
    const refusals: [unknown, RegExp][] = [
      [first, /first event of this asset/],
      [event, /already corrected/],
      [event + 1, /is itself a correction/],
      [0, /not an event of this asset/],
      [999_999, /not an event of this asset/],
      [-1, /must be the index/],
      ['1', /must be the index/],
      [undefined, /must be the index/],
      [2 ** 53, /must be the index|2\^53/],
    ];
    for (const [corrects, reason] of refusals) {
      const { status, problem } = await correct(maker, corrects);
      expect({ corrects, status, detail: problem.detail }).toEqual({
        corrects,
        status: 400,
        detail: expect.stringMatching(reason),
      });
      expect(problem.errors?.[0]?.pointer).toBe('/meta/corrects');
    }
    expect((await correct(maker, event, 'NO-SUCH-ASSET')).status).toBe(404);
  });

  test('of one event by two concurrent requests happens once', async () => {
    await record(server, maker, 'manufactured', id);
    const event = await record(server, maker, 'quality_check', id);
    const answers = await Promise.all([correct(maker, event), correct(maker, event)]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
  });
});

describe('a correction that restates what happened', () => {
  const restateAs = (by: TestAccount, corrects: number, meta: Record<string, unknown>) =>
    callLoosely(
      server.app,
      addEvent,
      { body: { user: by.username, action: 'correction', asset_id: id, meta: { corrects, ...meta } } },
      { as: by },
    );

  test('counts in the position of the corrected event, not after later ones', async () => {
    await record(server, maker, 'manufactured', id, { location: 'Plant', timestamp: '2026-02-01' });
    const wrong = await record(server, maker, 'delivered', id, { location: 'Wrong', timestamp: '2026-02-02' });
    await record(server, retailer, 'received', id, { timestamp: '2026-02-03' });
    const before = await openAnomalies();
    const answer = await restateAs(maker, wrong, { action: 'shipped', location: 'Oslo', timestamp: '2026-02-02' });
    expect(answer.status).toBe(200);
    const { asset, history } = await read();
    expect(asset).toMatchObject({ currentStatus: 'delivered', currentLocation: 'Oslo', custodian: retailer.username });
    expect(history).toMatchObject([
      { status: 'manufactured' },
      { status: 'shipped', correctedBy: wrong + 2 },
      { status: 'delivered' },
      { status: 'delivered', corrects: wrong },
    ]);
    // Delivering it right after its manufacture was an anomaly, and so was receiving what had not been shipped.
    expect([asset.anomalyCount, await openAnomalies()]).toEqual([0, before - 2]);
    await expectAgreement();
    for (const page of [1, 2, 3, 4]) expect((await read({ page, limit: 1 })).history).toEqual([history[page - 1]]);
  });

  test('sets the status of later pages for any corrected action', async () => {
    await record(server, maker, 'manufactured', id);
    const check = await record(server, maker, 'quality_check', id);
    await restateAs(maker, check, { action: 'shipped' });
    const shipped = await record(server, maker, 'shipped', id);
    await restateAs(maker, shipped, { action: 'quality_check' });
    await record(server, maker, 'quality_check', id);
    const { history, asset } = await read();
    expect(asset.currentStatus).toBe('shipped');
    for (let page = 1; page <= history.length; page += 1)
      expect((await read({ page, limit: 1 })).history).toEqual([history[page - 1]]);
  });

  test('is marked if it is anomalous itself, and judged again by the next correction', async () => {
    await record(server, maker, 'manufactured', id);
    const shipped = await record(server, maker, 'shipped', id);
    const second = await record(server, maker, 'quality_check', id);
    const odd = await restateAs(maker, second, { action: 'shipped' });
    expect(odd.status).toBe(200);
    expect((await read()).history.at(-1)!.anomalies).toEqual(['out of order']);
    expect((await listedAnomalies())[0]).toBe(second + 1);
    await expectAgreement();
    await correct(maker, shipped);
    expect((await read()).asset).toMatchObject({ anomalyCount: 0, currentStatus: 'shipped' });
    await expectAgreement();
  });

  test('equals a replay of the chain', async () => {
    expect(await rebuildProjections(server.services.database, { repair: false })).toEqual([]);
  });

  test('400: with an action that creates an asset, is a correction, or is reserved; 403 if the role does not allow it', async () => {
    await record(server, maker, 'manufactured', id);
    const event = await record(server, retailer, 'received', id);
    for (const action of ['manufactured', 'correction', 'genesis', 'Not A Verb', 7, null]) {
      const { status, problem } = await restateAs(retailer, event, { action });
      expect({ action, status }).toEqual({ action, status: 400 });
      expect(problem.errors?.[0]?.pointer).toBe('/meta/action');
    }
    expect((await restateAs(retailer, event, { action: 'shipped' })).status).toBe(403);
    expect((await restateAs(retailer, event, { action: 'returned' })).status).toBe(200);
  });
});

test('the explorer reads which blocks of a range were corrected, and by which', async () => {
  const first = await record(server, maker, 'manufactured', id);
  await record(server, maker, 'shipped', id);
  await correct(maker, first + 1);
  const query = { from: first, to: first + 2 };
  expect((await server.call(readCorrections, { query })).body.corrections).toEqual([
    { blockIndex: first + 1, correctedBy: first + 2 },
  ]);
  expect((await server.call(readCorrections, { query: { from: first, to: first } })).body.corrections).toEqual([]);
});

test('the explorer reads the names of the assets of its blocks with them, as they are now', async () => {
  const first = await record(server, maker, 'manufactured', id, { name: 'Washed Arabica' });
  await record(server, maker, 'quality_check', id);
  const page = { before: first + 2, limit: 2 };
  const named = (await server.call(readChain, { query: { ...page, names: 'true' } })).body;
  expect(named.chain.map(({ index }) => index)).toEqual([first, first + 1]);
  expect(named.assetNames).toEqual({ [id]: 'Washed Arabica' });
  expect((await server.call(readChain, { query: page })).body).not.toHaveProperty('assetNames');
});
