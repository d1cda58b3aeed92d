import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideAppeal,
  listBills,
  payProperty,
  readProperty,
  reversePayment,
  waiveCharges,
} from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { signInAgain } from '../payments/tax-act-steps.fixture.ts';
import { registerBilled } from '../register.fixture.ts';
import { appeal, exempt, levyOn, registerAssessed } from '../tax-acts.fixture.ts';
import { findDifferences, tamper } from './tampered.fixture.ts';

const DAY = 86_400_000;
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
/** Late, charged, paid in part, waived, taken back and made to count again. */
let late: string;
let relieved: string;
/** Paid at its first day. */
let paid: string;

async function billOf(id: string) {
  const [bill] = (await server.call(listBills, { params: { id } }, { as: clerk })).body.bills;
  if (bill === undefined) throw new Error(`${id} has no bill`);
  return bill;
}
const pay = (propertyId: string, amount: number, paymentMethod: 'fiat' | 'bank' = 'fiat') =>
  server.call(payProperty, { params: { propertyId }, body: { amount, paymentMethod } }, { as: resident });
const head = async () => (await server.database.sql<{ length: number }>('select length from ledger_head'))[0]?.length;

beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  ({ propertyId: late } = await registerBilled(server, resident));
  ({ propertyId: paid } = await registerBilled(server, resident));
  relieved = await registerAssessed(server, resident);
  await exempt(server, relieved);
  await levyOn(server, relieved);
  const appealId = await appeal(server, relieved, resident);
  const decision = { outcome: 'granted' as const, reason: 'Inspected', land: 2_000_000, building: 6_000_000 };
  await pay(relieved, 50_000);
  await server.call(decideAppeal, { params: { appealId }, body: decision }, { as: clerk });
  const { installments } = await billOf(late);
  await pay(paid, installments[0]?.cents ?? 0);
  clock.advance(Date.parse(installments[0]?.dueAt ?? '') - clock() + 40 * DAY);
  clerk = await server.account('government');
  resident = await signInAgain(server, resident);
  const take = (paymentId: string) =>
    server.call(reversePayment, { params: { paymentId }, body: { reason: 'Sent twice' } }, { as: clerk });
  const first = await pay(late, 10_000);
  const { billNumber } = await billOf(late);
  await server.call(
    waiveCharges,
    { params: { billNumber }, body: { interest: 100, reason: 'Letter was lost' } },
    { as: clerk },
  );
  const back = await take(first.body.payment.id);
  await take(back.body.payment.id);
  expect((await pay(late, 500, 'bank')).status).toBe(200);
});
afterAll(() => server.stop());

test('what was paid, charged, waived, corrected, taken back and counted again follows from the blocks', async () => {
  expect(await findDifferences(server)).toEqual([]);
});

describe('an altered bill is found', () => {
  const set = (path: string, value: string, of: () => string) => () =>
    `update bills set installments = jsonb_set(installments, '${path}', '${value}') where property_id = '${of()}'`;
  const changes: [what: string, change: () => string, says: RegExp][] = [
    [
      'a paid installment that is open again',
      () =>
        `update bills set installments = jsonb_set(installments, '{0,openCents}', installments #> '{0,cents}') where property_id = '${paid}'`,
      /bills: .*: the bill of 2026: (\d+) of \1 cents open .*, the chain says 0 of \1 cents open/,
    ],
    ['an open installment that counts as paid', set('{1,openCents}', '0', () => paid), /0 of \d+ cents open/],
    [
      'an open amount that moved to the fees',
      () =>
        `update bills set open_fee_cents = open_fee_cents + 100, installments =
           jsonb_set(installments, '{1,openCents}', to_jsonb((installments #>> '{1,openCents}')::bigint - 100)) where property_id = '${late}'`,
      /\d+ cents of fees and \d+ of interest open.*, the chain says \d+ cents of fees/,
    ],
    ['months that were not charged', set('{0,monthsCharged}', '9', () => late), /9 months charged.*the chain says/],
    [
      'a penalty that was not charged',
      set('{1,penalized}', 'true', () => late),
      /months charged, penalized, the chain/,
    ],
    [
      'a due day an hour earlier',
      () =>
        `update bills set installments = jsonb_set(installments, '{1,dueAt}', to_jsonb((installments #>> '{1,dueAt}')::bigint - 3600000)) where property_id = '${late}'`,
      /due on 2027-01-15 until .*the chain says/,
    ],
    [
      'an installment of a corrected bill',
      () =>
        `update bills set installments = jsonb_set(jsonb_set(installments, '{0,cents}', to_jsonb((installments #>> '{0,cents}')::bigint + 5)),
           '{1,cents}', to_jsonb((installments #>> '{1,cents}')::bigint - 5)) where property_id = '${relieved}'`,
      /the chain says/,
    ],
    [
      'the column of what is open',
      () => `update bills set open_cents = open_cents + 1 where property_id = '${late}'`,
      /has \d+ cents open, and its parts say \d+/,
    ],
  ];
  test.each(changes)('%s', async (_, change, says) => {
    const end = await tamper(server, 'bills', change());
    const found = await findDifferences(server);
    await end();
    expect(found.join('\n')).toMatch(says);
    expect(await findDifferences(server)).toEqual([]);
  });
});

describe('nothing is recorded about the money of a parcel whose stored bills do not add up', () => {
  const changes: [what: string, change: string][] = [
    [
      'a paid installment that is open again',
      `installments = jsonb_set(installments, '{0,openCents}', installments #> '{0,cents}')`,
    ],
    [
      'an open installment that counts as paid but for a dollar',
      `installments = jsonb_set(installments, '{1,openCents}', '100')`,
    ],
    ['an invented fee', 'open_fee_cents = open_fee_cents + 100000, open_cents = open_cents + 100000'],
  ];
  test.each(changes)('%s', async (_, change) => {
    const end = await tamper(
      server,
      'bills',
      `update bills set ${change} where property_id = '${paid}'`,
      `property_id = '${paid}'`,
    );
    const beside = await startTestServer({ clock, beside: server.database, environment: { CAIRN_DEMO: 'true' } });
    const before = await head();
    const body = { amount: 100, paymentMethod: 'fiat' as const };
    const refused = await beside.call(payProperty, { params: { propertyId: paid }, body }, { as: resident });
    const other = await beside.call(payProperty, { params: { propertyId: late }, body }, { as: resident });
    const after = await head();
    await end();
    await beside.stop();
    expect([refused.status, refused.problem.detail]).toEqual([503, expect.stringMatching(/does not add up/)]);
    expect([other.status, after]).toEqual([200, (before ?? 0) + 1]);
    expect((await server.call(readProperty, { params: { id: paid } })).status).toBe(200);
  });
});
