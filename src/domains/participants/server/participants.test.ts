import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#platform/contract/route.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';

let server: TestServer;
let maker: TestAccount;
let shipper: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer', { username: 'maker' });
  server.clock.advance(1000);
  shipper = await server.account('shipper', { username: 'shipper' });
  server.clock.advance(1000);
  await server.call(
    contract.register,
    { body: { user: 'outlet', role: 'retailer', displayName: 'Outlet', identifiers: ['urn:gln:1'] } },
    { as: maker },
  );
});
afterAll(() => server.stop());

const list = async (query: NonNullable<CallInput<typeof contract.participantsList>['query']>) =>
  (await server.call(contract.participantsList, { query })).body.map(({ username }) => username);
const read = (id: string, as?: TestAccount) => server.call(contract.readParticipant, { params: { id } }, { as });
const change = (as: { token: string }, id: string, body: object) =>
  server.call(contract.updateParticipant, { params: { id }, body }, { as });

describe('the list', () => {
  test('sorts by the requested field in either direction, newest first among equals', async () => {
    await record(server, maker, 'manufactured', 'SORT-1');
    expect(await list({})).toEqual(['outlet', 'shipper', 'maker']);
    expect(await list({ sortBy: 'username', sortOrder: 'asc' })).toEqual(['maker', 'outlet', 'shipper']);
    expect(await list({ sortBy: 'role' })).toEqual(['shipper', 'outlet', 'maker']);
    expect(await list({ sortBy: 'eventCount' })).toEqual(['maker', 'outlet', 'shipper']);
    expect(await list({ sortBy: 'createdAt', sortOrder: 'asc', limit: 1, page: 2 })).toEqual(['shipper']);
  });

  test('filters by role and status', async () => {
    await change(maker, 'outlet', { active: false });
    expect(await list({ status: 'active' })).toEqual(['shipper', 'maker']);
    expect(await list({ status: 'inactive', role: 'retailer' })).toEqual(['outlet']);
    await change(maker, 'outlet', { active: true });
  });
});

describe('one participant', () => {
  test('is read by id or username, with its manager, identifiers and address', async () => {
    const { body } = await read('OUTLET');
    expect(body).toMatchObject({
      username: 'outlet',
      displayName: 'Outlet',
      managedBy: 'maker',
      identifiers: ['urn:gln:1'],
      address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    });
    expect((await read(body.id)).body).toEqual(body);
  });

  test('is 404 for an unknown name, and for resident and government accounts', async () => {
    const resident = await server.account('resident');
    for (const id of ['nobody', resident.username, resident.id])
      expect((await read(id)).problem.code).toBe('participants.not_found');
  });

  test('stays readable without contact and place when its role changes, if it has recorded events', async () => {
    const administrator = await server.account('administrator');
    const former = await server.account('retailer');
    const silent = await server.account('retailer');
    await record(server, await server.account('manufacturer'), 'manufactured', 'FORMER-1');
    await record(server, former, 'quality_check', 'FORMER-1');
    await change(former, former.username, { place: 'Bergen', contact: 'me@example.org' });
    const setRole = (role: 'resident' | 'retailer') =>
      Promise.all(
        [former, silent].map(({ id }) =>
          server.call(contract.changeAccount, { params: { id }, body: { role } }, { as: administrator }),
        ),
      );
    await setRole('resident');
    for (const caller of [undefined, shipper]) {
      const { body } = await read(former.username, caller);
      expect(body).toMatchObject({ username: former.username, role: 'retailer', status: 'inactive', eventCount: 1 });
      expect(body).not.toHaveProperty('contact');
      expect(body).not.toHaveProperty('place');
    }
    const map = (await server.call(contract.participantsMap, {})).body;
    expect([map[former.username], map[silent.username]]).toEqual(['retailer', undefined]);
    expect((await read(silent.username)).problem.code).toBe('participants.not_found');
    expect(await list({ search: 'retailer-' })).toEqual([former.username]);
    expect(await list({ search: 'retailer-', status: 'active' })).toEqual([]);
    expect((await change(former, former.username, { place: 'Oslo' })).status).toBe(404);
    const activity = await server.app.inject(`/api/participants/${former.username}/activity`);
    expect(activity.json()).toMatchObject({ totalEvents: 1, assets: [{ assetId: 'FORMER-1' }] });
    await setRole('retailer');
    expect((await read(former.username)).body).toMatchObject({ status: 'active', place: 'Bergen' });
  });

  test('shows its contact only to signed-in callers', async () => {
    await change(maker, 'outlet', { contact: 'desk@outlet.example' });
    expect((await read('outlet')).body).not.toHaveProperty('contact');
    expect((await read('outlet', shipper)).body.contact).toBe('desk@outlet.example');
    expect((await list({})).join()).not.toContain('@');
  });
});

describe('changing a participant', () => {
  test('is allowed only to itself, its registrar and administrators', async () => {
    const admin = await server.account('administrator');
    const stranger = await server.account('manufacturer');
    expect((await change(maker, 'outlet', { place: 'Oslo' })).body.place).toBe('Oslo');
    expect((await change(admin, 'outlet', { place: 'Bergen' })).body.place).toBe('Bergen');
    expect((await change(shipper, 'shipper', { displayName: 'Ships' })).body.displayName).toBe('Ships');
    for (const somebody of [stranger, shipper])
      expect((await change(somebody, 'outlet', { place: 'Rome' })).problem.code).toBe('participants.not_yours');
    expect((await read('outlet')).body.place).toBe('Bergen');
  });

  test('keeps omitted fields and removes empty or null ones', async () => {
    await change(maker, 'outlet', { displayName: 'Outlet No 1', place: 'Oslo', contact: '+47 1' });
    await change(maker, 'outlet', { place: '  ' });
    const { body } = await change(maker, 'outlet', { contact: null });
    expect(body).toMatchObject({ displayName: 'Outlet No 1' });
    expect(body).not.toHaveProperty('place');
    expect(body).not.toHaveProperty('contact');
  });

  test('lets an account deactivate itself, which ends its sessions and blocks sign-in', async () => {
    const password = 'correct horse battery';
    const body = { user: 'leaver', password, email: 'leaver@example.org', role: 'shipper' as const };
    const leaver = (await server.call(contract.register, { body })).body as { token: string; user: contract.User };
    const credentials = { username: 'leaver', password };
    const other = (await server.call(contract.login, { body: credentials })).body;
    expect((await change(leaver, 'leaver', { active: false })).body.status).toBe('inactive');
    for (const as of [leaver, other]) expect((await server.call(contract.me, {}, { as })).status).toBe(401);
    expect((await server.call(contract.login, { body: credentials })).problem.code).toBe('participants.inactive');
    const left = await server.database.sql(
      'select from sessions join accounts on accounts.id = account_id where username = $1',
      ['leaver'],
    );
    expect(left).toEqual([]);
    await change(await server.account('administrator'), 'leaver', { active: true });
    const back = (await server.call(contract.login, { body: credentials })).body;
    const { entries } = (await server.call(contract.securityLog, { query: {} }, { as: back })).body;
    expect(entries.flatMap(({ kind, detail }) => (kind === 'activation_changed' ? [detail] : []))).toEqual([
      expect.stringMatching(/^given by administrator/),
      'taken by leaver',
    ]);
  });

  test("refuses an administrator's own deactivation, and changes nothing", async () => {
    const admin = await server.account('administrator');
    const answer = await change(admin, admin.username, { active: false, place: 'Away' });
    expect(answer.problem).toMatchObject({ code: 'participants.not_yours', errors: [{ pointer: '/active' }] });
    expect((await read(admin.username)).body).toMatchObject({ status: 'active' });
    expect((await read(admin.username)).body).not.toHaveProperty('place');
  });

  test('never reaches a block', async () => {
    await change(maker, 'maker', { displayName: 'Secret Maker', place: 'Hidden Valley', contact: 'me@maker.example' });
    await record(server, maker, 'manufactured', 'QUIET-1', { name: 'Thing' });
    const [row] = await server.database.sql<{ all: string }>(`select string_agg(data, '') as all from blocks`);
    for (const text of ['Secret Maker', 'Hidden Valley', 'me@maker.example']) expect(row!.all).not.toContain(text);
  });
});
