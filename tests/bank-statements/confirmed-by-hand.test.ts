import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignLine, listStatementLines } from '#domains/payments/contract.ts';
import { confirmPayment, payProperty, readProperty, reversePayment } from '#domains/registry/contract.ts';
import { sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
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

async function announced(amount: number) {
  const { propertyId } = await registerBilled(server);
  const { body } = await server.call(
    payProperty,
    { params: { propertyId }, body: { amount, paymentMethod: 'bank' } },
    { as: clerk },
  );
  return { propertyId, id: body.payment.id, reference: body.payment.reference ?? '' };
}
const confirm = (paymentId: string) => server.call(confirmPayment, { params: { paymentId }, body: {} }, { as: clerk });
const send = (...lines: readonly [cents: number, text: string][]) =>
  sendStatement(
    server,
    clerk,
    lines.map(([cents, text]) => ({ cents, text })),
  );
const linesOf = async (statementId: string) =>
  (await server.call(listStatementLines, { params: { statementId }, query: {} }, { as: clerk })).body.lines;
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;

/** Reads the money that arrived at the bank according to the books, and the part that waits for a decision. */
async function booked() {
  const [row] = await server.database.sql<{ clearing: number; suspense: number }>(
    `select coalesce(sum(cents) filter (where account = 'clearing:bank'), 0)::float as clearing,
       coalesce(-sum(cents) filter (where account = 'suspense:bank'), 0)::float as suspense from book_postings`,
  );
  return { clearing: row?.clearing ?? 0, suspense: row?.suspense ?? 0 };
}

test('the line of a payment confirmed by hand is matched to it and books nothing', async () => {
  const { propertyId, id, reference } = await announced(10_000);
  await confirm(id);
  const before = await booked();
  const { states, statementId } = await send([10_000, `Tax ${reference}`]);
  expect(states).toEqual(['confirmed']);
  expect(await booked()).toEqual(before);
  expect(await owed(propertyId)).toBe(BILL_CENTS - 10_000);
  const [block] = await server.database.sql<{ index: number }>(
    `select index::int from blocks where data::json->>'action' = 'registry.tax_paid' and data::json->>'payment' = $1`,
    [id],
  );
  expect((await linesOf(statementId))[0]).toMatchObject({
    ...{ state: 'confirmed', kind: 'property_tax', subject: propertyId, paymentId: id },
    blockIndex: block?.index,
  });
  expect((await send([10_000, `Tax ${reference}`])).states).toEqual(['known confirmed']);
  expect(await findDifferences(server)).toEqual([]);
});

test('a further line with its reference waits for a decision, and can be assigned to the property', async () => {
  const { propertyId, id, reference } = await announced(10_000);
  await confirm(id);
  const before = await booked();
  const { states, statementId } = await send([10_000, `Tax ${reference}`], [10_000, `Again ${reference}`]);
  expect(states.toSorted()).toEqual(['confirmed', 'suspense']);
  expect((await send([10_000, `Third ${reference}`])).states).toEqual(['suspense']);
  expect(await booked()).toEqual({ clearing: before.clearing + 20_000, suspense: before.suspense + 20_000 });
  expect(await owed(propertyId)).toBe(BILL_CENTS - 10_000);
  const further = (await linesOf(statementId)).find(({ state }) => state === 'suspense');
  expect(further?.candidates).toEqual([
    { kind: 'property_tax', subject: propertyId, paymentId: null, reason: expect.stringContaining('confirmed') },
  ]);
  const assigned = await server.call(
    assignLine,
    { params: { lineId: further?.id ?? '' }, body: { kind: 'property_tax', subject: propertyId } },
    { as: clerk },
  );
  expect(assigned.body.line.state).toBe('credited');
  expect(await owed(propertyId)).toBe(BILL_CENTS - 20_000);
  expect(await findDifferences(server)).toEqual([]);
});

test('a line with other cents than confirmed, or of a reversed payment, waits for a decision', async () => {
  const [other, taken] = [await announced(10_000), await announced(10_000)];
  await confirm(other.id);
  await confirm(taken.id);
  const body = { reason: 'Confirmed by mistake' };
  await server.call(reversePayment, { params: { paymentId: taken.id }, body }, { as: clerk });
  expect((await send([9900, other.reference], [10_000, taken.reference])).states).toEqual(['suspense', 'suspense']);
});

test('a concurrent confirmation and statement book the transfer once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { propertyId, id, reference } = await announced(1000);
    const before = await booked();
    const [, { states }] = await Promise.all([confirm(id), send([1000, `Round ${round} ${reference}`])]);
    expect(['confirmed', 'settled']).toContain(states.join());
    expect(await booked()).toEqual({ ...before, clearing: before.clearing + 1000 });
    expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
  }
  expect(await findDifferences(server)).toEqual([]);
});

test('matches one of several lines to a payment confirmed between the decision about its line and the act', async () => {
  const { propertyId, id, reference } = await announced(1000);
  const before = await booked();
  await server.database.sql(`
    create function dies() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger dies before insert on book_postings for each row execute function dies()`);
  const lines: [number, string][] = [
    [1000, reference],
    [1000, `Also ${reference}`],
  ];
  await expect(send(...lines)).rejects.toThrow();
  await server.database.sql('drop trigger dies on book_postings; drop function dies()');
  await confirm(id);
  expect((await send(...lines)).states.toSorted()).toEqual(['known confirmed', 'known suspense']);
  expect(await booked()).toEqual({ clearing: before.clearing + 2000, suspense: before.suspense + 1000 });
  expect(await owed(propertyId)).toBe(BILL_CENTS - 1000);
});

test('a rebuild finds a line that falsely claims that its payment was confirmed by hand', async () => {
  const { reference, id } = await announced(1000);
  await send([1000, reference]);
  const end = await tamper(
    server,
    'bank_lines',
    `update bank_lines set state = 'confirmed' where payment_id = '${id}'`,
  );
  expect((await findDifferences(server)).join('\n')).toMatch(/bank_lines: the line .* is confirmed, and its blocks/);
  await end();
  expect(await findDifferences(server)).toEqual([]);
});
