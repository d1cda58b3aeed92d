import { afterAll, beforeAll, expect, test } from 'vitest';
import { listStatementLines } from '#domains/payments/contract.ts';
import { payProperty, readProperty } from '#domains/registry/contract.ts';
import { type Line, sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { findDifferences } from '#domains/registry/server/rebuild/tampered.fixture.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let clerk: TestAccount;
let accounts = 0;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;

async function announced(amount: number) {
  const { propertyId } = await registerBilled(server);
  const body = { amount, paymentMethod: 'bank' } as const;
  const opened = await server.call(payProperty, { params: { propertyId }, body }, { as: clerk });
  return { propertyId, reference: opened.body.payment.reference ?? '' };
}
/** Returns a function that sends statements of one account. */
function openAccount() {
  accounts += 1;
  const bankAccount = `Account ${accounts}`;
  return (lines: readonly Line[], chunk?: number) =>
    sendStatement(server, clerk, lines, { bankAccount, ...(chunk === undefined ? {} : { chunk }) });
}
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
async function clearing() {
  const [row] = await server.database.sql<{ cents: number }>(
    `select coalesce(sum(cents), 0)::float as cents from book_postings where account = 'clearing:bank'`,
  );
  return row?.cents ?? 0;
}

const camt = (text: string, entryReference: string, cents = 1000): Line => ({ cents, text, entryReference });
const csv = (text: string, cents = 1000): Line => ({ cents, text });

test.each(['camt first', 'csv first'])('a transfer in camt.053 and in CSV is credited once, %s', async (order) => {
  const { propertyId, reference } = await announced(1000);
  const send = openAccount();
  const before = await clearing();
  const files = [[camt(`Tax ${reference}`, 'E-1')], [csv(`${reference} / Tax, thank you`)]];
  const [first, second] = order === 'camt first' ? files : files.toReversed();
  expect((await send(first ?? [])).states).toEqual(['settled']);
  expect((await send(second ?? [])).states).toEqual(['known settled']);
  expect((await send(first ?? [])).states).toEqual(['known settled']);
  expect(await clearing()).toBe(before + 1000);
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
});

test('concurrent uploads of both exports credit a transfer once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { propertyId, reference } = await announced(1000);
    const send = openAccount();
    const sent = await Promise.all([send([camt(reference, 'E-1')]), send([csv(`Tax ${reference}`)])]);
    expect(sent.flatMap(({ states }) => states).filter((state) => state.startsWith('known'))).toHaveLength(1);
    expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  }
});

test('equal transfers of a day stay as many as at the bank, in any order of uploads and chunks', async () => {
  // Concurrent statements have no order, so a wrong pair shows only in some of the rounds.
  for (let round = 0; round < 8; round += 1) {
    const { propertyId, reference } = await announced(1000);
    const send = openAccount();
    expect((await send([csv(reference)])).states).toEqual(['settled']);
    const two = [camt(reference, 'E-1'), camt(reference, 'E-2')];
    expect((await send(two, 1)).states).toEqual(['known settled', 'credited']);
    expect((await send([camt(reference, 'E-2')])).states).toEqual(['known credited']);
    const three = ['known settled', 'known credited', 'credited'];
    expect((await send([csv(reference), csv(reference), csv(reference)], 2)).states).toEqual(three);
    const four = [...two, camt(reference, 'E-3'), camt(reference, 'E-4')];
    expect((await send(four)).states).toEqual(['known settled', 'known credited', 'known credited', 'credited']);
    expect((await send(four.toReversed(), 1)).states).toEqual(
      ['credited', 'credited', 'credited', 'settled'].map((state) => `known ${state}`),
    );
    expect(await owed(propertyId)).toBe(BILL_CENTS - 4000);
  }
  expect(await findDifferences(server)).toEqual([]);
});

test('recognizes money without a reference by its words, not by its amount alone', async () => {
  const send = openAccount();
  expect((await send([camt('Birthday, gift', 'E-1', 50), camt('', 'E-2', 50)])).states).toEqual([
    'suspense',
    'suspense',
  ]);
  expect((await send([csv('birthday gift', 50), csv('Another gift', 50), csv('', 50)])).states).toEqual([
    'known suspense',
    'suspense',
    'suspense',
  ]);
  const other = openAccount();
  expect((await other([csv('birthday gift', 50)])).states).toEqual(['suspense']);
  expect((await send([{ ...csv('birthday gift', 50), bookedOn: '2026-03-09' }])).states).toEqual(['suspense']);
});

test('a transfer in two wordings without a bank reference waits for a decision', async () => {
  const { propertyId, reference } = await announced(1000);
  const send = openAccount();
  expect((await send([csv(reference)])).states).toEqual(['settled']);
  const { states, statementId } = await send([csv(`Tax of the year ${reference}`)]);
  expect(states).toEqual(['suspense']);
  const { body } = await server.call(listStatementLines, { params: { statementId }, query: {} }, { as: clerk });
  expect(body.lines[0]?.candidates).toEqual([
    {
      ...{ kind: 'property_tax', subject: propertyId, paymentId: null },
      reason: 'Same day, amount and reference as a line of another statement',
    },
  ]);
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  expect(await findDifferences(server)).toEqual([]);
});
