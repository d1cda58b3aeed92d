import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  assignLine,
  listStatementLines,
  listSuspense,
  openStatement,
  readStatement,
  returnLine,
  sendStatementLines,
} from '#domains/payments/contract.ts';
import { listPayments, payProperty, readProperty, refundPayment } from '#domains/registry/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { registerBilled } from '../register.fixture.ts';
import { type Line, sendStatement } from './send-statement.fixture.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;

const send = (lines: readonly Line[], options?: Parameters<typeof sendStatement>[3]) =>
  sendStatement(server, clerk, lines, options);
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
const balance = async (account: string) =>
  (
    await server.database.sql<{ cents: number }>(
      'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
      [account],
    )
  )[0]?.cents;
const linesOf = async (statementId: string, outcome?: 'suspense') =>
  (await server.call(listStatementLines, { params: { statementId }, query: outcome ? { outcome } : {} }, { as: clerk }))
    .body.lines;

/** Announces a bank transfer and returns its reference. */
async function announce(propertyId: string, amount: number) {
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod: 'bank' } },
    { as: clerk },
  );
  return { id: body.payment.id, reference: body.payment.reference ?? '' };
}

const spaced = (reference: string) => reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ');

describe('a line with the reference of a pending payment', () => {
  test('settles it with the amount that arrived: all, a part, or more, which becomes credit', async () => {
    const { propertyId } = await registerBilled(server);
    const [all, part, more] = [
      await announce(propertyId, 10_000),
      await announce(propertyId, 20_000),
      await announce(propertyId, 1000),
    ];
    const { states, statementId } = await send([
      { cents: 10_000, text: `Tax ${all.reference}` },
      { cents: 5000, text: spaced(part.reference) },
      { cents: BILL_CENTS, text: `${more.reference} thank you` },
    ]);
    expect(states).toEqual(['settled', 'settled', 'settled']);
    expect(await owed(propertyId)).toBe(0);
    expect(await balance(`receivable:tax:${propertyId}`)).toBe(0);
    expect(await balance(`credit:tax:${propertyId}`)).toBe(-15_000);
    expect(await balance(`promised:tax:${propertyId}`)).toBe(0);
    const lines = await linesOf(statementId);
    expect(lines.map(({ announcedCents }) => announcedCents)).toEqual([10_000, 20_000, 1000]);
    const [line] = lines;
    const [block] = await server.database.sql<{ data: Record<string, unknown> }>(
      'select data::json as data from blocks where index = $1',
      [line?.blockIndex],
    );
    expect(block?.data).toMatchObject({ action: 'registry.tax_paid', line: line?.id, user: clerk.username });
  });

  test('pays the same property again if it arrives twice, and is never refused', async () => {
    const { propertyId } = await registerBilled(server);
    const { reference } = await announce(propertyId, 1000);
    const { states } = await send([
      { cents: 1000, text: reference },
      { cents: 1000, text: `${reference} again` },
    ]);
    expect(states.toSorted()).toEqual(['credited', 'settled']);
    const later = await send([{ cents: 700, text: reference }]);
    expect(later.states).toEqual(['credited']);
    const [credited] = await linesOf(later.statementId);
    expect(credited?.candidates[0]?.reason).toBe('Its reference; that payment was completed before');
    expect(await owed(propertyId)).toBe(BILL_CENTS - 2700);
    const { body } = await server.call(listPayments, { params: { id: propertyId } });
    expect(body.payments.map(({ amount, status }) => [amount, status])).toEqual([
      [700, 'completed'],
      [1000, 'completed'],
      [1000, 'completed'],
    ]);
  });

  test('takes the payment back once when the money leaves again', async () => {
    const { propertyId } = await registerBilled(server);
    const { reference } = await announce(propertyId, 1000);
    const { states } = await send([
      { cents: 1000, text: reference },
      { cents: -400, text: `Fee ${reference}` },
      { cents: -900, text: 'Electricity' },
    ]);
    expect(states).toEqual(['settled', 'listed', 'listed']);
    expect((await send([{ cents: -1000, text: `Returned ${reference}` }])).states).toEqual(['reversed']);
    const both = await announce(propertyId, 700);
    expect(
      (
        await send([
          { cents: -700, text: `Returned ${both.reference}` },
          { cents: 700, text: both.reference },
        ])
      ).states,
    ).toEqual(['reversed', 'settled']);
    expect((await send([{ cents: -1000, text: `Returned again ${reference}` }])).states).toEqual(['listed']);
    expect(await owed(propertyId)).toBe(BILL_CENTS);
  });
});

test.each([
  ['all', undefined],
  ['a part', 300],
] as const)(
  'no line returns a transfer of which %s was taken back: such a line is recorded without an act',
  async (_, cents) => {
    const { propertyId } = await registerBilled(server);
    const { id, reference } = await announce(propertyId, 1000);
    await send([{ cents: 1000, text: reference }]);
    const refund = { reason: 'A mistake of the payer', ...(cents === undefined ? {} : { amount: cents }) };
    await server.call(refundPayment, { params: { paymentId: id }, body: refund }, { as: clerk });
    const before = await owed(propertyId);
    const { states, statementId } = await send([{ cents: -1000, text: `Returned ${reference}` }]);
    expect(states).toEqual(['listed']);
    const [line] = await linesOf(statementId);
    expect(line?.candidates).toEqual([expect.objectContaining({ paymentId: id, reason: 'Its reference' })]);
    // The block of the statement commits to the act of each line.
    const rows = await server.database.sql('select act, plan from bank_lines where statement_id = $1', [statementId]);
    expect(rows).toEqual([{ act: null, plan: '[null,null,null,null]' }]);
    expect(await owed(propertyId)).toBe(before);
    const { body } = await server.call(listPayments, { params: { id: propertyId } });
    expect(body.payments.map(({ amount }) => amount)).toEqual([-(cents ?? 1000), 1000]);
  },
);

describe('lines of an earlier statement', () => {
  test('are known when it is sent twice, overlaps another, or is sent twice at the same time', async () => {
    const { propertyId } = await registerBilled(server);
    const { reference } = await announce(propertyId, 1000);
    const lines = [
      { cents: 1000, text: reference },
      { cents: 50, text: 'Coffee' },
      { cents: 50, text: 'Coffee' },
      { cents: 60, text: 'Tea', entryReference: 'E-1' },
    ];
    const before = (await balance('clearing:bank')) ?? 0;
    const [a, b] = await Promise.all([send(lines), send(lines)]);
    expect([...a.states, ...b.states].filter((state) => !state.startsWith('known'))).toHaveLength(4);
    const overlapping = await send([...lines.slice(1), { cents: 70, text: 'New' }], { chunk: 2 });
    expect(overlapping.states).toEqual(['known suspense', 'known suspense', 'known suspense', 'suspense']);
    expect(await balance('clearing:bank')).toBe(before + 1000 + 50 + 50 + 60 + 70);
  });

  test('are new lines in another account, on another day, or repeated on the same day', async () => {
    const tea = { cents: 60, text: 'Green tea' };
    expect((await send([tea])).states).toEqual(['suspense']);
    expect((await send([tea], { bankAccount: 'Savings' })).states).toEqual(['suspense']);
    expect((await send([{ ...tea, bookedOn: '2026-03-05' }])).states).toEqual(['suspense']);
    expect((await send([tea, tea])).states).toEqual(['known suspense', 'suspense']);
    expect((await send([tea], { bankAccount: 'city OPERATING account' })).states).toEqual(['known suspense']);
  });

  test.each(['0001-01-01', '9999-12-31'])(
    'are refused if one was booked on %s, and none is stored',
    async (bookedOn) => {
      const { body } = await server.call(
        openStatement,
        { body: { name: 'wrong-year.csv', bankAccount: 'City operating account', lineCount: 2 } },
        { as: clerk },
      );
      const params = { statementId: body.statement.id };
      const lines = ['2026-03-04', bookedOn].map((day) => ({ bookedOn: day, cents: 100, text: 'Wrong year' }));
      const answer = await server.call(sendStatementLines, { params, body: { from: 0, lines } }, { as: clerk });
      expect(answer.status).toBe(400);
      expect(answer.problem.error).toContain(`bookedOn of line 2: ${bookedOn} is not between`);
      expect(answer.problem.errors).toMatchObject([{ in: 'body', pointer: '/lines/1/bookedOn' }]);
      expect(await linesOf(params.statementId)).toEqual([]);
      expect((await server.call(readStatement, { params }, { as: clerk })).body.statement.received).toBe(0);
    },
  );

  test('come in order: a chunk may be repeated and none may be left out', async () => {
    const { body } = await server.call(
      openStatement,
      { body: { name: 'gap.csv', bankAccount: 'Gap', lineCount: 3, openingCents: 100, closingCents: 106 } },
      { as: clerk },
    );
    const params = { statementId: body.statement.id };
    const line = (cents: number) => ({ bookedOn: '2026-03-04', cents, text: `Gap ${cents}` });
    const chunk = (from: number, lines: ReturnType<typeof line>[]) =>
      server.call(sendStatementLines, { params, body: { from, lines } }, { as: clerk });
    expect((await chunk(1, [line(2)])).problem.code).toBe('payments.statement_gap');
    expect((await chunk(0, [line(1), line(2)])).body.received).toBe(2);
    const again = await chunk(1, [line(2), line(3)]);
    expect(again.body).toEqual({
      received: 3,
      lines: [
        { state: 'suspense', known: false },
        { state: 'suspense', known: false },
      ],
    });
    expect((await chunk(3, [line(4)])).problem.errors?.[0]?.pointer).toBe('/lines');
    const read = await server.call(readStatement, { params }, { as: clerk });
    expect(read.body.statement.balance).toEqual({
      openingCents: 100,
      closingCents: 106,
      entriesCents: 6,
      differenceCents: 0,
    });
    expect(read.body.outcomes).toMatchObject({ suspense: 3, unknown: 3, known: 0, acting: 0 });
  });
});

describe('money without a known reference', () => {
  test('waits in suspense with candidates for what it might pay', async () => {
    const { propertyId, billNumber } = await registerBilled(server);
    const { reference, id } = await announce(propertyId, 4321);
    const typo = reference.slice(0, -1) + (reference.endsWith('7') ? '8' : '7');
    const other = await announce(propertyId, 1);
    const { statementId, states } = await send([
      { cents: 4321, text: `Ref ${typo}` },
      { cents: 99_999, text: `bill ${billNumber.toLowerCase()}` },
      { cents: 88_888, text: `For ${propertyId}, thank you` },
      { cents: 4321, text: 'No reference' },
      { cents: 77_777, text: 'Birthday' },
      { cents: 4322, text: `${reference} ${other.reference}` },
      { cents: 500, text: reference, currency: 'EUR' },
    ]);
    expect(states).toEqual([...Array.from({ length: 6 }, () => 'suspense'), 'foreign']);
    const lines = await linesOf(statementId);
    expect(lines.map(({ candidates }) => candidates.map((one) => one.paymentId ?? one.subject))).toEqual([
      [id],
      [propertyId],
      [propertyId],
      [id],
      [],
      [id, other.id],
      [],
    ]);
    expect(await owed(propertyId)).toBe(BILL_CENTS);
  });

  test('settles the payment or pays the property that it is assigned to, and the books follow', async () => {
    const { propertyId } = await registerBilled(server);
    const { id } = await announce(propertyId, 2000);
    const before = (await balance('suspense:bank')) ?? 0;
    const { statementId } = await send([
      { cents: 2000, text: 'One' },
      { cents: 3000, text: 'Two' },
      { cents: 5000, text: 'Three' },
    ]);
    expect(await balance('suspense:bank')).toBe(before - 10_000);
    const [one, two, three] = await linesOf(statementId);
    const assign = (lineId = '', body: { paymentId: string } | { kind: string; subject: string }) =>
      server.call(assignLine, { params: { lineId }, body }, { as: clerk });
    const settled = await assign(one?.id, { paymentId: id });
    expect(settled.body.line).toMatchObject({ state: 'settled', paymentId: id, decidedBy: clerk.username });
    expect((await assign(two?.id, { paymentId: id })).problem.code).toBe('payments.settled');
    expect((await assign(two?.id, { kind: 'property_tax', subject: 'NO-SUCH-1' })).problem.code).toBe(
      'registry.property_not_found',
    );
    expect((await linesOf(statementId, 'suspense')).map(({ id: lineId }) => lineId)).toEqual([two?.id, three?.id]);
    const credited = await assign(two?.id, { kind: 'property_tax', subject: propertyId });
    expect(credited.body.line).toMatchObject({ state: 'credited', subject: propertyId });
    const back = await server.call(
      returnLine,
      { params: { lineId: three?.id ?? '' }, body: { reason: 'Sent by mistake' } },
      { as: clerk },
    );
    expect(back.body.line).toMatchObject({ state: 'returned', reason: 'Sent by mistake' });
    expect((await assign(three?.id, { paymentId: id })).problem.code).toBe('payments.settled');
    expect((await assign(three?.id, { kind: 'property_tax', subject: propertyId })).problem.code).toBe(
      'payments.line_decided',
    );
    expect(await owed(propertyId)).toBe(BILL_CENTS - 5000);
    expect(await balance('suspense:bank')).toBe(before);
    const [block] = await server.database.sql<{ text: string }>('select data as text from blocks where index = $1', [
      back.body.line.blockIndex,
    ]);
    expect(block?.text).not.toContain('mistake');
  });

  test('is decided once, also when two accounts decide at the same time', async () => {
    const { propertyId } = await registerBilled(server);
    const { statementId } = await send([{ cents: 1234, text: 'Contested' }]);
    const [line] = await linesOf(statementId);
    const params = { lineId: line?.id ?? '' };
    const answers = await Promise.all([
      server.call(assignLine, { params, body: { kind: 'property_tax', subject: propertyId } }, { as: clerk }),
      server.call(returnLine, { params, body: { reason: 'x' } }, { as: clerk }),
      server.call(assignLine, { params, body: { kind: 'property_tax', subject: propertyId } }, { as: clerk }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('is shown only to accounts that reconcile', async () => {
    const resident = await server.account('resident');
    expect((await server.call(listSuspense, {}, { as: resident })).status).toBe(403);
    expect((await server.call(listSuspense, {}, { as: await server.account('administrator') })).status).toBe(200);
  });
});
