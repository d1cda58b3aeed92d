import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { inTurn } from './in-turn.fixture.ts';

let server: TestServer;
let admin: TestAccount;
let manager: TestAccount;
let managed: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  admin = await server.account('administrator');
  manager = await server.account('manufacturer');
  managed = await server.account('shipper', { managedBy: manager.id });
});

const params = () => ({ id: managed.id });
const asParticipant = async (active: boolean, as: TestAccount) => {
  const { status, problem } = await callLoosely(
    server.app,
    contract.updateParticipant,
    { params: params(), body: { active } },
    { as },
  );
  return status === 200 ? status : `${status} ${problem.code}: ${problem.detail}`;
};
const asAccount = async (active: boolean) => {
  const { status } = await server.call(contract.changeAccount, { params: params(), body: { active } }, { as: admin });
  return status;
};
const isActive = async () =>
  (await server.call(contract.readParticipant, { params: params() })).body.status === 'active';
const refused = () =>
  `403 participants.not_yours: An administrator deactivated ${managed.username}. Only an administrator can activate it again.`;

describe('a participant that an administrator deactivated', () => {
  test.each([
    ['in the Admin Panel', () => asAccount(false)],
    ['on its page', () => asParticipant(false, admin)],
    ['after its manager had deactivated it', () => asParticipant(false, manager).then(() => asAccount(false))],
    ['on its page, after its manager', () => asParticipant(false, manager).then(() => asParticipant(false, admin))],
  ])('%s is not activated by its manager', async (_, deactivate) => {
    expect(await deactivate()).toBe(200);
    expect(await asParticipant(true, manager)).toBe(refused());
    expect(await isActive()).toBe(false);
    expect(await asParticipant(true, admin)).toBe(200);
    expect(await isActive()).toBe(true);
  });

  test('is not activated by an in-flight request of its manager', async () => {
    expect(await asParticipant(false, manager)).toBe(200);
    const [deactivated, activated] = await inTurn<unknown>(
      server,
      managed.id,
      () => asAccount(false),
      () => asParticipant(true, manager),
    );
    expect([deactivated, activated]).toEqual([200, refused()]);
  });

  test('is activated only after a recent proof of identity', async () => {
    await asAccount(false);
    server.clock.advance(600_000);
    expect(await asParticipant(true, admin)).toMatch(/^403 step_up_required/);
  });

  test('stays editable for its manager, which cannot take the deactivation over', async () => {
    await asAccount(false);
    const body = { place: 'Bergen', active: false };
    const answer = await server.call(contract.updateParticipant, { params: params(), body }, { as: manager });
    expect(answer.body).toMatchObject({ place: 'Bergen', status: 'inactive' });
    expect(await asParticipant(true, manager)).toBe(refused());
  });

  test('belongs to its manager again once it was active in the meantime', async () => {
    await asAccount(false);
    await asAccount(true);
    expect(await asParticipant(false, manager)).toBe(200);
    expect(await asParticipant(true, manager)).toBe(200);
  });
});

test('confirming a deactivation by others is in the administration log', async () => {
  await asParticipant(false, manager);
  await asAccount(false);
  const query = { account: managed.username };
  const { entries } = (await server.call(contract.adminLog, { query }, { as: admin })).body;
  expect(entries[0]).toMatchObject({
    actor: admin.username,
    before: { deactivatedByAdministrator: false },
    after: { deactivatedByAdministrator: true },
  });
});

test('the migration reads from the log who deactivated inactive accounts', async () => {
  const path = new URL('../../../../database/migrations/0028_security_changes.sql', import.meta.url);
  const [statement] = /update accounts set deactivated_by_administrator[^;]*/.exec(await readFile(path, 'utf8')) ?? [];
  const flags = () =>
    server.database.sql(
      'select deactivated_by_administrator as held from accounts where managed_by = $1 order by created_at',
      [manager.id],
    );
  const deactivateNext = async (as: TestAccount | 'itself' | undefined) => {
    server.clock.advance(1);
    managed = await server.account('shipper', { managedBy: manager.id });
    await (as === undefined ? asAccount(false) : asParticipant(false, as === 'itself' ? managed : as));
  };
  for (const by of [admin, manager, 'itself', undefined] as const) await deactivateNext(by);
  const expected = [false, true, false, false, true].map((held) => ({ held }));
  expect(await flags()).toEqual(expected);
  await server.database.sql('update accounts set deactivated_by_administrator = false');
  await server.database.sql(statement ?? 'the migration has no such statement');
  expect(await flags()).toEqual(expected);
});
