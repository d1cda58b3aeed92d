import { afterEach, beforeEach, expect, test } from 'vitest';
import { findByUsername } from '#domains/participants/server/index.ts';
import { confirmTestCard, removeStoredCard, storeCard, type TestCard } from '#domains/payments/contract.ts';
import {
  type Autopay,
  endAutopay,
  listAutopays,
  listNotices,
  payProperty,
  readProperty,
  setAutopay,
  setMethodFees,
  transferTitle,
} from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { readParcelStates } from '../parcels/parcels.ts';
import { registerBilled } from '../register.fixture.ts';
import { startCharge } from './autopays.ts';
import { sealCharge } from './seal-autopay.ts';

let server: TestServer;
let clerk: TestAccount;
// Block time never runs backwards, so each test has a ledger of its own.
beforeEach(async () => {
  server = await startTestServer({ environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
});
afterEach(() => server.stop());

const DAY = 86_400_000;
/** Of $3,295.20, due 2026-08-31 and 2027-01-15. */
const HALF_CENTS = 164_760;
const free = { fixedCents: 0, basisPoints: 0 };

/** Runs one round of all background work of a server. */
async function round(on: TestServer = server): Promise<void> {
  const running = on.services.domains.flatMap(({ start }) => start?.() ?? []);
  await Promise.all(running.map((one) => one.stop()));
}

/** Signs an account in again: sessions end after a week without use. */
async function again<Account extends TestAccount>(account: Account): Promise<Account> {
  const { database, participants } = server.services;
  const found = await findByUsername(database, account.username);
  if (found === undefined) throw new Error('The account exists');
  const from = { ip: '127.0.0.1', userAgent: 'test' };
  return { ...account, token: await participants.sessions.open(database, found.account, from) };
}

async function prepare(card: TestCard = 'test_success', daysBefore = 0) {
  const resident = await server.account('resident');
  const { propertyId } = await registerBilled(server, resident);
  const stored = await server.call(storeCard, { body: { card } }, { as: resident });
  const cardId = stored.body.card.id;
  const input = { params: { id: propertyId }, body: { cardId, daysBefore } };
  const { body } = await server.call(setAutopay, input, { as: resident });
  return { resident, propertyId, cardId, autopay: body.autopay };
}

const setTime = (time: string) => server.clock.advance(Date.parse(time) - server.clock());
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;

async function read(resident: TestAccount): Promise<Autopay> {
  const { body } = await server.call(listAutopays, {}, { as: await again(resident) });
  const [found] = body.properties;
  if (found === undefined) throw new Error('The property is listed');
  return found;
}

const outcomesOf = async (propertyId: string) => {
  const rows = await server.database.sql<{ outcome: string }>(
    'select outcome from autopay_charges where property_id = $1 order by attempt',
    [propertyId],
  );
  return rows.map(({ outcome }) => outcome);
};

const paymentsOf = (propertyId: string) =>
  server.database.sql<{ state: string; amount_cents: number }>(
    'select state, amount_cents::float from payments where subject = $1 order by opened_index',
    [propertyId],
  );

test('charges each installment on its day, and not before', async () => {
  const { resident, propertyId, autopay } = await prepare();
  expect(autopay).toMatchObject({ state: 'on', next: { due: '2026-08-31', tax: HALF_CENTS, fee: 0 } });
  setTime(autopay.next!.at);
  server.clock.advance(-1000);
  await round();
  expect(await owed(propertyId)).toBe(2 * HALF_CENTS);
  server.clock.advance(1000);
  await round();
  await round();
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS }]);
  expect(await read(resident)).toMatchObject({ last: { outcome: 'completed' }, next: { due: '2027-01-15' } });
  setTime('2027-01-15T18:00:00Z');
  await round();
  expect([await owed(propertyId), (await read(resident)).next]).toEqual([0, null]);
});

test('charges days before with the fee that was shown, and only what is left', async () => {
  const fees = { usdc: free, eth: free, bank: free, fiat: { fixedCents: 0, basisPoints: 235 } };
  const { resident, propertyId } = await prepare('test_success', 5);
  await server.call(setMethodFees, { body: fees }, { as: clerk });
  const pay = { params: { propertyId }, body: { amount: 100_000, paymentMethod: 'bank' as const } };
  const { body } = await server.call(payProperty, pay, { as: resident });
  await server.services.payments.payee('property_tax').settle(body.payment.id, undefined, undefined);
  expect((await read(resident)).next).toMatchObject({ tax: 64_760, fee: 1522, total: 66_282 });
  setTime('2026-08-26T18:00:00Z');
  await round();
  expect((await paymentsOf(propertyId)).at(-1)).toEqual({ state: 'completed', amount_cents: 66_282 });
  expect(await owed(propertyId)).toBe(HALF_CENTS);
});

test('charges once if the server stops before the outcome is stored', async () => {
  const { propertyId, autopay } = await prepare();
  setTime(autopay.next!.at);
  await round();
  // The state after the process died there. By now less is owed than the charge.
  await server.database.sql(
    `update autopay_charges set outcome = 'started', payment_id = null where property_id = $1`,
    [propertyId],
  );
  server.clock.advance(60_000);
  await round();
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS }]);
  expect(await outcomesOf(propertyId)).toEqual(['completed']);
});

test('charges once if the server stops before the payment is opened', async () => {
  const { resident, propertyId, cardId, autopay } = await prepare();
  setTime(autopay.next!.at);
  const { database, payments } = server.services;
  const [parcel] = await readParcelStates(database, [propertyId]);
  const charge = {
    ...{ propertyId, cardId, accountId: resident.id, amountCents: HALF_CENTS, startedAt: server.clock() },
    ...{ bill: parcel?.bills[0]?.billNumber ?? '', due: '2026-08-31', attempt: 1 },
    ...{ outcome: 'started' as const, paymentId: null, reason: null },
  };
  expect(await startCharge(database, { ...charge, seal: await sealCharge(payments.seals, charge) })).toBe(true);
  await round();
  await round();
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS }]);
  expect(await outcomesOf(propertyId)).toEqual(['completed']);
});

test('two servers charge an installment once', async () => {
  const { propertyId, autopay } = await prepare();
  const second = await startTestServer({ beside: server.database, environment: { CAIRN_DEMO: 'true' } });
  setTime(autopay.next!.at);
  second.clock.advance(server.clock() - second.clock());
  await Promise.all([round(), round(second), round()]);
  await second.stop();
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS }]);
});

test('a server that dies while charging does not block others from charging', async () => {
  const { propertyId, autopay } = await prepare();
  setTime(autopay.next!.at);
  const died = await server.database.connect();
  await died.query(`select pg_advisory_lock(hashtextextended('autopay turn', 0))`);
  await round();
  expect(await paymentsOf(propertyId)).toEqual([]);
  const { rows } = await died.query<{ pid: number }>('select pg_backend_pid() as pid');
  await server.database.sql('select pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
  await round();
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS }]);
});

test('tries a declined charge three times, three days apart, then switches autopay off with the reason', async () => {
  const { resident, propertyId, autopay } = await prepare('test_declined');
  setTime(autopay.next!.at);
  await round();
  await round();
  expect(await read(resident)).toMatchObject({
    state: 'on',
    last: { outcome: 'failed', reason: expect.stringContaining('The card was declined'), retryAt: expect.any(String) },
  });
  expect(await paymentsOf(propertyId)).toHaveLength(1);
  for (let days = 0; days < 9; days += 1) {
    server.clock.advance(DAY);
    await round();
  }
  expect(await read(resident)).toMatchObject({ state: 'off', offReason: expect.stringMatching(/^3 charges failed/) });
  expect((await paymentsOf(propertyId)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
});

test('shows a failed charge with its fee, and the next charge on its retry day', async () => {
  const fees = { usdc: free, eth: free, bank: free, fiat: { fixedCents: 100, basisPoints: 0 } };
  const { resident, autopay } = await prepare('test_declined');
  await server.call(setMethodFees, { body: fees }, { as: clerk });
  setTime(autopay.next!.at);
  await round();
  const { last, next } = await read(resident);
  expect(last).toMatchObject({ outcome: 'failed', amountFormatted: '$1,648.60', feeFormatted: '$1.00' });
  expect(next?.at).toBe(last?.retryAt);
  // It is late by then.
  const late = Math.round(HALF_CENTS * 0.03) + Math.round(HALF_CENTS * 0.01);
  expect(next).toMatchObject({ due: '2026-08-31', tax: HALF_CENTS + late, total: HALF_CENTS + late + 100 });
});

test('a waiting charge makes a notice, and no other charge covers what it pays', async () => {
  const { resident, autopay } = await prepare('test_needs_step');
  setTime(autopay.next!.at);
  await round();
  await round();
  expect(await read(resident)).toMatchObject({
    last: { outcome: 'started' },
    next: { due: '2027-01-15', tax: HALF_CENTS },
  });
  const { body } = await server.call(listNotices, { query: {} }, { as: await again(resident) });
  const paymentId = (await read(resident)).last?.paymentId;
  const waiting = body.notices.filter(({ kind }) => kind === 'payment_waiting');
  expect(waiting).toMatchObject([{ paymentId, title: 'Payment of $1,647.60 is waiting for you' }]);
});

test.each(['ended', 'removed'])('closes a waiting charge once autopay or its card is %s', async (what) => {
  const { resident, propertyId, cardId, autopay } = await prepare('test_needs_step');
  setTime(autopay.next!.at);
  await round();
  const paymentId = (await read(resident)).last?.paymentId ?? '';
  const as = await again(resident);
  if (what === 'removed') await server.call(removeStoredCard, { params: { cardId } }, { as });
  else expect((await server.call(endAutopay, { params: { id: propertyId } }, { as })).status).toBe(200);
  await round();
  const params = { paymentId };
  const confirmed = await server.call(confirmTestCard, { params, body: { decision: 'approve' } }, { as });
  expect(confirmed.problem.code).toBe('payments.settled');
  expect([await outcomesOf(propertyId), await owed(propertyId)]).toEqual([['failed'], 2 * HALF_CENTS]);
});

test.each(['sold', 'removed', 'ended'])('charges nothing once the property or the card is %s', async (what) => {
  const { resident, propertyId, cardId, autopay } = await prepare();
  if (what === 'sold') {
    const from = (await server.call(readProperty, { params: { id: propertyId } })).body.owners[0]!.holder;
    const whole = { numerator: 1, denominator: 1 };
    const body = { from, to: { name: 'Ada Quay' }, fraction: whole };
    await server.call(transferTitle, { params: { id: propertyId }, body }, { as: clerk });
  }
  if (what === 'removed') await server.call(removeStoredCard, { params: { cardId } }, { as: resident });
  if (what === 'ended') await server.call(endAutopay, { params: { id: propertyId } }, { as: resident });
  setTime(autopay.next!.at);
  await round();
  expect(await paymentsOf(propertyId)).toEqual([]);
  const [row] = await server.database.sql<{ off_reason: string }>(
    'select off_reason from autopays where property_id = $1',
    [propertyId],
  );
  expect(row?.off_reason).toEqual(expect.any(String));
});

test('refuses the card or the property of another account', async () => {
  const { propertyId, cardId } = await prepare();
  const other = await prepare();
  const body = { cardId, daysBefore: 0 };
  const theirs = await server.call(setAutopay, { params: { id: propertyId }, body }, { as: other.resident });
  expect(theirs.status).toBe(403);
  const own = await server.call(setAutopay, { params: { id: other.propertyId }, body }, { as: other.resident });
  expect(own.problem.code).toBe('payments.card_not_found');
  const removed = await server.call(removeStoredCard, { params: { cardId } }, { as: other.resident });
  expect(removed.problem.code).toBe('payments.card_not_found');
});

test('covers the late charges of an overdue installment at the time of the charge, so that it is paid in full', async () => {
  const { propertyId } = await prepare('test_success', 0);
  // Nothing was charged for a month and a half: a penalty of 3 %, and two months of interest of 1 %.
  setTime('2026-10-15T18:00:00Z');
  await round();
  const late = Math.round(HALF_CENTS * 0.03) + 2 * Math.round(HALF_CENTS * 0.01);
  expect(await paymentsOf(propertyId)).toEqual([{ state: 'completed', amount_cents: HALF_CENTS + late }]);
  expect(await owed(propertyId)).toBe(HALF_CENTS);
});

test('does not charge a reversed installment again, and charges the next one', async () => {
  const { resident, propertyId } = await prepare();
  setTime('2026-08-31T18:00:00Z');
  await round();
  const [charged] = await server.database.sql<{ payment_id: string }>(
    'select payment_id from payments where subject = $1',
    [propertyId],
  );
  await server.services.payments.payee('property_tax').reverse(charged?.payment_id ?? '', 'Disputed', undefined);
  expect(await owed(propertyId)).toBe(2 * HALF_CENTS);
  server.clock.advance(4 * DAY);
  await round();
  expect(await outcomesOf(propertyId)).toEqual(['completed']);
  const late = Math.round(HALF_CENTS * 0.03) + Math.round(HALF_CENTS * 0.01);
  const shown = await read(resident);
  expect(shown).toMatchObject({
    last: { outcome: 'returned', reason: 'Disputed', paymentId: charged?.payment_id },
    byHand: { amount: HALF_CENTS + late },
    next: { due: '2027-01-15', tax: HALF_CENTS },
  });
  setTime(shown.next!.at);
  await round();
  await round();
  expect(await outcomesOf(propertyId)).toEqual(['completed', 'completed']);
  expect((await paymentsOf(propertyId)).at(-1)).toEqual({ state: 'completed', amount_cents: HALF_CENTS });
  expect(await read(resident)).toMatchObject({ last: { outcome: 'completed' }, next: null });
  expect((await read(resident)).byHand?.amount).toBe(await owed(propertyId));
});

test('never charges the card of another account, even if the table names it', async () => {
  const { propertyId } = await prepare();
  const other = await server.account('resident');
  const stored = await server.call(storeCard, { body: { card: 'test_success' } }, { as: other });
  await server.database.sql('update autopays set card_id = $1 where property_id = $2', [
    stored.body.card.id,
    propertyId,
  ]);
  setTime('2026-08-31T18:00:00Z');
  await round();
  expect(await paymentsOf(propertyId)).toEqual([]);
});
