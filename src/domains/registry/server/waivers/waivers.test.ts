import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBills, payProperty, readProperty, reversePayment, waiveCharges } from '#domains/registry/contract.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { signInAgain } from '../payments/tax-act-steps.fixture.ts';
import { rebuildRegistry } from '../rebuild/rebuild-registry.ts';
import { registerBilled } from '../register.fixture.ts';

const DAY = 86_400_000;
const clock = createTestClock();
let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
let propertyId = '';
let billNumber = '';
/** All properties are registered now and late for two months in the tests. */
const others: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  resident = await server.account('resident');
  ({ propertyId, billNumber } = await registerBilled(server, resident));
  for (let n = 0; n < 2; n += 1) others.push((await registerBilled(server, resident)).propertyId);
  const { installments } = await billOf(propertyId, await server.account('government'));
  clock.advance(Date.parse(installments[0]?.dueAt ?? '') - clock() + 40 * DAY);
  clerk = await server.account('government');
  resident = await signInAgain(server, resident);
});
afterAll(() => server.stop());

async function billOf(id: string, as = clerk) {
  const [bill] = (await server.call(listBills, { params: { id } }, { as })).body.bills;
  if (bill === undefined) throw new Error(`${id} has no bill`);
  return bill;
}
const waive = (
  body: object,
  { as = clerk, key, bill = billNumber }: { as?: TestAccount; key?: string; bill?: string } = {},
) =>
  server.call(
    waiveCharges,
    { params: { billNumber: bill }, body: { reason: 'Letter was lost', ...body } as never },
    { as, ...(key === undefined ? {} : { key }) },
  );
const head = async () => (await server.database.sql<{ length: number }>('select length from ledger_head'))[0]?.length;
async function booked(account: string) {
  const [row] = await server.database.sql<{ cents: number }>(
    'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
    [account],
  );
  return row?.cents;
}

describe('a waiver', () => {
  test('lowers what is owed by a line, a block and a balanced posting, and a repeated request waives once', async () => {
    const before = await billOf(propertyId);
    const { penalty, interest } = before.waivable;
    expect(Math.min(penalty, interest)).toBeGreaterThan(100);
    const body = { penalty, interest: 100 };
    const [first, again] = await Promise.all([waive(body, { key: 'once' }), waive(body, { key: 'once' })]);
    expect(again.body).toEqual(first.body);
    const after = await billOf(propertyId);
    expect(after.open).toBe(before.open - penalty - 100);
    expect(first.body).toMatchObject({ penaltyCents: penalty, interestCents: 100, openCents: after.open });
    expect(after.waivable).toEqual({ penalty: 0, interest: interest - 100 });
    expect(after.lines.slice(before.lines.length).map(({ kind, cents }) => [kind, cents])).toEqual([
      ['waived_penalty', -penalty],
      ['waived_interest', -100],
    ]);
    expect(after.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(after.total);
    expect(after.waivers).toMatchObject([{ reason: 'Letter was lost', blockIndex: first.body.blockIndex }]);
    expect(await Promise.all(['waived:penalty', 'waived:interest'].map(booked))).toEqual([penalty, 100]);
    expect(await booked(`receivable:tax:${propertyId}`)).toBe(after.open);
    const { title, taxOwed } = (await server.call(readProperty, { params: { id: propertyId } })).body;
    expect(taxOwed).toBe(after.open);
    expect(title[0]?.summary).toMatch(/^Waived for 2026: penalty \$[\d.]+, interest \$1\.00$/);
    const [block] = await server.database.sql<{ data: string }>('select data from blocks where index = $1', [
      first.body.blockIndex,
    ]);
    expect(block?.data).not.toMatch(/Letter|lost/);
  });

  test('of more than is open, of nothing or by a resident changes nothing and names the field', async () => {
    const { penalty, interest } = (await billOf(propertyId)).waivable;
    const length = await head();
    const pointers = async (body: object) => (await waive(body)).problem.errors?.map(({ pointer }) => pointer);
    expect(await pointers({ penalty: penalty + 1 })).toEqual(['/penalty']);
    expect(await pointers({ interest: interest + 1 })).toEqual(['/interest']);
    expect(await pointers({})).toEqual(['/penalty']);
    expect(await pointers({ interest: 1, reason: ' ' })).toEqual(['/reason']);
    expect((await waive({ interest: 1 }, { as: resident })).status).toBe(403);
    expect(await head()).toBe(length);
  });

  test('and concurrent payments together never exceed what is owed', async () => {
    const id = others[0] ?? '';
    const bill = await billOf(id);
    const { interest } = bill.waivable;
    const pay = () =>
      server.call(
        payProperty,
        { params: { propertyId: id }, body: { amount: bill.open, paymentMethod: 'fiat' } },
        { as: resident },
      );
    await Promise.all([
      pay(),
      waive({ interest }, { bill: bill.billNumber }),
      pay(),
      waive({ interest }, { bill: bill.billNumber }),
    ]);
    const left = await billOf(id);
    expect(await booked(`receivable:tax:${id}`)).toBe(left.open);
    expect(left.waivable.interest).toBe(0);
    expect(
      await rebuildRegistry(server.services.database, { repair: false, timeZone: server.services.city.timeZone }),
    ).toEqual([]);
  });

  test('leaves the paid part of a penalty open again once its payment is taken back', async () => {
    const id = others[1] ?? '';
    const bill = await billOf(id);
    const { penalty } = bill.waivable;
    const paid = await server.call(
      payProperty,
      { params: { propertyId: id }, body: { amount: 100, paymentMethod: 'fiat' } },
      { as: resident },
    );
    expect((await waive({ penalty: penalty - 99 }, { bill: bill.billNumber })).status).toBe(400);
    await waive({ penalty: penalty - 100 }, { bill: bill.billNumber });
    expect((await billOf(id)).waivable.penalty).toBe(0);
    const params = { paymentId: paid.body.payment.id };
    await server.call(reversePayment, { params, body: { reason: 'Disputed' } }, { as: clerk });
    expect((await billOf(id)).waivable.penalty).toBe(100);
    expect(
      await rebuildRegistry(server.services.database, { repair: false, timeZone: server.services.city.timeZone }),
    ).toEqual([]);
  });
});
