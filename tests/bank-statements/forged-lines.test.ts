import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignLine, listStatementLines, returnLine, sendStatementLines } from '#domains/payments/contract.ts';
import { continueUnfinished } from '#domains/payments/server/statements/act-on-lines.ts';
import { openStatements } from '#domains/payments/server/statements/open-statements.ts';
import { payProperty, readProperty } from '#domains/registry/contract.ts';
import { type Line, sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { findDifferences, tamper } from '#domains/registry/server/rebuild/tampered.fixture.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let clerk: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  clerk = await server.account('government');
});
afterAll(() => server.stop());

const BILL_CENTS = 329_520;

const continueLines = () => continueUnfinished(openStatements(server.services.payments), server.clock());
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
/** Runs SQL as an administrator of the database can, bypassing triggers and keys. */
const force = (statements: string) =>
  server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
const lineOf = async (lineId: string) => {
  const [line] = await server.database.sql<Record<string, unknown>>(
    'select state, cents::int, payment_id, from_suspense, block_index::int from bank_lines where line_id = $1',
    [lineId],
  );
  return line;
};

async function send(lines: readonly Line[]): Promise<string[]> {
  const { statementId } = await sendStatement(server, clerk, lines);
  const { body } = await server.call(listStatementLines, { params: { statementId }, query: {} }, { as: clerk });
  return body.lines.map(({ id }) => id);
}

/** Registers a property with an announced transfer. */
async function announced(amount: number) {
  const { propertyId } = await registerBilled(server);
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod: 'bank' } },
    { as: clerk },
  );
  return { propertyId, id: body.payment.id, reference: body.payment.reference ?? '' };
}

const assign = (lineId: string, body: { paymentId: string } | { kind: string; subject: string }) =>
  server.call(assignLine, { params: { lineId }, body }, { as: clerk });

const payBack = (lineId: string) =>
  server.call(returnLine, { params: { lineId }, body: { reason: 'Sent by mistake' } }, { as: clerk });

/** Stops a server before it acts on the lines of a statement. */
async function unacted(lines: readonly Line[]): Promise<void> {
  await server.database.sql(`
    create function dies() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger dies before insert on book_postings for each row execute function dies()`);
  await expect(sendStatement(server, clerk, lines)).rejects.toThrow();
  await server.database.sql('drop trigger dies on book_postings; drop function dies()');
}

test('lines, decisions and blocks agree after each act', async () => {
  const [{ propertyId, reference }, other] = [await announced(1000), await announced(500)];
  const [, , , waiting, back] = await send([
    { cents: 1000, text: reference },
    { cents: 700, text: reference },
    { cents: 500, text: other.reference },
    { cents: 300, text: 'Unknown' },
    { cents: 200, text: 'Wrong account' },
    { cents: -50, text: 'Fee' },
    { cents: 90, text: 'Euro', currency: 'EUR' },
  ]);
  await send([{ cents: -500, text: `Returned ${other.reference}` }]);
  expect((await assign(waiting ?? '', { kind: 'property_tax', subject: propertyId })).status).toBe(200);
  expect((await payBack(back ?? '')).status).toBe(200);
  await send([{ cents: 77, text: 'Stays in suspense' }]);
  expect(await findDifferences(server)).toEqual([]);
});

test('a decision that exists only as a row moves nothing, and the line waits for a person again', async () => {
  const { propertyId, id } = await announced(1000);
  const [line = ''] = await send([{ cents: 1000, text: 'Nobody decided this' }]);
  await force(`update bank_lines set state = 'acting', act = 'settle', kind = 'property_tax', payment_id = '${id}',
    from_suspense = true, round = 7, decided_by = '${clerk.username}', decided_at = '2020-01-01' where line_id = '${line}'`);
  await continueLines();
  expect(await owed(propertyId)).toBe(BILL_CENTS);
  expect(await lineOf(line)).toMatchObject({ state: 'suspense', payment_id: null, from_suspense: false });
  expect(await findDifferences(server)).toEqual([]);
  expect((await assign(line, { paymentId: id })).status).toBe(200);
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
});

test('a decision carried out before its outcome was stored gets the outcome of its block', async () => {
  const { propertyId, id } = await announced(1000);
  const [line = ''] = await send([{ cents: 1000, text: 'Interrupted' }]);
  await assign(line, { paymentId: id });
  await force(`update bank_lines set state = 'acting', block_index = null where line_id = '${line}'`);
  await continueLines();
  expect(await lineOf(line)).toMatchObject({ state: 'settled', payment_id: id });
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  expect(await findDifferences(server)).toEqual([]);
});

test('money in suspense is worth the amount in its block, even if its row is altered', async () => {
  const { propertyId } = await announced(1000);
  const [line = ''] = await send([{ cents: 40, text: 'Forty cents' }]);
  const restore = await tamper(server, 'bank_lines', `update bank_lines set cents = 40000 where line_id = '${line}'`);
  expect(await findDifferences(server)).toEqual([
    expect.stringMatching(/^bank_lines: the lines of block \d+ do not match its hash$/),
    `bank_lines: the line ${line} is suspense, and its blocks state something else`,
  ]);
  const { status, problem } = await assign(line, { kind: 'property_tax', subject: propertyId });
  expect([status, problem.code]).toEqual([503, 'server.unavailable']);
  expect(await owed(propertyId)).toBe(BILL_CENTS);
  await restore();
  expect(await findDifferences(server)).toEqual([]);
});

test('used money is not used again after its row is reset', async () => {
  const { propertyId } = await announced(1000);
  const [line = ''] = await send([{ cents: 1000, text: 'Used once' }]);
  await assign(line, { kind: 'property_tax', subject: propertyId });
  for (const round of [0, 1, 9]) {
    await force(`update bank_lines set state = 'suspense', act = 'suspend', from_suspense = false, round = ${round},
      payment_id = null, block_index = suspense_index where line_id = '${line}'`);
    expect(await findDifferences(server)).toEqual([
      `bank_lines: the line ${line} is suspense, and its blocks state something else`,
    ]);
    const { problem } = await payBack(line);
    expect(problem.code).toBe('payments.line_decided');
    expect(await lineOf(line)).toMatchObject({ state: 'credited' });
  }
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  expect(await findDifferences(server)).toEqual([]);
});

test('money that settled a payment is not booked again as other money, even if its key is gone', async () => {
  const { propertyId, reference } = await announced(1000);
  const [line = ''] = await send([{ cents: 1000, text: reference }]);
  await force(`update bank_lines set state = 'acting', round = 3, decided_at = '2020-01-01' where line_id = '${line}';
    delete from idempotency_keys where scope = 'bank-line'`);
  await continueLines();
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  expect(await lineOf(line)).toMatchObject({ state: 'settled' });
});

test.each([
  ['cents', () => 'cents = 100000'],
  ['the payment', (other: string) => `payment_id = '${other}'`],
  ['the act', () => `act = 'receive', subject = (select min(property_id) from parcels)`],
  ['its record', () => 'record_index = null'],
])('a pending line moves nothing after a change of %s', async (what, change) => {
  const [{ propertyId, reference }, other] = [await announced(1000), await announced(1000)];
  await unacted([{ cents: 1000, text: `${reference} ${what}` }]);
  const restore = await tamper(
    server,
    'bank_lines',
    `update bank_lines set ${change(other.id)} where state = 'acting'`,
  );
  await expect(continueLines()).rejects.toThrow('differs from the blocks');
  expect([await owed(propertyId), await owed(other.propertyId)]).toEqual([BILL_CENTS, BILL_CENTS]);
  expect(await findDifferences(server)).not.toEqual([]);
  await restore();
  await continueLines();
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  expect(await findDifferences(server)).toEqual([]);
});

test('a forged line moves nothing, and a rebuild finds it', async () => {
  const { propertyId } = await announced(1000);
  const restore = await tamper(
    server,
    'bank_lines',
    `insert into bank_lines (line_id, identity, statement_id, position, booked_on, cents, currency, text, counterparty, state, act,
       kind, subject, decided_by, decided_at)
     select gen_random_uuid(), decode(repeat('ab', 32), 'hex'), statement_id, 900, booked_on, 9000, 'USD', '', '', 'acting', 'receive',
       'property_tax', '${propertyId}', decided_by, '2020-01-01' from bank_lines limit 1`,
  );
  await expect(continueLines()).rejects.toThrow('differs from the blocks');
  expect(await owed(propertyId)).toBe(BILL_CENTS);
  expect(await findDifferences(server)).toEqual([
    expect.stringMatching(/^bank_lines: the line [0-9a-f-]+ belongs to no recorded statement$/),
  ]);
  await restore();
});

test('an older line without a recorded statement is carried out once its statement is sent again', async () => {
  const { propertyId, reference } = await announced(1000);
  const lines = [{ cents: 1000, text: `${reference} from before` }];
  await unacted(lines);
  await force(`update bank_lines set record_index = null, plan = null where state = 'acting'`);
  const [statement] = await server.database.sql<{ id: string }>(
    `select statement_id as id from bank_lines where state = 'acting'`,
  );
  const body = { from: 0, lines: lines.map((line) => ({ bookedOn: '2026-03-04', ...line })) };
  const answer = await server.call(
    sendStatementLines,
    { params: { statementId: statement?.id ?? '' }, body },
    { as: clerk },
  );
  expect(answer.body.lines).toEqual([{ state: 'settled', known: false }]);
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
});
