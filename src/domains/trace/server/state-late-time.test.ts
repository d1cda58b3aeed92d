import { afterAll, beforeAll, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { addEvent, readAsset } from '../contract.ts';

const HOUR = 3_600_000;

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'LATE-1', { timestamp: '2026-03-01' });
});
afterAll(() => server.stop());

const at = (milliseconds: number) => new Date(milliseconds).toISOString();
const add = async (submittedAt: string | undefined, meta: object = {}, key?: string) => {
  const body = { user: maker.username, action: 'quality_check', asset_id: 'LATE-1', meta };
  const given = submittedAt === undefined ? body : { ...body, submitted_at: submittedAt };
  const options = { as: maker, ...(key === undefined ? {} : { key }) };
  const answer = await callLoosely(server.app, addEvent, { body: given }, options);
  return {
    status: answer.status,
    ...(answer.body as { code?: string; block: { index: number; data: { meta: object } } }),
  };
};

test('an event that is sent late happened when it was submitted, and the block states that time', async () => {
  const submitted = at(server.clock() - 2 * HOUR);
  const { block } = await add(submitted, { location: 'Dock' });
  expect(block.data.meta).toEqual({ location: 'Dock', timestamp: submitted });
  const { history } = (await server.call(readAsset, { params: { assetId: 'LATE-1' } })).body;
  expect(history.at(-1)).toMatchObject({ timestamp: submitted, recordedAt: at(server.clock()), anomalies: [] });
});

test('an event that states a time keeps it, and one that is sent within a minute counts when it is recorded', async () => {
  const stated = at(server.clock() - HOUR);
  expect((await add(at(server.clock() - 2 * HOUR), { timestamp: stated })).block.data.meta).toEqual({
    timestamp: stated,
  });
  const before1970 = at(-1);
  for (const submitted of [at(server.clock() - 60_000), at(server.clock() + HOUR), before1970, undefined])
    expect((await add(submitted)).block.data.meta).toEqual({});
});

test('an event that is sent more than a minute late states its time, and not one millisecond earlier', async () => {
  const limit = server.clock() - 60_000;
  expect((await add(at(limit))).block.data.meta).toEqual({});
  expect((await add(at(limit - 1))).block.data.meta).toEqual({ timestamp: at(limit - 1) });
});

test('a retry that names the time of the first attempt is the same request, even if it arrives late', async () => {
  const first = await add(undefined, { location: 'Gate' }, 'late-key');
  const submitted = at(server.clock());
  server.clock.advance(3 * HOUR);
  const retried = await add(submitted, { location: 'Gate' }, 'late-key');
  expect([retried.status, retried.block.index]).toEqual([200, first.block.index]);
  const again = await add(at(server.clock() - HOUR), { location: 'Quay' }, 'other-key');
  server.clock.advance(HOUR);
  expect((await add(at(server.clock() - 2 * HOUR), { location: 'Quay' }, 'other-key')).block).toEqual(again.block);
  expect(await add(submitted, { location: 'Elsewhere' }, 'late-key')).toMatchObject({ status: 409 });
});

test('a time of submission that is not an instant is refused at its field', async () => {
  const body = { user: maker.username, action: 'quality_check', asset_id: 'LATE-1', submitted_at: 'yesterday' };
  const answer = await callLoosely(server.app, addEvent, { body }, { as: maker });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: [{ pointer: '/submitted_at' }] });
});
