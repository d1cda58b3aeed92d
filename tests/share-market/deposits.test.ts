import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmDeposit,
  failDeposit,
  listAllDeposits,
  requestPayout,
  reverseDeposit,
} from '#domains/market/contract.ts';
import {
  assignLine,
  type CallStep,
  confirmTestCard,
  listStatementLines,
  readPayment,
} from '#domains/payments/contract.ts';
import { settleWaiting } from '#domains/payments/server/cards/settle-waiting.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { openDemoWallet } from '#domains/payments/server/index.ts';
import { confirmPayment, setMethodFees } from '#domains/registry/contract.ts';
import { sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createCash } from './cash.fixture.ts';

// The embedded chain stamps its blocks with the real time, and the contract takes no call from the future.
const clock = createTestClock(new Date(Date.now() - 3_600_000).toISOString());
let server: TestServer;
let cash: ReturnType<typeof createCash>;
let admin: TestAccount;
let clerk: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  cash = createCash(server);
  [admin, clerk] = [await server.account('administrator'), await server.account('government')];
});
afterAll(() => server.stop());
const newcomer = async () => {
  ann = await server.account('shipper');
  return ann;
};
const confirm = (paymentId: string, as = admin, amount?: number) =>
  server.call(confirmDeposit, { params: { paymentId }, body: amount === undefined ? {} : { amount } }, { as });
const takeBack = (paymentId: string) =>
  server.call(reverseDeposit, { params: { paymentId }, body: { reason: 'The bank returned it' } }, { as: admin });
const cards = () => {
  const { cards: found } = server.services.payments;
  if (found === undefined) throw new Error('The demo has a card provider');
  return found;
};

test('a bank transfer becomes cash once an administrator confirms it, on the chain and in the books too', async () => {
  await newcomer();
  const { body, status } = await cash.deposit(ann, 250.5);
  expect(status).toBe(200);
  expect(body.payment).toMatchObject({ status: 'pending', amount: 25_050 });
  expect(body.next).toMatchObject({ kind: 'transfer', reference: expect.stringMatching(/^RF/) });
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });

  const { id } = body.payment;
  expect((await confirm(id, clerk)).status).toBe(403);
  const asTax = await server.call(confirmPayment, { params: { paymentId: id }, body: {} }, { as: clerk });
  expect(asTax.problem.code).toBe('payments.not_found');
  const before = await cash.booked('payable:shares');
  expect((await confirm(id)).body.payment.status).toBe('completed');
  expect(await cash.cashOf(ann)).toEqual({ free: 250.5, held: 0 });
  expect(await cash.onChain(ann)).toBe(25_050);
  expect(before - (await cash.booked('payable:shares'))).toBe(25_050);
  expect(await cash.booked('promised:shares')).toBe(0);
  expect((await confirm(id)).problem.code).toBe('payments.settled');
  const [row] = await server.database.sql('select data from blocks where data like $1', [
    `%market.cash_received%${id}%`,
  ]);
  expect(row).toBeDefined();
  expect(JSON.stringify(row)).not.toContain(ann.username);
  expect(await cash.problems()).toEqual([]);
});

test('counts the arrived amount instead of the announced one, and is confirmed once by two administrators', async () => {
  await newcomer();
  const { id } = (await cash.deposit(ann, 100)).body.payment;
  const second = await server.account('administrator');
  const answers = await Promise.all([confirm(id, admin, 80), confirm(id, second, 80), confirm(id, admin)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { free } = await cash.cashOf(ann);
  expect([80, 100]).toContain(free);
  expect(await cash.depositsOf(ann)).toMatchObject([{ cash: free, moved: free, payment: { amount: free * 100 } }]);
  expect(await cash.problems()).toEqual([]);
});

test('the line of a bank statement with the reference settles it, once', async () => {
  await newcomer();
  const { body } = await cash.deposit(ann, 70);
  const text = `Deposit ${body.payment.reference}`;
  const first = await sendStatement(server, admin, [{ cents: 7000, text, entryReference: 'E1' }]);
  expect(first.states).toEqual(['settled']);
  await sendStatement(server, admin, [{ cents: 7000, text, entryReference: 'E1' }]);
  expect(await cash.cashOf(ann)).toEqual({ free: 70, held: 0 });
  // The money came a second time: a person decides.
  const again = await sendStatement(server, admin, [{ cents: 7000, text, entryReference: 'E2' }]);
  expect(again.states).toEqual(['suspense']);
  // The bank takes it back.
  const back = await sendStatement(server, admin, [{ cents: -7000, text, entryReference: 'E3' }]);
  expect(back.states).toEqual(['reversed']);
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });
  expect(await cash.problems()).toEqual([]);
});

test('a line that the city sends waits for an administrator, because the city’s accounts trade too', async () => {
  await newcomer();
  const { body } = await cash.deposit(ann, 70);
  const line = { cents: 7000, text: `Deposit ${body.payment.reference}`, entryReference: 'E4' };
  const { states, statementId } = await sendStatement(server, clerk, [line]);
  expect(states).toEqual(['suspense']);
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });
  const { lines } = (await server.call(listStatementLines, { params: { statementId } }, { as: clerk })).body;
  const params = { lineId: lines[0]?.id ?? '' };
  const assigned = { params, body: { paymentId: body.payment.id } };
  const refused = await server.call(assignLine, assigned, { as: clerk });
  expect([refused.status, refused.problem.code]).toEqual([403, 'request.forbidden']);
  expect((await server.call(assignLine, assigned, { as: admin })).status).toBe(200);
  expect(await cash.cashOf(ann)).toEqual({ free: 70, held: 0 });
  // A line of the city does not take it back either.
  const back = await sendStatement(server, clerk, [{ ...line, cents: -7000, entryReference: 'E5' }]);
  expect(back.states).toEqual(['listed']);
  expect(await cash.cashOf(ann)).toEqual({ free: 70, held: 0 });
  expect(await cash.problems()).toEqual([]);
});

test('a TEST card pays immediately, with the fee on top, and the same key pays once', async () => {
  await newcomer();
  await server.call(
    setMethodFees,
    {
      body: {
        usdc: { fixedCents: 0, basisPoints: 0 },
        eth: { fixedCents: 0, basisPoints: 0 },
        bank: { fixedCents: 0, basisPoints: 0 },
        fiat: { fixedCents: 30, basisPoints: 200 },
      },
    },
    { as: clerk },
  );
  const wrong = await cash.deposit(ann, 100, { paymentMethod: 'fiat', fee: 1 });
  expect(wrong.problem.errors).toEqual([{ in: 'body', pointer: '/fee', message: 'fee must be 2.3' }]);
  const card = { paymentMethod: 'fiat', fee: 2.3, card: 'test_success' };
  const first = await cash.deposit(ann, 100, card, 'once');
  expect(first.body).toMatchObject({ payment: { status: 'completed', amount: 10_230, methodFee: 230 }, next: null });
  expect((await cash.deposit(ann, 100, card, 'once')).body.payment.id).toBe(first.body.payment.id);
  expect((await cash.deposit(ann, 101, { ...card, fee: 2.32 }, 'once')).problem.code).toBe(
    'request.idempotency_mismatch',
  );
  expect(await cash.cashOf(ann)).toEqual({ free: 100, held: 0 });
  const declined = await cash.deposit(ann, 50, { paymentMethod: 'fiat', card: 'test_declined' });
  expect(declined.body.payment.status).toBe('failed');
  const asked = (await cash.deposit(ann, 50, { paymentMethod: 'fiat', card: 'test_needs_step' })).body;
  expect(asked.next?.kind).toBe('confirm');
  const approve = { params: { paymentId: asked.payment.id }, body: { decision: 'approve' as const } };
  expect((await server.call(confirmTestCard, approve, { as: admin })).status).toBe(403);
  expect((await server.call(confirmTestCard, approve, { as: ann })).body.payment.status).toBe('completed');
  expect(await cash.cashOf(ann)).toEqual({ free: 150, held: 0 });
  expect(await cash.problems()).toEqual([]);
});

test('USDC of a wallet on the chain becomes cash when it is confirmed', async () => {
  await newcomer();
  const { digital } = server.services.payments;
  const { body } = await cash.deposit(ann, 1234.56, { paymentMethod: 'usdc' });
  expect(body.next).toMatchObject({ kind: 'call', units: '1234560000' });
  const pay = await openDemoWallet(digital);
  await pay(body.next as CallStep);
  await followPayments(digital, 'test', true);
  const { payment } = (await server.call(readPayment, { params: { paymentId: body.payment.id } })).body;
  expect(payment).toMatchObject({ status: 'completed', txHash: expect.stringMatching(/^0x/) });
  expect(await cash.cashOf(ann)).toEqual({ free: 1234.56, held: 0 });
  expect(await cash.problems()).toEqual([]);
});

test('money taken back after it was spent is owed: no balance is below zero, and incoming money covers the debt', async () => {
  await newcomer();
  const propertyId = await cash.offer(100, 10);
  await cash.deposit(ann, 200, { paymentMethod: 'fiat', card: 'test_disputed' });
  expect((await cash.trade(ann, propertyId, 'buy', 12, 10)).status).toBe(200);
  expect((await cash.trade(ann, propertyId, 'buy', 3, 5)).body.order.status).toBe('open');
  expect(await cash.cashOf(ann)).toEqual({ free: 65, held: 15 });
  await settleWaiting(cards());
  server.clock.advance(3 * 60_000);
  await Promise.all([settleWaiting(cards()), settleWaiting(cards())]);
  // Free cash and the cash held by the open purchase are taken; $120 are owed.
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });
  expect(await cash.owedBy(ann)).toBe(120);
  expect(await cash.onChain(ann)).toBe(0);
  expect(await cash.problems()).toEqual([]);

  expect((await cash.trade(ann, propertyId, 'buy', 1, 5)).problem.code).toBe('market.cash_owed');
  const paidOut = await server.call(
    requestPayout,
    { body: { amount: 1, iban: 'GB82WEST12345698765432', holder: 'Ann' } },
    { as: ann },
  );
  expect(paidOut.problem.code).toBe('market.cash_owed');
  const ben = await server.account('retailer');
  await cash.deposit(ben, 100, { paymentMethod: 'fiat' });
  expect((await cash.trade(ann, propertyId, 'sell', 5, 9)).status).toBe(200);
  expect((await cash.trade(ben, propertyId, 'buy', 5, 9)).body.order.status).toBe('filled');
  // The sale, without its royalty, covers a part; a deposit covers the rest, and the remainder is free.
  await cash.deposit(ann, 100, { paymentMethod: 'fiat' });
  expect(await cash.owedBy(ann)).toBe(0);
  expect((await cash.cashOf(ann)).free).toBeCloseTo(100 + 45 - 1.12 - 120, 2);
  expect((await cash.trade(ann, propertyId, 'buy', 1, 5)).status).toBe(200);
  expect(await cash.problems()).toEqual([]);
});

test('a deposit is taken back once, and reversing that makes it count again', async () => {
  await newcomer();
  const { id } = (await cash.deposit(ann, 40)).body.payment;
  expect((await takeBack(id)).problem.code).toBe('payments.settled');
  await confirm(id);
  const answers = await Promise.all([takeBack(id), takeBack(id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });
  const reversal = answers.find(({ status }) => status === 200)?.body.payment.id ?? '';
  expect((await takeBack(reversal)).body.payment.amount).toBe(4000);
  expect(await cash.cashOf(ann)).toEqual({ free: 40, held: 0 });
  expect((await cash.depositsOf(ann)).map(({ cash: cents }) => cents)).toEqual([40, -40, 40]);
  expect(await cash.problems()).toEqual([]);
});

test.each([
  ['amount_cents', '9000000'],
  ['subject', `(select '0x' || encode(address, 'hex') from market_accounts where holder = 'city')`],
])('a deposit whose %s was changed is not confirmed, and adds no cash', async (column, value) => {
  await newcomer();
  await cash.deposit(await server.account('government'), 1);
  const { id } = (await cash.deposit(ann, 10)).body.payment;
  const where = `where payment_id = '${id}'`;
  const change = (to: string) => server.database.tamper(`update payments set ${column} = ${to} ${where}`);
  const [kept] = await server.database.sql<Record<string, string>>(`select ${column} from payments ${where}`);
  await change(value);
  expect((await confirm(id)).status).toBe(503);
  expect(await cash.cashOf(ann)).toEqual({ free: 0, held: 0 });
  await change(`'${kept?.[column]}'`);
  expect((await confirm(id)).status).toBe(200);
  expect(await cash.cashOf(ann)).toEqual({ free: 10, held: 0 });
});

test('a deposit that did not arrive is closed, and cannot be confirmed afterwards', async () => {
  await newcomer();
  const { id } = (await cash.deposit(ann, 40)).body.payment;
  const close = { params: { paymentId: id }, body: { reason: 'Never came' } };
  expect((await server.call(failDeposit, close, { as: admin })).body.payment.status).toBe('failed');
  expect((await confirm(id)).problem.code).toBe('payments.settled');
  const { deposits } = (await server.call(listAllDeposits, { query: { status: 'failed' } }, { as: admin })).body;
  expect(deposits.find(({ payment }) => payment.id === id)).toMatchObject({ username: ann.username, cash: 0 });
  expect(await cash.problems()).toEqual([]);
});

test('an account has at most 20 deposits that have not arrived, even if more are opened at the same time', async () => {
  await newcomer();
  const answers = await Promise.all(Array.from({ length: 25 }, () => cash.deposit(ann, 5)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 200)?.problem.code).toBe('payments.too_many_pending');
});

test.each([
  [
    'market_deposits',
    'update market_deposits set moved_cents = moved_cents - 1 where due_cents > 1 and moved_cents > 1',
  ],
  ['market_deposits', 'delete from market_deposits'],
  [
    'payments',
    `update payments set amount_cents = amount_cents + 1 where kind = 'share_cash' and state = 'completed' and amount_cents > 0`,
  ],
  ['book_postings', `update book_postings set account = 'payable:other' where account = 'payable:shares'`],
  [
    'book_postings',
    `insert into book_postings (block_index, line, account, cents) select index, line, account, cents from (
      select index from ledger_blocks where action = 'market.cash_received' limit 1
    ) as block cross join (values (0, 'bank', 500), (1, 'payable:shares', -500)) as pair (line, account, cents)`,
  ],
])('the comparison with the blocks finds a change of %s: %s', async (table, change) => {
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await bare(`create table before_change as select * from ${table}; ${change}`);
  expect((await cash.problems()).map((one) => one.split(':')[0])).toContain(table);
  await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
  expect(await cash.problems()).toEqual([]);
});
