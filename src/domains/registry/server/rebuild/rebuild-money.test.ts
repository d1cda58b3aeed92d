import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideAppeal,
  listBills,
  payProperty,
  readProperty,
  reversePayment,
  splitProperty,
  waiveCharges,
} from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { signInAgain } from '../payments/tax-act-steps.fixture.ts';
import { registerBilled, registerParcel } from '../register.fixture.ts';
import { appeal, exempt, levyOn, registerAssessed } from '../tax-acts.fixture.ts';
import { findDifferences, tamper } from './tampered.fixture.ts';

const DAY = 86_400_000;
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
/** A late bill: charged, paid in part, waived, reversed, and paid again by taking the reversal back. */
let late: string;
let relieved: string;
/** A bill that was paid on its first day. */
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
  const { billNumber } = await billOf(late);
  const waiver = await server.call(
    waiveCharges,
    { params: { billNumber }, body: { interest: 100, reason: 'Letter was lost' } },
    { as: clerk },
  );
  expect(waiver.status).toBe(200);
  const first = await pay(late, 10_000);
  const back = await take(first.body.payment.id);
  await take(back.body.payment.id);
  expect((await pay(late, 500, 'bank')).status).toBe(200);
  const corner = (west: number, north: number): [number, number] => [west, north];
  const square = (west: number) => ({
    type: 'Polygon' as const,
    coordinates: [[corner(west, 42.3), corner(west + 0.001, 42.3), corner(west + 0.001, 42.301), corner(west, 42.3)]],
  });
  const whole = await registerParcel(server, { geometry: square(-83.1) });
  const into = [1, 2].map((n) => ({
    propertyId: `${whole}.${n}`,
    address: `${n} Quay Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 600,
    geometry: square(-83.1 + n / 1000),
  }));
  const split = await server.call(splitProperty, { params: { id: whole }, body: { into } }, { as: clerk });
  expect(split.status).toBe(200);
});
afterAll(() => server.stop());

test('payments, charges, waivers, corrections and reversals follow from the blocks', async () => {
  expect(await findDifferences(server)).toEqual([]);
});

describe('finds an altered bill', () => {
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

describe('finds an altered row of a payment, of its entry or of a tax act', () => {
  const first = (where: string) => `payment_id = (select min(payment_id) from payments where ${where})`;
  const ordinary = "reverses is null and state = 'completed'";
  const reversal = 'amount_cents < 0';
  const changes: [what: string, table: string, change: () => string, says: RegExp][] = [
    ['its kind', 'payments', () => `update payments set kind = 'water' where ${first(ordinary)}`, /kind is "water"/],
    [
      'an ordinary payment that takes back another',
      'payments',
      () =>
        `update payments set reverses = (select min(payment_id) from payments where ${reversal}) where ${first(ordinary)}`,
      /reverses is "pay_\w+", the chain says null/,
    ],
    [
      'a reversal of another payment',
      'payments',
      () => `update payments set by_hand = false, reverses = null where amount_cents > 0 and reverses is not null`,
      /reverses is null, the chain says "pay_/,
    ],
    [
      'when it was settled',
      'payments',
      () => `update payments set settled_at = settled_at - interval '1 day' where ${first(ordinary)}`,
      /settledAt is \d+, the chain says/,
    ],
    [
      'when it was opened',
      'payments',
      () => `update payments set opened_at = opened_at - interval '1 day' where state = 'pending'`,
      /openedAt is \d+, the chain says/,
    ],
    [
      'the transaction of a pending one',
      'payments',
      () => `update payments set tx_hash = '0x${'ab'.repeat(32)}' where state = 'pending'`,
      /txHash is "0xab.*the chain says null/,
    ],
    [
      'the method of a reversal',
      'payments',
      () => `update payments set method = 'usdc' where ${reversal}`,
      /clearing:usdc, the chain says|to clearing:fiat, the chain says 0|has another method or subject/,
    ],
    [
      'what an allocation is for',
      'payment_allocations',
      () =>
        `update payment_allocations set subject = '${relieved}' where payment_id in (select payment_id from payments where ${first(`subject = '${paid}' and ${ordinary}`)})`,
      /strangeLines is 1|paid for/,
    ],
    [
      'allocations of a reversal',
      'payment_allocations',
      () =>
        `update payment_allocations set part = 'credit', bill = null where payment_id in (select payment_id from payments where ${reversal})`,
      /paid for .* of credit.*; the chain says/,
    ],
    [
      'two lines that cancel out',
      'payment_allocations',
      () => `insert into payment_allocations (payment_id, line, part, bill, cents) select payment_id, 90 + n, 'credit', null, 7 * n
        from payments, unnest(array[-1, 1]) as n where ${first(ordinary)}`,
      /strangeLines is 1, the chain says 0/,
    ],
    [
      'the parts of a settled payment',
      'payment_parts',
      () =>
        `insert into payment_parts (payment_id, line, subject, bill) select payment_id, 0, '${relieved}', null from payments where ${first(`subject = '${late}' and ${ordinary}`)}`,
      /subjects is/,
    ],
    [
      'a waiver',
      'bill_waivers',
      () => 'update bill_waivers set interest_cents = interest_cents + 1',
      /bill_waivers: .*is missing/,
    ],
    ['a waiver that is gone', 'bill_waivers', () => 'delete from bill_waivers', /bill_waivers: .*is missing/],
    [
      'a correction',
      'bill_corrections',
      () => 'update bill_corrections set credit_cents = 1',
      /bill_corrections: .*missing/,
    ],
    [
      'a correction that is gone',
      'bill_corrections',
      () => 'delete from bill_corrections',
      /bill_corrections: .*missing/,
    ],
    [
      'the end of an exemption',
      'parcel_exemptions',
      () => `update parcel_exemptions set ended_index = 7, end_reason = 'Sold'`,
      /parcel_exemptions: .* is missing/,
    ],
    [
      'when an appeal was filed',
      'assessment_appeals',
      () => `update assessment_appeals set filed_at = filed_at - interval '1 day'`,
      /filedAt is \d+, the chain says/,
    ],
    [
      'when an appeal was decided',
      'assessment_appeals',
      () => `update assessment_appeals set decided_at = decided_at + interval '1 day'`,
      /decidedAt is \d+, the chain says/,
    ],
    ['a succession that is gone', 'parcel_successions', () => 'delete from parcel_successions', /parcel_successions: /],
    ['a cell of the map', 'parcel_cells', () => 'delete from parcel_cells', /parcel_cells: /],
    [
      'a balanced posting of a million to the entry of a block',
      'book_postings',
      () => `insert into book_postings (block_index, line, account, cents)
        select min(block_index), n, case n when 90 then 'revenue:tax' else 'clearing:bank' end, 100000000 * (2 * n - 181)
        from book_postings, unnest(array[90, 91]) as n group by n`,
      /block \d+: posts -?\d+ cents to (?:revenue:tax|clearing:bank), the chain says/,
    ],
    [
      'a balanced entry between the accounts of a parcel',
      'book_postings',
      () => `insert into book_postings (block_index, line, account, cents)
        select min(block_index), n, case n when 90 then 'credit:tax:${late}' else 'receivable:tax:${late}' end, 500 * (2 * n - 181)
        from book_postings, unnest(array[90, 91]) as n where account = 'receivable:tax:${late}' group by n`,
      /book_postings: .*cents to (?:credit|receivable):tax:\S+ in block/,
    ],
    [
      'an entry of a block that moves no money',
      'book_postings',
      () => `insert into book_postings (block_index, line, account, cents)
        values (0, 0, 'revenue:tax', 500), (0, 1, 'clearing:bank', -500)`,
      /block 0 has an entry, but moves no money/,
    ],
    [
      'postings that are gone',
      'book_postings',
      () => `delete from book_postings where account like 'expected:%'`,
      /posts 0 cents to expected:bank/,
    ],
  ];
  test.each(changes)('%s', async (_, table, change, says) => {
    const end = await tamper(server, table, change());
    const found = await findDifferences(server);
    await end();
    expect(found.join('\n')).toMatch(says);
    expect(await findDifferences(server)).toEqual([]);
  });
});

describe('records nothing about the money of a parcel whose stored bills do not add up', () => {
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
    expect([refused.status, refused.problem.detail]).toEqual([503, expect.stringMatching(/do not add up/)]);
    expect([other.status, after]).toEqual([200, (before ?? 0) + 1]);
    expect((await server.call(readProperty, { params: { id: paid } })).status).toBe(200);
  });
});
