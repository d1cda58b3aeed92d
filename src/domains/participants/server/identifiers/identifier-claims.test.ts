import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { glnOf } from './gs1-keys.ts';
import { resolveIdentifiers } from './resolve-identifiers.ts';

let server: TestServer;
let registrar: TestAccount;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  registrar = await server.account('manufacturer');
  admin = await server.account('administrator');
});

let claims = 0;
/** Returns a new location number, with its check digit. */
const gln = () => glnOf(`urn:epc:id:sgln:4000000.${String(++claims).padStart(5, '0')}.0`) ?? '';
const linkTo = (number: string) => `https://id.gs1.org/414/${number}`;
const register = (...identifiers: string[]) => {
  const body = { user: `claimant-${++claims}`, role: 'retailer' as const, identifiers };
  return callLoosely(server.app, contract.register, { body }, { as: registrar });
};
async function claimant(...identifiers: string[]) {
  const { status, body } = await register(...identifiers);
  expect(status).toBe(201);
  return (body as { participant: { id: string; username: string } }).participant;
}
const confirm = (id: string, identifier: string, verified = true, as = admin) =>
  callLoosely(server.app, contract.confirmIdentifier, { params: { id }, body: { identifier, verified } }, { as });
const read = async (id: string) => (await server.call(contract.readParticipant, { params: { id } })).body;
const resolve = async (number: string) => {
  const canonical = `https://id.gs1.org/417/${number}`;
  return (await resolveIdentifiers(server.services.database, [canonical])).get(canonical)?.username;
};

test('an identifier that could be taken for another one is refused, and the message names the character', async () => {
  const { status, problem } = await register('urn:case:plain', 'urn:case:\u202e1');
  expect([status, problem.errors?.[0]?.pointer]).toEqual([400, '/identifiers/1']);
  expect(problem.detail).toContain('U+202E (right-to-left override)');
});

describe('an identifier that several participants claim', () => {
  test('is stored for each of them, unverified', async () => {
    const number = gln();
    const [first, second] = [await claimant(number, 'urn:x:own'), await claimant(linkTo(number))];
    expect(await read(first.id)).toMatchObject({
      identifiers: [number, 'urn:x:own'],
      unverifiedIdentifiers: [number, 'urn:x:own'],
    });
    expect(await read(second.id)).toMatchObject({
      identifiers: [linkTo(number)],
      unverifiedIdentifiers: [linkTo(number)],
    });
    const { body } = await server.call(contract.readAccount, { params: { id: second.id } }, { as: admin });
    expect(body.identifiers).toEqual([{ identifier: linkTo(number), verified: false, otherClaims: 1 }]);
  });

  test('resolves to the only claim, to none of several, and to the confirmed one', async () => {
    const number = gln();
    const first = await claimant(number);
    expect(await resolve(number)).toBe(first.username);
    const second = await claimant(linkTo(number));
    expect(await resolve(number)).toBeUndefined();
    expect((await confirm(second.id, linkTo(number))).status).toBe(200);
    expect(await resolve(number)).toBe(second.username);
    expect((await read(second.id)).unverifiedIdentifiers).toEqual([]);
    expect((await read(first.id)).unverifiedIdentifiers).toEqual([number]);
  });
});

describe('a confirmed identifier', () => {
  test('is refused to a new claimant in any spelling, with the field, and nothing is registered', async () => {
    const number = gln();
    const owner = await claimant(number);
    await confirm(owner.id, number);
    for (const spelling of [number, linkTo(number), `https://any.example/gln/${number}`]) {
      const { status, problem } = await register('urn:x:free', spelling);
      expect([status, problem.code]).toEqual([409, 'participants.identifier_taken']);
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/identifiers/1']);
      expect(
        (await callLoosely(server.app, contract.readParticipant, { params: { id: `claimant-${claims}` } })).status,
      ).toBe(404);
    }
    expect(await resolve(number)).toBe(owner.username);
  });

  test('is confirmed for another account only after it is withdrawn', async () => {
    const number = gln();
    const [first, second] = [await claimant(number), await claimant(number)];
    await confirm(first.id, number);
    const { status, problem } = await confirm(second.id, number);
    expect([status, problem.code]).toEqual([409, 'participants.identifier_taken']);
    expect(problem.errors).toMatchObject([
      { pointer: '/identifier', message: expect.stringContaining(first.username) },
    ]);
    await confirm(first.id, number, false);
    expect(await resolve(number)).toBeUndefined();
    expect((await confirm(second.id, number)).status).toBe(200);
    expect(await resolve(number)).toBe(second.username);
  });

  test('is confirmed for one of two accounts, with any number of concurrent confirmations', async () => {
    const number = gln();
    const rivals = await Promise.all([claimant(number), claimant(number)]);
    const answers = await Promise.all([...rivals, ...rivals].map(({ id }) => confirm(id, number)));
    const winners = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [rivals[i % 2]?.username] : [])));
    expect([...winners]).toEqual([await resolve(number)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  });
});

describe('confirming an identifier', () => {
  test('is logged once for each change', async () => {
    const number = gln();
    const { id, username } = await claimant(number);
    for (const verified of [true, true, false, false]) expect((await confirm(id, number, verified)).status).toBe(200);
    const log = await server.call(contract.adminLog, { query: { account: username } }, { as: admin });
    expect(log.body.entries).toMatchObject([
      {
        actor: admin.username,
        action: 'identifier confirmation withdrawn',
        after: { identifier: number, verified: false },
      },
      { actor: admin.username, action: 'identifier confirmed', after: { identifier: number, verified: true } },
    ]);
  });

  test('requires a proof of identity within 10 minutes, and the administrator mark', async () => {
    const number = gln();
    const { id } = await claimant(number);
    expect((await confirm(id, number, true, registrar)).status).toBe(403);
    server.clock.advance(10 * 60_000);
    expect((await confirm(id, number)).problem.code).toBe('step_up_required');
    expect((await read(id)).unverifiedIdentifiers).toEqual([number]);
  });

  test('is refused for an identifier that the account does not claim', async () => {
    const { id } = await claimant(gln());
    expect((await confirm(id, gln())).problem.code).toBe('participants.identifier_not_claimed');
  });
});
