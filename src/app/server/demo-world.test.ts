import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoClock, recordTimeline } from '#domains/demo/server/index.ts';
import { readChain } from '#domains/ledger/contract.ts';
import { readBlocksAt, readHead } from '#domains/ledger/server/index.ts';
import { participantsList } from '#domains/participants/contract.ts';
import { dashboardStats, demoCrateId, listAssets, readAsset } from '#domains/trace/contract.ts';
import type { DemoStep } from '#platform/server/domain.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { fillDemoWorld } from './fill-demo-world.ts';

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ world: true });
  await server.publish();
});
afterAll(() => server.stop());

async function blocks() {
  const { length } = await readHead(server.services.database);
  return readBlocksAt(
    server.services.database,
    Array.from({ length }, (_, index) => index),
  );
}
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('the demo world', () => {
  test('spans weeks in ascending order, and ends hours before the first start', async () => {
    const times = (await blocks()).map(({ timestamp }) => timestamp * 1000);
    expect(times.length).toBeGreaterThan(800);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times.map(dayOf)).size).toBeGreaterThan(55);
    expect(server.clock() - (times[0] ?? 0)).toBeGreaterThan(60 * DAY);
    const rest = server.clock() - (times.at(-1) ?? 0);
    expect(rest).toBeGreaterThan(DAY / 24);
    expect(rest).toBeLessThan(DAY);
  });

  test('records each event within hours of its event time', async () => {
    for (const { timestamp, data } of await blocks()) {
      const happened = (data['meta'] as { timestamp?: string } | undefined)?.timestamp;
      if (happened === undefined) continue;
      const delay = timestamp * 1000 - Date.parse(happened);
      expect(delay).toBeGreaterThan(0);
      expect(delay).toBeLessThan(DAY / 3);
    }
  });

  test('has the crate of the landing page, from Rwanda to Bergen without an anomaly', async () => {
    const { asset, history } = (await server.call(readAsset, { params: { assetId: demoCrateId }, query: {} })).body;
    expect(asset).toMatchObject({ currentStatus: 'delivered', custodian: 'demo-retailer', anomalyCount: 0 });
    expect(history.map(({ action, location }) => `${action}: ${location}`)).toEqual([
      'manufactured: Gisenyi, Rwanda',
      'shipped: Kigali roastery, Rwanda',
      'received: Port of Mombasa',
      'shipped: Port of Antwerp',
      'delivered: Bergen, Norway',
      'received: Bergen, Norway',
    ]);
  });

  test.each(['demo-shipper', 'demo-retailer'])('has a shipment on its way to %s', async (addressee) => {
    const { assets } = (await server.call(listAssets, { query: { addressee } })).body;
    expect(assets.length).toBeGreaterThan(0);
    for (const asset of assets) expect(asset).toMatchObject({ inShipment: true, anomalyCount: 0 });
  });

  test('has different numbers in different dashboard periods', async () => {
    const period = async (days: number) => {
      const query = { from: dayOf(server.clock() - (days - 1) * DAY), to: dayOf(server.clock()) };
      return (await server.call(dashboardStats, { query })).body.period?.events ?? 0;
    };
    const [week, month, quarter] = [await period(7), await period(30), await period(90)];
    expect(week).toBeGreaterThan(20);
    expect(month).toBeGreaterThan(week * 2);
    expect(quarter).toBeGreaterThan(month * 1.5);
  });

  test('adds participants over several days', async () => {
    const { body } = await server.call(participantsList, {});
    const joined = body.map(({ createdAt }) => createdAt);
    expect(new Set(joined).size).toBe(joined.length);
    expect(server.clock() - Math.max(...joined.map((at) => Date.parse(at)))).toBeGreaterThan(60 * DAY);
  });

  test('is unchanged by a restart', async () => {
    const before = await readHead(server.services.database);
    await fillDemoWorld(server.services, createDemoClock(server.clock));
    expect(await readHead(server.services.database)).toEqual(before);
    expect((await server.call(readChain, {})).body.is_valid).toBe(true);
  });
});

describe('a timeline', () => {
  const step = (name: string, at: number, note: (name: string, time: number) => void, now: () => number): DemoStep => ({
    name,
    at,
    record: async () => note(name, now()),
  });

  test('is recorded earliest first, continues after an interruption, and adds new steps at the present time', async () => {
    const { database } = server.services;
    await server.database.sql('delete from demo_steps');
    const clock = createDemoClock(() => 1000);
    const recorded: [string, number][] = [];
    const note = (name: string, time: number) => void recorded.push([name, time]);
    const steps = [step('b', 20, note, clock), step('a', 10, note, clock)];
    const failing = { ...step('c', 30, note, clock), record: () => Promise.reject(new Error('power cut')) };
    await recordTimeline({ database, clock }, steps);
    expect(recorded).toEqual([
      ['a', 10],
      ['b', 20],
    ]);
    await expect(recordTimeline({ database, clock }, [...steps, failing])).rejects.toThrow('power cut');
    expect(clock()).toBe(1000);
    await recordTimeline({ database, clock }, [step('c', 5, note, clock), ...steps]);
    expect(recorded.slice(2)).toEqual([['c', 1000]]);
  });

  test('keeps its dates after an interruption', async () => {
    const { database } = server.services;
    await server.database.sql('delete from demo_steps');
    const clock = createDemoClock(() => 1000);
    const recorded: [string, number][] = [];
    const note = (name: string, time: number) => void recorded.push([name, time]);
    const broken = { ...step('b', 20, note, clock), record: () => Promise.reject(new Error('power cut')) };
    await expect(recordTimeline({ database, clock }, [step('a', 10, note, clock), broken])).rejects.toThrow();
    await recordTimeline({ database, clock }, [step('a', 10, note, clock), step('b', 20, note, clock)]);
    expect(recorded.at(-1)).toEqual(['b', 20]);
  });

  test('records independent steps that are close in time together, but never two about the same thing', async () => {
    const { database } = server.services;
    await server.database.sql('delete from demo_steps');
    const clock = createDemoClock(() => 0);
    const recorded: [string, number][] = [];
    const note = (name: string, time: number) => void recorded.push([name, time]);
    const touching = (name: string, at: number, asset: string) => ({
      ...step(name, at, note, clock),
      touches: [asset],
    });
    await recordTimeline({ database, clock }, [
      touching('a', 1, 'x'),
      touching('b', 2, 'y'),
      touching('c', 3, 'x'),
      touching('d', 4 + DAY, 'z'),
      step('e', 5 + DAY, note, clock),
    ]);
    expect(recorded).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
      ['d', 4 + DAY],
      ['e', 5 + DAY],
    ]);
  });

  test('rejects two steps with the same name', async () => {
    const { database } = server.services;
    const clock = createDemoClock();
    const twice = [step('a', 1, () => {}, clock), step('a', 2, () => {}, clock)];
    await expect(recordTimeline({ database, clock }, twice)).rejects.toThrow('named "a"');
  });
});
