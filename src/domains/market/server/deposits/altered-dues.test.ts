import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmDeposit, failDeposit, openDeposit, reverseDeposit } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { portfolioOf } from '../traders.fixture.ts';

const logged: string[] = [];
let server: TestServer;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ log: pino({}, { write: (line: string) => logged.push(line) }) });
  admin = await server.account('administrator');
});
afterAll(() => server.stop());
beforeEach(() => {
  logged.length = 0;
});

async function open(as: TestAccount, amount = 10): Promise<string> {
  const { body } = await server.call(openDeposit, { body: { amount, paymentMethod: 'bank' } }, { as });
  return body.payment.id;
}
const confirm = (paymentId: string) => server.call(confirmDeposit, { params: { paymentId }, body: {} }, { as: admin });
const cashOf = async (as: TestAccount) => (await portfolioOf(server, as)).cash.free;
const custodyOf = async (as: TestAccount) => {
  const [row] = await server.database.sql<{ id: Buffer }>(
    'select custody_id as id from market_accounts where account_id = $1',
    [as.id],
  );
  return row?.id;
};

/** Reads what moved for a payment: the blocks and calls of the market since a block, and its row. */
async function movedFor(paymentId: string) {
  const [blocks] = await server.database.sql<{ count: number }>(
    `select count(*)::int as count from ledger_blocks
     where action like 'market.cash_%' and data::jsonb->>'source' = $1`,
    [paymentId],
  );
  const rows = await server.database.sql('select * from market_deposits where payment_id = $1', [paymentId]);
  return { blocks: blocks?.count, rows };
}

const forgetKeys = () => server.database.tamper(`delete from idempotency_keys where scope = 'market-deposit'`);

/** Lets the market move cash by another deposit, which arrives although the altered one does not. */
async function carry() {
  const other = await server.account('shipper');
  expect((await confirm(await open(other, 3))).status).toBe(200);
  expect(await cashOf(other)).toBe(3);
}

test.each([
  ['of no payment', 'pay_000000000000000000000'],
  ['of a deposit that did not arrive', undefined],
])('cash %s is not credited, and the log names it', async (_, unknown) => {
  const ann = await server.account('shipper');
  const opened = await open(ann);
  const paymentId = unknown ?? opened;
  await server.database.tamper(
    `insert into market_deposits (payment_id, custody_id, due_cents, settled_index)
     values ($1, $2, 90000000, (select length - 1 from ledger_head))`,
    [paymentId, await custodyOf(ann)],
  );
  const before = await movedFor(paymentId);
  await carry();
  expect(await movedFor(paymentId)).toEqual({ blocks: 0, rows: before.rows });
  expect(await cashOf(ann)).toBe(0);
  expect(logged.join('')).toContain(paymentId);
  if (unknown === undefined) {
    const answer = await confirm(paymentId);
    expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
    expect(await movedFor(paymentId)).toEqual({ blocks: 0, rows: before.rows });
  }
  await server.database.tamper('delete from market_deposits where payment_id = $1', [paymentId]);
});

test('a hundred and more altered rows do not hold up a deposit that arrives behind them', async () => {
  const thief = await server.account('shipper');
  await open(thief);
  await server.database.tamper(
    `insert into market_deposits (payment_id, custody_id, due_cents, settled_index)
     select 'pay_' || lpad(n::text, 20, '0'), $1, 100, 0 from generate_series(1, 250) as n`,
    [await custodyOf(thief)],
  );
  await carry();
  expect(await cashOf(thief)).toBe(0);
  await server.database.tamper(`delete from market_deposits where settled_index = 0`);
});

test.each([
  ['a hundred times the amount', 'due_cents = due_cents * 100, moved_cents = 0'],
  ['not credited yet', 'moved_cents = 0'],
  ['of another account', 'moved_cents = 0, custody_id = $2'],
  ['taken back', 'due_cents = -due_cents, moved_cents = 0'],
])('an arrived deposit that is stored as %s moves nothing, and acts on it are refused', async (_, change) => {
  const [ann, thief] = [await server.account('shipper'), await server.account('shipper')];
  await open(thief);
  const paymentId = await open(ann);
  expect((await confirm(paymentId)).status).toBe(200);
  expect(await cashOf(ann)).toBe(10);
  const kept = await movedFor(paymentId);
  await forgetKeys();
  await server.database.tamper(
    `update market_deposits set ${change} where payment_id = $1 ${change.includes('$2') ? '' : 'and $2::bytea is not null'}`,
    [paymentId, await custodyOf(thief)],
  );
  const before = await movedFor(paymentId);
  await carry();
  const params = { paymentId };
  const body = { reason: 'It never came' };
  for (const answer of [
    await confirm(paymentId),
    await server.call(failDeposit, { params, body }, { as: admin }),
    await server.call(reverseDeposit, { params, body }, { as: admin }),
  ])
    expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  expect(await movedFor(paymentId)).toEqual(before);
  expect([await cashOf(ann), await cashOf(thief)]).toEqual([10, 0]);
  expect(logged.join('')).toContain(paymentId);
  await server.database.tamper(
    `update market_deposits set due_cents = 1000, moved_cents = 1000, custody_id = $2 where payment_id = $1`,
    [paymentId, await custodyOf(ann)],
  );
  expect(await movedFor(paymentId)).toEqual(kept);
  expect((await server.call(reverseDeposit, { params, body }, { as: admin })).status).toBe(200);
  expect(await cashOf(ann)).toBe(0);
});
