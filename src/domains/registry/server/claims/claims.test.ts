import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateChain } from '#domains/ledger/contract.ts';
import {
  claimProperty,
  eraseOwner,
  issueClaimCode,
  listOwners,
  readProperty,
  residentProperties,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerOwned, registerParcel } from '../register.fixture.ts';
import { replaceCode } from './claim-codes.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const holderOf = async (id: string) =>
  (await server.call(readProperty, { params: { id } })).body.owners.find(({ holder }) => holder !== 'city')?.holder ??
  '';
const issue = async (id: string, holder?: string) =>
  server.call(issueClaimCode, { params: { id }, body: { holder: holder ?? (await holderOf(id)) } }, { as: clerk });
const claim = (code: string, as: TestAccount) => server.call(claimProperty, { body: { code } }, { as });
const propertiesOf = async (account: TestAccount) =>
  (await server.call(residentProperties, { params: { id: account.username } }, { as: account })).body.properties.map(
    ({ propertyId }) => propertyId,
  );
const ownersOf = async (id: string) => (await server.call(listOwners, { params: { id } }, { as: clerk })).body.owners;
const blocks = () => server.database.sql<{ text: string }>('select data as text from blocks');

test('a code links one right to an account, once, and no block shows it', async () => {
  const resident = await server.account('resident');
  const id = await registerOwned(server);
  const holder = await holderOf(id);
  const before = await blocks();
  const { body } = await issue(id);
  expect(body.code).toMatch(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);
  const [stored] = await server.database.sql<{ row: string; hash: Buffer }>(
    'select claim_codes::text as row, code_hash as hash from claim_codes where holder = $1',
    [holder],
  );
  expect(stored?.row).not.toContain(body.code.replaceAll('-', '').slice(4));
  expect(stored?.hash.equals(hash('sha256', body.code.replaceAll('-', ''), 'buffer'))).toBe(true);
  expect((await claim(body.code.toLowerCase().replaceAll('-', ' '), resident)).body).toEqual({ propertyId: id });
  expect(await propertiesOf(resident)).toEqual([id]);
  expect(await ownersOf(id)).toEqual([{ holder, name: 'Somebody', username: resident.username }]);
  expect((await claim(body.code, await server.account('resident'))).problem.code).toBe('registry.claim_refused');
  expect((await issue(id)).problem.code).toBe('registry.claim_refused');
  expect(await blocks()).toEqual(before);
});

test('repeating a claim returns the same answer, also concurrently, until the property is sold', async () => {
  const resident = await server.account('resident');
  const id = await registerOwned(server);
  const { code } = (await issue(id)).body;
  const answers = await Promise.all([1, 2, 3].map(() => claim(code, resident)));
  answers.push(await claim(code, resident));
  expect(answers.map(({ status, body }) => [status, body.propertyId])).toEqual(answers.map(() => [200, id]));
  expect(await propertiesOf(resident)).toEqual([id]);
  expect((await claim(code, await server.account('resident'))).problem.code).toBe('registry.claim_refused');
  const body = { from: await holderOf(id), to: { name: 'Ada Quay' }, fraction: { numerator: 1, denominator: 1 } };
  await server.call(transferTitle, { params: { id }, body }, { as: clerk });
  expect((await claim(code, resident)).problem.code).toBe('registry.claim_refused');
});

test('a city account cannot use the code that it issued, and the code stays valid', async () => {
  const id = await registerOwned(server);
  const { code } = (await issue(id)).body;
  const refused = await claim(code, clerk);
  expect([refused.status, refused.problem.hint]).toEqual([
    403,
    'To claim property with a code, you need the role resident.',
  ]);
  expect(await ownersOf(id)).toEqual([{ holder: await holderOf(id), name: 'Somebody' }]);
  expect((await claim(code, await server.account('resident'))).status).toBe(200);
});

test('the other properties of the same owner stay as they are', async () => {
  const [first, second] = [await registerOwned(server), await registerParcel(server)];
  const to = { name: 'Somebody else' };
  const fraction = { numerator: 1, denominator: 2 };
  await server.call(transferTitle, { params: { id: second }, body: { from: 'city', to, fraction } }, { as: clerk });
  const [one, two] = [await holderOf(first), await holderOf(second)];
  // The same person owns both.
  await server.database.sql(
    `update parcel_holders set party_id = (select party_id from parcel_holders where holder = $1) where holder = $2`,
    [one, two],
  );
  const resident = await server.account('resident');
  expect((await claim((await issue(first)).body.code, resident)).status).toBe(200);
  expect(await propertiesOf(resident)).toEqual([first]);
  expect(await ownersOf(second)).toEqual([{ holder: two, name: 'Somebody' }]);
});

test('of two accounts that use a code at the same time, one succeeds', async () => {
  const id = await registerOwned(server);
  const { body } = await issue(id);
  const accounts = await Promise.all([1, 2, 3].map(() => server.account('resident')));
  const answers = await Promise.all(accounts.map((account) => claim(body.code, account)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await Promise.all(accounts.map(propertiesOf))).flat()).toEqual([id]);
});

test('a code is void after its term, after a new code, and after ten wrong codes with its selector', async () => {
  const id = await registerOwned(server);
  const first = (await issue(id)).body.code;
  const second = (await issue(id)).body.code;
  expect((await claim(first, await server.account('resident'))).status).toBe(409);
  const wrong = `${second.slice(0, 4)}${'0'.repeat(16)}`;
  const guessers = await Promise.all([1, 2].map(() => server.account('resident')));
  for (let n = 0; n < 10; n += 1) await claim(wrong, guessers[n % 2] as TestAccount);
  expect((await claim(second, await server.account('resident'))).status).toBe(409);
  const third = (await issue(id)).body.code;
  server.clock.advance(61 * 86_400_000);
  clerk = await server.account('government');
  expect((await claim(third, await server.account('resident'))).status).toBe(409);
});

test('of codes issued for an owner at the same time, exactly one is open', async () => {
  const id = await registerOwned(server);
  const holder = await holderOf(id);
  const issued = await Promise.all(Array.from({ length: 5 }, () => issue(id, holder)));
  expect(issued.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const claimed = [];
  for (const { body } of issued) claimed.push((await claim(body.code, await server.account('resident'))).status);
  expect(claimed.toSorted()).toEqual([200, 409, 409, 409, 409]);
});

test("does not reuse the selector of another owner's open code", async () => {
  const [one, another] = [await registerOwned(server), await registerOwned(server)];
  const { code } = (await issue(one)).body;
  const stored = {
    selector: code.slice(0, 4),
    codeHash: hash('sha256', 'another code', 'buffer'),
    holder: await holderOf(another),
    propertyId: another,
    expiresAt: server.clock() + 1000,
  };
  const by = { user: clerk.username, at: server.clock() };
  expect(await server.services.database.transaction().execute((tx) => replaceCode(tx, stored, by))).toBe(false);
  expect((await claim(code, await server.account('resident'))).status).toBe(200);
});

test('an account that tried ten codes while the clock was ahead may try again once the clock is corrected', async () => {
  const resident = await server.account('resident');
  server.clock.advance(86_400_000);
  for (let n = 0; n < 10; n++) expect((await claim('0'.repeat(20), resident)).status).toBe(409);
  expect((await claim('0'.repeat(20), resident)).status).toBe(429);
  server.clock.advance(-86_400_000);
  expect((await claim('0'.repeat(20), resident)).status).toBe(409);
});

test('an account may try ten codes a day, also concurrently', async () => {
  const resident = await server.account('resident');
  const { body } = await issue(await registerOwned(server));
  const wrong = '0'.repeat(20);
  const answers = await Promise.all(Array.from({ length: 14 }, () => claim(wrong, resident)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  expect((await claim(body.code, resident)).problem.code).toBe('registry.too_many_claims');
  server.clock.advance(86_400_001);
  clerk = await server.account('government');
  expect((await claim(body.code, resident)).status).toBe(200);
});

test('erasing an owner removes what identifies it everywhere, and the chain stays valid', async () => {
  const resident = await server.account('resident');
  const id = await registerOwned(server);
  const holder = await holderOf(id);
  await claim((await issue(id)).body.code, resident);
  const before = await blocks();
  const erase = () => server.call(eraseOwner, { params: { holder }, body: { confirm: true } }, { as: clerk });
  const first = await erase();
  expect(first.status).toBe(200);
  expect((await erase()).body).toEqual(first.body);
  expect(await ownersOf(id)).toEqual([{ holder }]);
  expect(await propertiesOf(resident)).toEqual([]);
  expect((await server.call(readProperty, { params: { id } })).body.owners[0]?.holder).toBe(holder);
  const [party] = await server.database.sql<{ name: null; contact: null; account_id: null }>(
    'select name, contact, account_id from registry_parties join parcel_holders using (party_id) where holder = $1',
    [holder],
  );
  expect(party).toEqual({ name: null, contact: null, account_id: null });
  expect(await blocks()).toEqual(before);
  await server.publish();
  expect((await server.call(validateChain, {})).body).toMatchObject({ valid: true });
});
