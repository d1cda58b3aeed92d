import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignLine, readPayment } from '#domains/payments/contract.ts';
import { confirmPayment, payProperty, readReceipt } from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { findDifferences, tamper } from '../rebuild/tampered.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { readBooks } from '../tax-acts.fixture.ts';
import { paidOn } from './day-of-payment.ts';
import { sendStatement } from './send-statement.fixture.ts';

/** The first half of the bill is due on the last day of August, the second one in January. */
const [HALF, PENALTY, INTEREST] = [164_760, 4943, 1648];
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
/** Each was announced before the due day of the first half. The current time is 20 days after it. */
const pending: { propertyId: string; id: string; reference: string }[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  clock.advance(Date.parse('2026-08-20T12:00:00Z') - clock());
  clerk = await server.account('government');
  for (let n = 0; n < 8; n += 1) {
    const { propertyId } = await registerBilled(server);
    pending.push({ propertyId, ...(await announce(propertyId, HALF)) });
  }
  clock.advance(Date.parse('2026-09-20T12:00:00Z') - clock());
  clerk = await server.account('government');
  // Opening a payment applies late charges.
  for (const { propertyId } of pending) await announce(propertyId, 100);
});
afterAll(() => server.stop());

async function announce(propertyId: string, amount: number) {
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod: 'bank' } },
    { as: clerk },
  );
  return { id: body.payment.id, reference: body.payment.reference ?? '' };
}
function next() {
  const one = pending.pop();
  if (one === undefined) throw new Error('Announce more payments');
  return one;
}
const chargesOf = async (propertyId: string) => {
  const { bills, taxOwed, books } = await readBooks(server, propertyId);
  const sum = (kind: string) =>
    (bills[0]?.lines ?? []).reduce((total, line) => total + (line.kind === kind ? line.cents : 0), 0);
  return { penalty: sum('penalty'), interest: sum('interest'), taxOwed, receivable: books?.receivable };
};
const blockOf = async (paymentId: string) =>
  (
    await server.database.sql<{ data: Record<string, unknown> }>(
      `select data::json as data from blocks where action = 'registry.tax_paid' and data::json->>'payment' = $1`,
      [paymentId],
    )
  )[0]?.data;
const confirm = (paymentId: string, body: { arrivedOn?: string; amount?: number }) =>
  server.call(confirmPayment, { params: { paymentId }, body }, { as: clerk });

const late = { penalty: PENALTY, interest: INTEREST };

describe('money booked by the bank by the due day', () => {
  test('pays on that day, however late the statement comes, and takes back later charges', async () => {
    const { propertyId, id, reference } = next();
    expect(await chargesOf(propertyId)).toMatchObject(late);
    const line = { cents: HALF, text: reference, bookedOn: '2026-08-31' };
    expect((await sendStatement(server, clerk, [line])).states).toEqual(['settled']);
    expect(await chargesOf(propertyId)).toEqual({ penalty: 0, interest: 0, taxOwed: HALF, receivable: HALF });
    expect(await blockOf(id)).toMatchObject({
      paid_on: '2026-08-31',
      principal_cents: HALF,
      fee_cents: 0,
      lifted: [{ property_id: propertyId, penalty_cents: PENALTY, interest_cents: INTEREST }],
    });
    const { body } = await server.call(readPayment, { params: { paymentId: id } }, { as: clerk });
    expect(body.payment.paidOn).toBe('2026-08-31');
  });

  test('takes back only the charges on the part that it pays', async () => {
    const { propertyId, reference } = next();
    await sendStatement(server, clerk, [{ cents: HALF / 2, text: reference, bookedOn: '2026-08-21' }]);
    const half = { penalty: 2471, interest: 824 };
    const owed = 2 * HALF - HALF / 2 + half.penalty + half.interest;
    expect(await chargesOf(propertyId)).toEqual({ ...half, taxOwed: owed, receivable: owed });
  });

  test('counts on that day even if it waited in suspense or was not announced', async () => {
    const { propertyId } = next();
    const { statementId } = await sendStatement(server, clerk, [
      { cents: HALF, text: 'No reference', bookedOn: '2026-08-30' },
    ]);
    const [line] = await server.database.sql<{ id: string }>(
      'select line_id as id from bank_lines where statement_id = $1',
      [statementId],
    );
    const body = { kind: 'property_tax', subject: propertyId };
    await server.call(assignLine, { params: { lineId: line?.id ?? '' }, body }, { as: clerk });
    expect(await chargesOf(propertyId)).toMatchObject({ penalty: 0, interest: 0, taxOwed: HALF });
  });
});

test('money booked by the bank after the due day is late as of the day it was booked', async () => {
  const { propertyId, id, reference } = next();
  await sendStatement(server, clerk, [{ cents: HALF, text: reference, bookedOn: '2026-09-01' }]);
  expect(await chargesOf(propertyId)).toMatchObject(late);
  expect(await blockOf(id)).toMatchObject({ paid_on: '2026-09-01', fee_cents: PENALTY, interest_cents: INTEREST });
});

describe('a confirmation by hand', () => {
  test('counts on the day that it states, and the receipt names it', async () => {
    const { propertyId, id } = next();
    expect((await confirm(id, { arrivedOn: '2026-08-29' })).status).toBe(200);
    expect(await chargesOf(propertyId)).toMatchObject({ penalty: 0, interest: 0, taxOwed: HALF });
    expect((await server.call(readReceipt, { params: { paymentId: id } }, { as: clerk })).status).toBe(200);
  });

  test('without a day counts now', async () => {
    const { propertyId, id } = next();
    await confirm(id, {});
    expect(await chargesOf(propertyId)).toMatchObject(late);
    expect(await blockOf(id)).not.toHaveProperty('paid_on');
  });

  test('is refused for a day in the future or before the payment was opened, and changes nothing', async () => {
    const { id } = next();
    const { status, problem } = await confirm(id, { arrivedOn: '2026-09-21' });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, '/arrivedOn']);
    expect(await blockOf(id)).toBeUndefined();
    const early = await confirm(id, { arrivedOn: '2026-08-19' });
    expect([early.status, early.problem.errors]).toMatchObject([
      400,
      [{ pointer: '/arrivedOn', message: 'arrivedOn must not be before 2026-08-20' }],
    ]);
    expect(await blockOf(id)).toBeUndefined();
  });
});

test.each([
  ['2026-08-10', '2026-08-20', 'the day of the payment, if the bank booked it before'],
  ['2026-08-25', '2026-08-25', 'the day on which the bank booked it'],
  ['2026-09-20', undefined, 'the day of the block, as of now'],
  ['2026-12-01', undefined, 'never a day to come'],
])('money booked on %s counts on %s: %s', (booked, day, _why) => {
  const since = Date.parse('2026-08-20T12:00:00Z');
  const at = Date.parse('2026-09-20T12:00:00Z');
  expect(paidOn(booked, { since, at, timeZone: 'America/Detroit' })?.day).toBe(day);
});

test('days end in the time zone of the city', () => {
  const at = Date.parse('2026-09-20T12:00:00Z');
  const paid = paidOn('2026-08-31', { since: 0, at, timeZone: 'America/Detroit' });
  expect(new Date(paid?.asOf ?? 0).toISOString()).toBe('2026-09-01T03:59:59.000Z');
});

test('a rebuild replays the day and the charges that it takes back', async () => {
  expect(await findDifferences(server)).toEqual([]);
  const restore = await tamper(
    server,
    'payments',
    "update payments set paid_on = '2026-08-01' where paid_on is not null",
  );
  expect((await findDifferences(server)).join('\n')).toMatch(/paidOn/);
  await restore();
  expect(await findDifferences(server)).toEqual([]);
});
