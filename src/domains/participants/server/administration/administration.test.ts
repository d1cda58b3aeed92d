import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';

let server: TestServer;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.account('administrator', { username: 'first-admin' });
});
afterAll(() => server.stop());

const change = (as: TestAccount, id: string, body: object) =>
  server.call(contract.changeAccount, { params: { id }, body }, { as });
const list = async (as: TestAccount, query: Record<string, string | number> = {}) =>
  (await server.call(contract.listAccounts, { query }, { as })).body;
const logOf = async (account: string) =>
  (await server.call(contract.adminLog, { query: { account } }, { as: admin })).body.entries;

describe('the list of accounts', () => {
  test('lists everyone, including residents and government, and applies filters', async () => {
    const [resident, shipper] = [await server.account('resident'), await server.account('shipper')];
    const names = async (query: Record<string, string>) =>
      (await list(admin, query)).accounts.map((one) => one.username);
    expect(await names({ search: resident.username })).toEqual([resident.username]);
    expect(await names({ role: 'shipper' })).toContain(shipper.username);
    expect(await names({ administrator: 'true' })).toEqual(['first-admin']);
    await change(admin, shipper.id, { active: false });
    expect(await names({ status: 'inactive' })).toEqual([shipper.username]);
  });

  test('shows e-mail addresses only to administrators, and lets only them search by one', async () => {
    const body = { user: 'mailed', password: 'correct horse', email: 'secret@example.org', role: 'shipper' as const };
    await server.call(contract.register, { body });
    const auditor = await server.account('auditor');
    expect((await list(admin, { search: 'secret@' })).accounts).toMatchObject([{ email: 'secret@example.org' }]);
    expect((await list(auditor, { search: 'secret@' })).accounts).toEqual([]);
    expect(JSON.stringify(await list(auditor))).not.toContain('@');
  });
});

describe('without the auditor mark', () => {
  test('the role other reads totals, and no account, log entry or personal data', async () => {
    const signUp = { user: 'self-made', password: 'correct horse', email: 'self@example.org', role: 'other' as const };
    const { token, user } = (await server.call(contract.register, { body: signUp })).body as {
      token: string;
      user: contract.User;
    };
    expect(user).toMatchObject({ administrator: false, auditor: false });
    const as = { ...user, token };
    const params = { id: admin.id };
    const answers = [
      await server.call(contract.listAccounts, {}, { as }),
      await server.call(contract.readAccount, { params }, { as }),
      await server.call(contract.adminLog, {}, { as }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    const totals = await server.call(contract.administrationTotals, {}, { as });
    expect(totals.body.accounts).toBe(totals.body.roles.reduce((sum, { accounts }) => sum + accounts, 0));
    expect(totals.text).not.toMatch(/first-admin|@|self-made/);
  });

  test('reading starts when an administrator gives the mark, and ends when it is taken', async () => {
    const person = await server.account('other');
    const status = async () => (await server.call(contract.adminLog, {}, { as: person })).status;
    expect(await status()).toBe(403);
    expect((await change(person, person.id, { auditor: true })).status).toBe(403);
    expect((await change(admin, person.id, { auditor: true })).body).toMatchObject({ auditor: true });
    expect(await status()).toBe(200);
    expect((await list(admin, { auditor: 'true' })).accounts.map(({ id }) => id)).toContain(person.id);
    expect((await change(person, admin.id, { active: false })).status).toBe(403);
    await change(admin, person.id, { auditor: false });
    expect(await status()).toBe(403);
    const own = (await server.call(contract.securityLog, {}, { as: person })).body.entries;
    expect(own.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['auditor_changed', 'taken by first-admin'],
      ['auditor_changed', 'given by first-admin'],
    ]);
  });
});

describe('changing an account', () => {
  test('takes effect immediately in open sessions', async () => {
    const person = await server.account('retailer');
    const mayAdminister = async () => (await server.call(contract.listAccounts, {}, { as: person })).status;
    expect(await mayAdminister()).toBe(403);
    await change(admin, person.id, { administrator: true });
    expect(await mayAdminister()).toBe(200);
    const { body } = await change(admin, person.id, { administrator: false, role: 'government' });
    expect(body).toMatchObject({ role: 'government', administrator: false });
    expect(await mayAdminister()).toBe(403);
  });

  test('is logged with actor, target, before and after, and in the owner’s security log', async () => {
    const person = await server.account('retailer');
    await change(admin, person.id, { role: 'resident', active: true });
    expect(await logOf(person.username)).toMatchObject([
      {
        actor: 'first-admin',
        target: person.username,
        action: 'account changed',
        before: { role: 'retailer' },
        after: { role: 'resident' },
        address: '127.0.0.0/24',
      },
    ]);
    const own = (await server.call(contract.securityLog, {}, { as: person })).body.entries;
    expect(own).toMatchObject([{ kind: 'role_changed', detail: 'resident by first-admin' }]);
  });

  test('without a difference leaves no entry', async () => {
    const person = await server.account('retailer');
    expect((await change(admin, person.id, { role: 'retailer' })).status).toBe(200);
    expect(await logOf(person.username)).toEqual([]);
  });

  test('never removes the last active administrator, even if two demote each other', async () => {
    expect((await change(admin, admin.id, { administrator: false })).problem.code).toBe(
      'participants.last_administrator',
    );
    expect((await change(admin, admin.id, { active: false })).problem.code).toBe('participants.own_account');
    const second = await server.account('administrator');
    const answers = await Promise.all([
      change(admin, second.id, { administrator: false }),
      change(second, admin.id, { administrator: false }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const left = await server.database.sql<{ username: string }>('select username from accounts where administrator');
    expect(left).toHaveLength(1);
    await server.database.sql('update accounts set administrator = true where id = $1', [admin.id]);
    await server.database.sql('update accounts set administrator = false where id = $1', [second.id]);
    server.services.participants.watch.changed();
  });

  test('never removes the last active administrator, even if two deactivate each other', async () => {
    // Deactivation ends the sessions permanently, so this test does not use the accounts of the others.
    const [one, other] = [await server.account('administrator'), await server.account('administrator')];
    await server.database.sql('update accounts set administrator = false where id = $1', [admin.id]);
    const deactivate = (caller: typeof admin, id: string) =>
      server.call(contract.updateParticipant, { params: { id }, body: { active: false } }, { as: caller });
    const answers = await Promise.all([deactivate(one, other.id), deactivate(other, one.id)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const left = await server.database.sql('select username from accounts where administrator and active');
    expect(left).toHaveLength(1);
    await server.database.sql('update accounts set administrator = (id = $1)', [admin.id]);
    server.services.participants.watch.changed();
  });

  test('is refused to the account that registered the last administrator', async () => {
    const [manager, last] = [await server.account('manufacturer'), await server.account('administrator')];
    await server.database.sql('update accounts set managed_by = $1 where id = $2', [manager.id, last.id]);
    await server.database.sql('update accounts set administrator = false where id = $1', [admin.id]);
    const input = { params: { id: last.id }, body: { active: false } };
    const answer = await server.call(contract.updateParticipant, input, { as: manager });
    expect(answer).toMatchObject({ status: 409, problem: { code: 'participants.last_administrator' } });
    const left = await server.database.sql('select username from accounts where administrator and active');
    expect(left).toEqual([{ username: last.username }]);
    await server.database.sql('update accounts set administrator = (id = $1)', [admin.id]);
    server.services.participants.watch.changed();
  });

  test('to inactive ends its sessions permanently', async () => {
    const person = await server.account('shipper');
    await change(admin, person.id, { active: false });
    await change(admin, person.id, { active: true });
    expect((await server.call(contract.me, {}, { as: person })).status).toBe(401);
  });
});

describe('for a compromised account', () => {
  test('ends all sessions', async () => {
    const person = await server.account('shipper');
    const { body } = await server.call(contract.endSessionsOf, { params: { id: person.id } }, { as: admin });
    expect(body).toEqual({ endedSessions: 1 });
    expect((await server.call(contract.me, {}, { as: person })).status).toBe(401);
    expect(await logOf(person.username)).toMatchObject([{ action: 'sessions ended', before: { sessions: 1 } }]);
  });

  test('creates a one-time link that works for its bearer and is not in the log', async () => {
    const signUp = {
      user: 'locked-out',
      password: 'correct horse',
      email: 'out@example.org',
      role: 'shipper' as const,
    };
    const made = (await server.call(contract.register, { body: signUp })).body as { user: contract.User };
    const { id } = made.user;
    const link = await server.call(contract.makeResetLink, { params: { id } }, { as: admin });
    expect(link.status).toBe(201);
    const token = /^\/profile#reset=([\w-]{43})$/.exec(link.body.path)?.[1] ?? '';
    expect(JSON.stringify(await logOf('locked-out'))).not.toContain(token);
    const body = { token, newPassword: 'a password of mine' };
    expect((await server.call(contract.resetPassword, { body })).body.username).toBe('locked-out');
  });

  test('refuses a link for a participant without a sign-in', async () => {
    const { id } = await server.account('retailer');
    const link = await server.call(contract.makeResetLink, { params: { id } }, { as: admin });
    expect(link.problem.code).toBe('participants.no_password');
  });
});

describe('the administration log', () => {
  test('records changes by registrars, but not the contact', async () => {
    const maker = await server.account('manufacturer');
    await server.call(contract.register, { body: { user: 'logged', role: 'retailer' } }, { as: maker });
    const body = { place: 'Oslo', contact: 'me@example.org' };
    await server.call(contract.updateParticipant, { params: { id: 'logged' }, body }, { as: maker });
    expect(await logOf('logged')).toMatchObject([
      { actor: maker.username, before: { place: null, contact: null }, after: { place: 'Oslo', contact: 'given' } },
    ]);
    expect(await logOf(maker.username)).toHaveLength(1);
  });

  test('cannot be changed or emptied by the application or the owner of its tables', async () => {
    const client = await server.database.connect();
    await expect(client.query(`update admin_log set actor = 'nobody'`)).rejects.toThrow(/permission denied/);
    await expect(client.query('delete from admin_log')).rejects.toThrow(/permission denied/);
    await expect(server.database.sql(`update admin_log set actor = 'nobody'`)).rejects.toThrow(/append-only/);
    await expect(server.database.sql('truncate admin_log')).rejects.toThrow(/append-only/);
  });
});
