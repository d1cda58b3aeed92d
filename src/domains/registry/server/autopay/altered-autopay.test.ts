import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findByUsername } from '#domains/participants/server/index.ts';
import { listStoredCards, removeStoredCard, storeCard } from '#domains/payments/contract.ts';
import { endAutopay, listAutopays, readProperty, setAutopay } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { tamper } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';

let server: TestServer;
/** Whoever can write to the database, and an owner whose stored card pays automatically. */
let thief: TestAccount;
let owner: TestAccount;
let own: { propertyId: string; cardId: string };
let other: { propertyId: string; cardId: string };
/** The first half is due on 2026-08-31. */
const DUE = '2026-08-31T18:00:00Z';

beforeAll(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  [thief, owner] = [await server.account('resident'), await server.account('resident')];
  own = await prepare(thief);
  other = await prepare(owner);
});
afterAll(() => server.stop());

/** Registers a billed parcel of an account, and stores a card of it. */
async function prepare(as: TestAccount) {
  const { propertyId } = await registerBilled(server, as);
  const { body } = await server.call(storeCard, { body: { card: 'test_success' } }, { as });
  return { propertyId, cardId: body.card.id };
}
async function again(account: TestAccount): Promise<TestAccount> {
  const { database, participants } = server.services;
  const found = await findByUsername(database, account.username);
  if (found === undefined) throw new Error('The account exists');
  const token = await participants.sessions.open(database, found.account, { ip: '127.0.0.1', userAgent: 'test' });
  return { ...account, token };
}
const idOf = async ({ username }: TestAccount) =>
  (await findByUsername(server.services.database, username))?.account.id;
const set = (as: TestAccount, { propertyId, cardId }: typeof own, daysBefore = 0) =>
  server.call(setAutopay, { params: { id: propertyId }, body: { cardId, daysBefore } }, { as });
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
/** Runs one round of all background work. */
async function round() {
  const running = server.services.domains.flatMap(({ start }) => start?.() ?? []);
  await Promise.all(running.map((one) => one.stop()));
}
/** Returns what `cairn rebuild --check` finds. */
async function findAltered(): Promise<string> {
  const found = await Promise.all(
    server.services.domains.map(async ({ rebuild }) => (await rebuild?.({ repair: false })) ?? []),
  );
  return found
    .flatMap((one) => one.flatMap(({ projection, examples }) => examples.map((it) => `${projection}: ${it}`)))
    .join('\n');
}
const stateOf = async (as: TestAccount) =>
  (await server.call(listAutopays, {}, { as: await again(as) })).body.properties[0];

describe('a stored card', () => {
  test.each([
    ['moved to another account', async () => `account_id = '${await idOf(thief)}'`],
    ['with the method of another card', async () => `test_card = 'test_disputed'`],
    ['with the customer of another card', async () => `customer_id = 'cus_1'`],
    ['without its seal', async () => 'seal = set_byte(seal, 20, (get_byte(seal, 20) + 1) % 256)'],
  ])('%s is refused, and reported', async (_, change) => {
    const where = `card_id = '${other.cardId}'`;
    const restore = await tamper(
      server,
      'stored_cards',
      `update stored_cards set ${await change()} where ${where}`,
      where,
    );
    const as = (await change()).includes('account_id') ? thief : owner;
    const target = as === thief ? { ...own, cardId: other.cardId } : other;
    const refused = await set(as, target);
    expect([refused.status, refused.problem.code]).toEqual([503, 'server.unavailable']);
    expect(refused.problem.detail).toContain('changed outside');
    expect((await server.call(removeStoredCard, { params: { cardId: other.cardId } }, { as })).status).toBe(503);
    expect(await findAltered()).toContain(`stored_cards: ${other.cardId} of the account`);
    await restore();
    expect(await findAltered()).toBe('');
  });

  test('that its owner removed does not come back', async () => {
    const { body } = await server.call(storeCard, { body: {} }, { as: owner });
    const cardId = body.card.id;
    await server.call(removeStoredCard, { params: { cardId } }, { as: owner });
    await server.database.sql(`update stored_cards set state = 'ready' where card_id = '${cardId}'`);
    expect((await set(owner, { ...other, cardId })).status).toBe(503);
    expect(await findAltered()).toContain(cardId);
    await server.database.sql(`update stored_cards set state = 'removed' where card_id = '${cardId}'`);
    expect((await server.call(listStoredCards, {}, { as: owner })).body.cards.map(({ id }) => id)).toEqual([
      other.cardId,
    ]);
  });
});

describe('an automatic payment', () => {
  test('that its owner did not choose charges nothing, and is reported', async () => {
    const values = `'${other.propertyId}', '${await idOf(owner)}', '${other.cardId}', 0, now(), (select seal from stored_cards where card_id = '${other.cardId}')`;
    await server.database.sql(
      `insert into autopays (property_id, account_id, card_id, days_before, changed_at, seal) values (${values})`,
    );
    const before = await owed(other.propertyId);
    server.clock.advance(Date.parse(DUE) - server.clock());
    [thief, owner] = [await again(thief), await again(owner)];
    await round();
    expect(await owed(other.propertyId)).toBe(before);
    expect(await stateOf(owner)).toMatchObject({ state: 'off', offReason: expect.stringContaining('changed outside') });
    expect(await findAltered()).toContain(
      `autopays: ${other.propertyId}: the automatic payment does not have its seal`,
    );
  });

  test('that its owner switched off does not start again', async () => {
    await set(owner, other);
    expect((await server.call(endAutopay, { params: { id: other.propertyId } }, { as: owner })).status).toBe(200);
    const before = await owed(other.propertyId);
    await server.database.sql(`update autopays set off_reason = null where property_id = '${other.propertyId}'`);
    await round();
    expect(await owed(other.propertyId)).toBe(before);
    expect(await findAltered()).toContain('autopays:');
  });

  test('that charges a moved card is switched off, and its owner reads why', async () => {
    expect((await set(thief, own)).status).toBe(200);
    await server.database.sql(
      `update stored_cards set account_id = '${await idOf(thief)}' where card_id = '${other.cardId}'`,
    );
    await server.database.sql(
      `update autopays set card_id = '${other.cardId}' where property_id = '${own.propertyId}'`,
    );
    const before = await owed(own.propertyId);
    await round();
    expect(await owed(own.propertyId)).toBe(before);
    await server.database.sql(`update autopays set card_id = '${own.cardId}' where property_id = '${own.propertyId}'`);
    await server.database.sql(`update stored_cards set customer_id = 'cus_2' where card_id = '${own.cardId}'`);
    await round();
    expect(await owed(own.propertyId)).toBe(before);
    expect(await stateOf(thief)).toMatchObject({
      state: 'off',
      offReason: expect.stringContaining('stored card was changed'),
    });
    await server.database.sql(
      `update stored_cards set customer_id = null, account_id = '${await idOf(thief)}' where card_id = '${own.cardId}'`,
    );
    await server.database.sql(
      `update stored_cards set account_id = '${await idOf(owner)}' where card_id = '${other.cardId}'`,
    );
  });

  test('a charge that nobody chose is found behind any number of others', async () => {
    const account = await idOf(owner);
    await server.database.sql(
      `insert into autopay_charges (property_id, bill, due, attempt, card_id, account_id, amount_cents, outcome, started_at, seal)
       select '${other.propertyId}', 'B', '2026-08-31', n, '${other.cardId}', '${account}', 100, 'started', now(), (select seal from stored_cards where card_id = '${other.cardId}')
       from generate_series(1, 1200) as n`,
    );
    const seals = server.services.domains.map(async ({ rebuild }) => (await rebuild?.({ repair: false })) ?? []);
    const found = (await Promise.all(seals)).flat().filter(({ projection }) => projection === 'autopay_charges');
    await server.database.sql(`delete from autopay_charges where bill = 'B'`);
    expect(found.map(({ count }) => count)).toEqual([1200]);
  });

  test('a charge that nobody chose is not made, and an honest one is', async () => {
    const account = await idOf(owner);
    await server.database.sql(
      `insert into autopay_charges (property_id, bill, due, attempt, card_id, account_id, amount_cents, outcome, started_at, seal)
       values ('${other.propertyId}', 'B', '2026-08-31', 9, '${other.cardId}', '${account}', 100, 'started', now(),
         (select seal from stored_cards where card_id = '${other.cardId}'))`,
    );
    const before = await owed(other.propertyId);
    await round();
    expect(await owed(other.propertyId)).toBe(before);
    expect(await findAltered()).toContain(`autopay_charges: ${other.propertyId}: the charge B 2026-08-31`);
    await server.database.sql(`delete from autopay_charges where bill = 'B'`);
    expect((await set(owner, other)).status).toBe(200);
    await round();
    expect(await owed(other.propertyId)).toBeLessThan(before);
    expect(await findAltered()).toBe('');
  });
});
