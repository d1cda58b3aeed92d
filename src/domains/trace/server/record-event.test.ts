import { verifyBlock } from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAccount } from '#domains/participants/contract.ts';
import type { Caller } from '#tests/support/accounts.ts';
import { callLoosely } from '#tests/support/call.ts';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { addEvent, readAsset } from '../contract.ts';

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'SEEN-1', { name: 'Seen' });
});
afterAll(() => server.stop());

let made = 0;
const assetId = () => `EVENT-${made++}`;
const add = async (body: object, as?: { token: string }, key?: string) => {
  const answer = await callLoosely(server.app, addEvent, { body }, { as, ...(key === undefined ? {} : { key }) });
  return { ...answer, body: answer.body as { msg: string; block: { index: number; data: Record<string, unknown> } } };
};
const statusOf = async (id: string) =>
  (await server.call(readAsset, { params: { assetId: id } })).body.asset.currentStatus;

/** The actions that each role may record for itself, written out by hand. */
const rights: Record<string, readonly Caller[]> = {
  manufactured: ['manufacturer'],
  shipped: ['manufacturer', 'shipper'],
  received: ['manufacturer', 'shipper', 'retailer'],
  delivered: ['manufacturer', 'shipper', 'retailer'],
  returned: ['manufacturer', 'shipper', 'retailer'],
  quality_check: ['manufacturer', 'shipper', 'retailer'],
  storing: ['manufacturer', 'shipper', 'retailer'],
  'https://ref.gs1.org/cbv/BizStep-repairing': ['manufacturer', 'shipper', 'retailer'],
};
const kinds = ['manufacturer', 'shipper', 'retailer', 'other', 'resident', 'government', 'administrator'] as const;

describe('who may record what', () => {
  test.each(Object.entries(rights))('%s', async (action, holders) => {
    for (const kind of kinds) {
      const account = await server.account(kind);
      const id = action === 'manufactured' ? assetId() : 'SEEN-1';
      const answer = await add({ user: account.username, action, asset_id: id }, account);
      expect({ kind, status: answer.status }).toEqual({ kind, status: holders.includes(kind) ? 200 : 403 });
    }
  });

  test('401 signed out', async () => {
    expect((await add({ user: maker.username, action: 'shipped', asset_id: 'SEEN-1' })).status).toBe(401);
  });

  test('for another participant: 403, except for its manager and administrators; the block names the recorder', async () => {
    const stranger = await server.account('shipper');
    const managed = await server.account('shipper', { managedBy: maker.id });
    const administrator = await server.account('administrator');
    const shipFor = (user: TestAccount, as: TestAccount) =>
      add({ user: user.username, action: 'shipped', asset_id: 'SEEN-1' }, as);

    const refused = await shipFor(stranger, maker);
    expect([refused.status, refused.problem.code]).toEqual([403, 'trace.not_yours']);
    const forManaged = await shipFor(managed, maker);
    expect(forManaged.body.block.data).toMatchObject({
      user: managed.username,
      role: 'shipper',
      recordedBy: maker.username,
    });
    const byAdministrator = await shipFor(stranger, administrator);
    expect(byAdministrator.body.block.data).toMatchObject({
      user: stranger.username,
      recordedBy: administrator.username,
    });
    const own = await shipFor(stranger, stranger);
    expect(own.body.block.data).not.toHaveProperty('recordedBy');
  });

  test('a manager records nothing through a participant that its own role does not allow', async () => {
    for (const role of ['other', 'shipper', 'retailer'] as const) {
      const manager = await server.account(role);
      const managed = await server.account('manufacturer', { managedBy: manager.id });
      const manufacture = () => add({ user: managed.username, action: 'manufactured', asset_id: assetId() }, manager);
      expect(await manufacture()).toMatchObject({
        status: 403,
        problem: {
          error: `The role ${role} does not allow recording manufactured.`,
          hint: 'You need the role manufacturer.',
        },
      });
    }
  });

  test('a former manufacturer cannot continue through a manufacturer that it registered', async () => {
    const admin = await server.account('administrator');
    const former = await server.account('manufacturer');
    const managed = await server.account('manufacturer', { managedBy: former.id });
    const manufacture = async () =>
      (await add({ user: managed.username, action: 'manufactured', asset_id: assetId() }, former)).status;
    expect(await manufacture()).toBe(200);
    await server.call(changeAccount, { params: { id: former.id }, body: { role: 'other' } }, { as: admin });
    expect(await manufacture()).toBe(403);
  });

  test("an administrator's recording is checked against the participant's role alone", async () => {
    const admin = await server.account('administrator');
    const [shipper, factory] = [await server.account('shipper'), await server.account('manufacturer')];
    const manufacture = async (user: TestAccount) =>
      (await add({ user: user.username, action: 'manufactured', asset_id: assetId() }, admin)).status;
    expect([await manufacture(factory), await manufacture(shipper), await manufacture(admin)]).toEqual([200, 403, 403]);
  });

  test("a managed participant has the permissions of its own role, whatever its manager's role", async () => {
    const managed = await server.account('retailer', { managedBy: maker.id });
    const answer = await add({ user: managed.username, action: 'manufactured', asset_id: assetId() }, maker);
    expect(answer).toMatchObject({
      status: 403,
      problem: {
        hint: `${managed.username} needs the role manufacturer.`,
        errors: [{ in: 'body', pointer: '/action' }],
      },
    });
  });

  test.each([
    ['the name is unknown', async () => 'nobody-has-this-name'],
    ['it is a resident', async () => (await server.account('resident')).username],
    ['it is a government account', async () => (await server.account('government')).username],
  ])('403 Unauthorized. Please register first. with a hint: %s', async (_, name) => {
    const answer = await add({ user: await name(), action: 'shipped', asset_id: 'SEEN-1' }, maker);
    expect(answer).toMatchObject({
      status: 403,
      problem: {
        code: 'participants.not_registered',
        error: 'Unauthorized. Please register first.',
        hint: expect.stringContaining('POST /api/register'),
      },
    });
  });
});

describe('a recorded event', () => {
  test('returns its message and its block, whose hash covers it', async () => {
    const id = assetId();
    const meta = {
      name: 'Kaffe ø',
      location: 'Ålesund',
      timestamp: '2026-03-01T10:00:00Z',
      additional_data: { a: [1, null] },
    };
    const answer = await add({ user: maker.username, action: 'manufactured', asset_id: ` ${id} `, meta }, maker);
    const { block } = answer.body;
    expect(answer).toMatchObject({
      status: 200,
      body: { msg: `Block #${block.index} has been added to the blockchain.` },
    });
    expect(block.data).toEqual({
      action: 'manufactured',
      asset_id: id,
      meta,
      role: 'manufacturer',
      user: maker.username,
    });
    expect(() => verifyBlock(block as never)).not.toThrow();
    expect(JSON.stringify(block)).not.toContain('@');
  });

  test('names the participant as spelled in its account', async () => {
    const body = { user: maker.username.toUpperCase(), action: 'shipped', asset_id: 'SEEN-1' };
    expect((await add(body, maker)).body.block.data['user']).toBe(maker.username);
  });

  test.each([
    [{ action: 'shipped', asset_id: 'X' }, 'Participant is required', '/user'],
    [{ user: '  ', action: 'shipped', asset_id: 'X' }, 'Participant is required', '/user'],
    [{ user: 'x', asset_id: 'X' }, 'Action is required', '/action'],
    [{ user: 'x', action: '', asset_id: 'X' }, 'Action is required', '/action'],
    [{ user: 'x', action: 'shipped' }, 'Asset ID is required', '/asset_id'],
    [{ user: 'x', action: 'shipped', asset_id: ' ' }, 'Asset ID is required', '/asset_id'],
  ])('400: %j: %s', async (body, error, pointer) => {
    const answer = await add(body, maker);
    expect(answer).toMatchObject({ status: 400, problem: { error } });
    expect(answer.problem.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  test.each([
    [{ name: 7 }, '/meta/name'],
    [{ name: 'x'.repeat(201) }, '/meta/name'],
    [{ category: 'x'.repeat(101) }, '/meta/category'],
    [{ batch: {} }, '/meta/batch'],
    [{ location: 'x'.repeat(301) }, '/meta/location'],
    [{ timestamp: 'yesterday' }, '/meta/timestamp'],
    [{ timestamp: '2026-03-01T10:00:00' }, '/meta/timestamp'],
    [{ timestamp: '2026-02-30' }, '/meta/timestamp'],
    [{ timestamp: -1 }, '/meta/timestamp'],
    [{ timestamp: true }, '/meta/timestamp'],
    [{ coordinates: '60.39, 5.32' }, '/meta/coordinates'],
    [{ coordinates: { latitude: 91, longitude: 5 } }, '/meta/coordinates'],
    [{ coordinates: { latitude: 60 } }, '/meta/coordinates'],
  ])('400 for invalid meta: %j', async (meta, pointer) => {
    const answer = await add({ user: maker.username, action: 'shipped', asset_id: 'SEEN-1', meta }, maker);
    expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  test('400 above 48 KiB, with a hint', async () => {
    const meta = { additional_data: 'x'.repeat(50_000) };
    const answer = await add({ user: maker.username, action: 'shipped', asset_id: 'SEEN-1', meta }, maker);
    expect(answer.problem).toMatchObject({
      status: 400,
      code: 'ledger.data_too_large',
      hint: expect.stringContaining('SHA-256'),
    });
  });

  test.each([
    ['recieved', 'write received'],
    ['exploded', 'the main ones are manufactured'],
    ['Shipped', 'write shipped'],
    ['quality check', 'write quality_check'],
    ['registry.tax_paid', 'the main ones are manufactured'],
    ['urn:', 'the main ones are manufactured'],
    ['javascript:alert(1)', 'the main ones are manufactured'],
  ])('400 for the unknown action %j, with the closest known ones', async (action, closest) => {
    const { status, problem } = await add({ user: maker.username, action, asset_id: 'SEEN-1' }, maker);
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, '/action']);
    expect(problem.detail).toContain(`${action} is not a known action; ${closest}`);
  });

  test.each(['genesis', 'checkpoint_key'])('400: the action %s is reserved', async (action) => {
    const answer = await add({ user: maker.username, action, asset_id: 'SEEN-1' }, maker);
    expect(answer.problem).toMatchObject({ status: 400, code: 'trace.action_reserved' });
  });

  test('409: manufactured for an asset that exists; 404 with a hint: any other action for one that does not', async () => {
    expect(
      (await add({ user: maker.username, action: 'manufactured', asset_id: 'SEEN-1' }, maker)).problem,
    ).toMatchObject({
      status: 409,
      code: 'trace.asset_exists',
    });
    expect(
      (await add({ user: maker.username, action: 'shipped', asset_id: 'NEVER-SEEN' }, maker)).problem,
    ).toMatchObject({
      status: 404,
      code: 'trace.asset_not_found',
      hint: 'Record `manufactured` first. It creates the asset.',
    });
  });

  test('with a key is recorded once, even if repeated later or with another case of the username', async () => {
    const body = { user: maker.username, action: 'manufactured', asset_id: assetId() };
    const first = await add(body, maker, 'key-1');
    expect((await add(body, maker, 'key-1')).body).toEqual(first.body);
    const changed = await add({ ...body, meta: { location: 'elsewhere' } }, maker, 'key-1');
    expect(changed.problem).toMatchObject({
      status: 409,
      code: 'request.idempotency_mismatch',
      hint: expect.any(String),
    });
  });

  test.each(['', 'a b', 'ø', 'x'.repeat(201)])('400 for an invalid Idempotency-Key: %j', async (key) => {
    const answer = await add({ user: maker.username, action: 'shipped', asset_id: 'SEEN-1' }, maker, key);
    expect([answer.status, answer.problem.errors?.[0]?.in]).toEqual([400, 'header']);
  });
});

describe('from action to status', () => {
  const steps: readonly [string, 'manufacturer' | 'shipper' | 'retailer', string][] = [
    ['shipped', 'manufacturer', 'shipped'],
    ['received', 'shipper', 'in transit'],
    ['shipped', 'shipper', 'shipped'],
    ['received', 'retailer', 'delivered'],
    ['returned', 'retailer', 'in transit'],
    ['received', 'manufacturer', 'delivered'],
    ['repairing', 'manufacturer', 'delivered'],
    ['shipped', 'manufacturer', 'shipped'],
    ['quality_check', 'shipper', 'shipped'],
    ['delivered', 'shipper', 'delivered'],
    ['quality_check', 'shipper', 'delivered'],
  ];

  test('each step of a journey sets the specified status', async () => {
    const id = assetId();
    const cast = {
      manufacturer: maker,
      shipper: await server.account('shipper'),
      retailer: await server.account('retailer'),
    };
    await record(server, maker, 'manufactured', id);
    expect(await statusOf(id)).toBe('manufactured');
    for (const [action, role, status] of steps) {
      await record(server, cast[role], action, id);
      expect({ action, role, status: await statusOf(id) }).toEqual({ action, role, status });
    }
  });

  test('a location stays until the next one; name, category and batch come from the first event', async () => {
    const id = assetId();
    await record(server, maker, 'manufactured', id, { name: 'First', category: 'Food', batch: 'B1', location: 'Here' });
    await record(server, maker, 'shipped', id, { name: 'Second', category: 'IoT', batch: 'B2' });
    const { asset } = (await server.call(readAsset, { params: { assetId: id } })).body;
    expect(asset).toMatchObject({
      name: 'First',
      category: 'Food',
      batch: 'B1',
      currentLocation: 'Here',
      custodian: maker.username,
    });
    await record(server, maker, 'quality_check', id, { location: 'There' });
    expect((await server.call(readAsset, { params: { assetId: id } })).body.asset.currentLocation).toBe('There');
  });
});
