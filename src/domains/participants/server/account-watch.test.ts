import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '#domains/trace/contract.ts';
import { record } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { watchAccounts } from './account-watch.ts';
import { createDirectory } from './directory.ts';

let server: TestServer;
let elsewhere: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  elsewhere = await startTestServer({ beside: server.database });
});
afterAll(async () => {
  await elsewhere.stop();
  await server.stop();
});

let made = 0;
async function registered(by: TestAccount): Promise<string> {
  const user = `managed-${made++}`;
  await server.call(contract.register, { body: { user, role: 'manufacturer' } }, { as: by });
  return user;
}
const attempt = (on: TestServer, by: TestAccount, user: string) =>
  on.call(addEvent, { body: { user, action: 'manufactured', asset_id: `${user}-${made++}`, meta: {} } }, { as: by });
const setActive = (by: TestAccount, user: string, active: boolean) =>
  server.call(contract.updateParticipant, { params: { id: user }, body: { active } }, { as: by });

describe('a participant that is deactivated', () => {
  test('is refused immediately, and accepted again after reactivation', async () => {
    const maker = await server.account('manufacturer');
    const user = await registered(maker);
    expect((await attempt(server, maker, user)).status).toBe(200);
    expect((await setActive(maker, user, false)).status).toBe(200);
    expect((await attempt(server, maker, user)).problem.code).toBe('participants.inactive');
    await setActive(maker, user, true);
    expect((await attempt(server, maker, user)).status).toBe(200);
  });

  test('is refused by other processes too, even if their clock has stopped', async () => {
    const maker = await server.account('manufacturer');
    const user = await registered(maker);
    expect((await attempt(elsewhere, maker, user)).status).toBe(200);
    await setActive(maker, user, false);
    await eventually(
      'the other process refuses it',
      async () => (await attempt(elsewhere, maker, user)).status === 403,
    );
  });

  test('is refused after a manual change of the row', async () => {
    const maker = await server.account('manufacturer');
    const user = await registered(maker);
    expect((await attempt(server, maker, user)).status).toBe(200);
    await server.database.sql('update accounts set active = false where username = $1', [user]);
    await eventually('it is refused', async () => (await attempt(server, maker, user)).status === 403);
  });
});

test('deactivating an account ends its sessions in every process', async () => {
  const [admin, retailer] = [await server.account('administrator'), await server.account('retailer')];
  const signedIn = async (on: TestServer) => (await on.call(contract.me, {}, { as: retailer })).status === 200;
  expect([await signedIn(server), await signedIn(elsewhere)]).toEqual([true, true]);
  await setActive(admin, retailer.username, false);
  expect(await signedIn(server)).toBe(false);
  await eventually('the other process refuses the session', async () => !(await signedIn(elsewhere)));
});

test('serves cached accounts without the database, and drops them when the database stops responding', async () => {
  const { username } = await server.account('shipper');
  const database = server.database.open();
  const directory = createDirectory(database, server.clock, watchAccounts(database));
  expect(await directory.find(username)).toMatchObject({ username });
  await database.destroy();
  expect(await directory.find(username.toUpperCase())).toMatchObject({ username });
  await eventually('the cache is cleared', () =>
    directory.find(username).then(
      () => false,
      () => true,
    ),
  );
});

test('recording continues while accounts change', async () => {
  const maker = await server.account('manufacturer');
  const user = await registered(maker);
  const changes = Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      server.call(contract.updateParticipant, { params: { id: user }, body: { place: `Dock ${n}` } }, { as: maker }),
    ),
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => record(server, { ...maker, username: user }, 'manufactured', `${user}-B${n}`)),
  );
  expect((await changes).map(({ status }) => status)).toEqual(Array(10).fill(200));
});
