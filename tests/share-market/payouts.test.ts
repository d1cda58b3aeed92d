import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmDeposit,
  listAllPayouts,
  listPayouts,
  requestPayout,
  returnPayout,
  sendPayout,
} from '#domains/market/contract.ts';
import { createStatedTrading } from '#domains/market/server/trading/stated-trading.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createCash } from './cash.fixture.ts';

const IBAN = 'GB82 WEST 1234 5698 7654 32';
const PLAIN = 'GB82WEST12345698765432';

let server: TestServer;
let cash: ReturnType<typeof createCash>;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  cash = createCash(server);
  admin = await server.account('administrator');
});
afterAll(() => server.stop());

/** Creates an account with cash that came by a bank transfer. */
async function saver(amount: number): Promise<TestAccount> {
  const account = await server.account('shipper');
  const { id } = (await cash.deposit(account, amount)).body.payment;
  await server.call(confirmDeposit, { params: { paymentId: id }, body: {} }, { as: admin });
  return account;
}
const payOut = (as: TestAccount, amount: number, key?: string) =>
  server.call(
    requestPayout,
    { body: { amount, iban: IBAN, holder: 'Ann Harbor' } },
    { as, ...(key === undefined ? {} : { key }) },
  );
const send = (payoutId: string, bankReference = 'SEPA 1', as = admin) =>
  server.call(sendPayout, { params: { payoutId }, body: { bankReference } }, { as });
const giveBack = (payoutId: string, as = admin) =>
  server.call(returnPayout, { params: { payoutId }, body: { reason: 'Unknown account' } }, { as });

const custodyOf = async (payoutId: string) =>
  (
    await server.database.sql<{ id: string }>(
      `select encode(custody_id, 'hex') as id from market_payouts where payout_id = '${payoutId}'`,
    )
  )[0]?.id;

test('takes cash from the account, the chain and the books with the request, and from the bank with a sent payout', async () => {
  const ann = await saver(300);
  const before = { bank: await cash.booked('clearing:bank'), owed: await cash.booked('payable:shares') };
  const { status, body } = await payOut(ann, 120.5, 'once');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    amount: 120.5,
    ibanEnd: '5432',
    status: 'requested',
    txHash: expect.stringMatching(/^0x/),
  });
  expect((await payOut(ann, 120.5, 'once')).body.payoutId).toBe(body.payoutId);
  expect((await payOut(ann, 1, 'once')).problem.code).toBe('request.idempotency_mismatch');
  expect(await cash.cashOf(ann)).toEqual({ free: 179.5, held: 0 });
  expect(await cash.onChain(ann)).toBe(17_950);
  expect((await cash.booked('payable:shares')) - before.owed).toBe(12_050);
  expect(await cash.booked('payable:payouts')).toBe(-12_050);

  const { payouts } = (await server.call(listAllPayouts, {}, { as: admin })).body;
  expect(payouts).toMatchObject([
    { iban: PLAIN, holder: 'Ann Harbor', username: ann.username, amount: 120.5, owed: 0 },
  ]);
  expect((await send(body.payoutId)).body).toMatchObject({ status: 'sent', note: 'SEPA 1' });
  expect((await cash.booked('clearing:bank')) - before.bank).toBe(-12_050);
  expect(await cash.booked('payable:payouts')).toBe(0);
  const at = new Date(Math.floor(server.clock() / 1000) * 1000).toISOString();
  expect((await server.call(listPayouts, {}, { as: ann })).body.payouts).toMatchObject([
    { status: 'sent', note: 'SEPA 1', ibanEnd: '5432', requestedAt: at, decidedAt: at },
  ]);
  expect(await cash.problems()).toEqual([]);
});

test('the bank account is encrypted, and in no block, row or answer to others', async () => {
  const ann = await saver(10);
  const { text } = await payOut(ann, 5);
  expect(text).not.toContain('1234569');
  const tables = await server.database.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const [found] = await server.database.sql<{ count: number }>(
      `select count(*)::int as count from ${name} as t where t::text like '%${PLAIN}%' or t::text like '%Ann Harbor%'`,
    );
    expect({ name, count: found?.count }).toEqual({ name, count: 0 });
  }
  const city = await server.account('government');
  expect((await server.call(listAllPayouts, {}, { as: city })).status).toBe(403);
});

test('two simultaneous decisions count once, and a returned payout is back in the account', async () => {
  const ann = await saver(100);
  const other = await server.account('administrator');
  for (let round = 0; round < 4; round += 1) {
    const { payoutId } = (await payOut(ann, 10)).body;
    await cash.settle();
    const answers = await Promise.all([send(payoutId), giveBack(payoutId, other), send(payoutId, 'SEPA 2', other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status !== 200)?.problem.code).toBe('market.payout_decided');
  }
  const { payoutId } = (await payOut(ann, 10)).body;
  const before = (await cash.cashOf(ann)).free;
  const [first, again] = [await giveBack(payoutId), await giveBack(payoutId)];
  expect(again.body).toEqual(first.body);
  expect((await cash.cashOf(ann)).free).toBe(before + 10);
  expect(await cash.problems()).toEqual([]);
});

test('the same cash is either paid out once or spent, never both', async () => {
  const propertyId = await cash.offer(100, 10);
  for (let round = 0; round < 3; round += 1) {
    const ann = await saver(100);
    const answers = await Promise.all([
      payOut(ann, 60),
      payOut(ann, 60),
      cash.trade(ann, propertyId, 'buy', 6, 10),
      payOut(ann, 60),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, problem } of answers) if (status !== 200) expect(problem.code).toBe('market.not_enough_cash');
    const { free, held } = await cash.cashOf(ann);
    expect(free + held).toBe(40);
  }
  expect(await cash.problems()).toEqual([]);
});

test('a payout whose row was changed moves nothing, and is reported', async () => {
  const [ann, thief] = [await saver(10), await saver(10)];
  const { payoutId } = (await payOut(ann, 1)).body;
  await payOut(thief, 2);
  const theirs = `(select custody_id from market_payouts where account_id = (select id from accounts where username = '${thief.username}'))`;
  for (const [change, back] of [
    [`cents = 500000`, `cents = 100`],
    [`custody_id = ${theirs}`, `custody_id = '\\x${await custodyOf(payoutId)}'`],
  ]) {
    await server.database.tamper(`update market_payouts set ${change} where payout_id = '${payoutId}'`);
    for (const answer of [await giveBack(payoutId), await send(payoutId)])
      expect(answer.problem.code).toBe('server.unavailable');
    expect(await cash.problems()).toContain(`market_payouts: ${payoutId} differs from its blocks`);
    await server.database.tamper(`update market_payouts set ${back} where payout_id = '${payoutId}'`);
  }
  expect([(await cash.cashOf(ann)).free, (await cash.cashOf(thief)).free]).toEqual([9, 8]);
  expect((await giveBack(payoutId)).status).toBe(200);
  expect(await cash.problems()).toEqual([]);
});

test('a decision in the blocks is not repeated, although its row and key were restored', async () => {
  const ann = await saver(10);
  const { payoutId } = (await payOut(ann, 4)).body;
  const { decidedIndex } = (await giveBack(payoutId)).body;
  const keep = `create table keys_before as select * from idempotency_keys where scope = 'market-payout'`;
  await server.database.tamper(keep);
  await server.database.tamper(`delete from idempotency_keys where scope = 'market-payout'`);
  const again = [await giveBack(payoutId), await send(payoutId)];
  expect(again.map(({ status }) => status)).toEqual([200, 409]);
  await server.database.tamper(`create table before_reset as select * from market_payouts`);
  await server.database.tamper(
    `update market_payouts set state = 'requested', note = null, decided_index = null
     where payout_id = '${payoutId}'`,
  );
  for (const answer of [await giveBack(payoutId), await send(payoutId)])
    expect(answer.problem.code).toBe('server.unavailable');
  expect((await cash.cashOf(ann)).free).toBe(10);
  expect(await cash.problems()).toEqual([expect.stringContaining(`${payoutId} differs from its blocks`)]);
  await server.database.tamper(
    `delete from market_payouts; insert into market_payouts select * from before_reset; drop table before_reset;
     insert into idempotency_keys select * from keys_before; drop table keys_before`,
  );
  expect(decidedIndex).toBeGreaterThan(0);
  expect(await cash.problems()).toEqual([]);
});

const listed = async (payoutId: string) =>
  (await server.call(listAllPayouts, { query: { limit: 100 } }, { as: admin })).body.payouts.find(
    (one) => one.payoutId === payoutId,
  );
const callOf = async (payoutId: string) => {
  const [row] = await server.database.sql<{ nonce: number }>(`
    select nonce::int from market_calls where sequence is not null
      and block_index <= (select requested_index from market_payouts where payout_id = '${payoutId}') order by nonce desc limit 1
  `);
  return row?.nonce ?? -1;
};

test('a payout is marked as sent once the network has executed its call, whatever the row of the call says', async () => {
  const ann = await saver(10);
  await cash.settle();
  const { payoutId } = (await payOut(ann, 4)).body;
  for (const state of ['queued', 'confirmed']) {
    await server.database.tamper(
      `update market_calls set state = '${state}', network_block = ${state === 'queued' ? 'null' : '1'} where nonce = ${await callOf(payoutId)}`,
    );
    const answer = await send(payoutId);
    expect([answer.status, answer.problem.code]).toEqual([409, 'market.payout_pending']);
    expect((await listed(payoutId))?.obstacle).toBe('Local ledger chain has not taken this cash out yet.');
  }
  expect(await cash.problems()).toEqual([
    expect.stringMatching(/^market_calls: settlement \d+ is stored as confirmed/),
  ]);
  await server.database.tamper(
    `update market_calls set state = 'queued', network_block = null where nonce = ${await callOf(payoutId)}`,
  );
  await cash.settle();
  expect((await listed(payoutId))?.obstacle).toBeNull();
  expect((await send(payoutId)).status).toBe(200);
  expect(await cash.problems()).toEqual([]);
});

test('a payout does not pass for executed by the call of an earlier one', async () => {
  const ann = await saver(10);
  const earlier = (await payOut(ann, 4)).body.payoutId;
  await cash.settle();
  expect((await send(earlier)).status).toBe(200);
  server.clock.advance(2000);
  const { payoutId } = (await payOut(ann, 4)).body;
  const [own, other] = [await callOf(payoutId), await callOf(earlier)];
  await server.database.tamper(`create table calls_before as select * from market_calls;
    update market_calls set block_index = (select requested_index from market_payouts where payout_id = '${payoutId}') where nonce = ${other};
    update market_calls set block_index = block_index + 1000 where nonce = ${own}`);
  const answer = await send(payoutId);
  expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  await server.database.tamper(`update market_calls as now set block_index = before.block_index from calls_before as before
    where now.nonce = before.nonce; drop table calls_before`);
  await cash.settle();
  expect((await send(payoutId)).status).toBe(200);
});

test.each([
  ['market_payouts', `update market_payouts set cents = cents + 1`],
  ['market_payouts', `update market_payouts set state = 'returned' where state = 'sent'`],
  ['market_payouts', `delete from market_payouts`],
  ['market_payouts', `update market_payouts set iban_end = '9999'`],
  ['market_payouts', `update market_payouts set note = 'SEPA 999' where state = 'sent'`],
  ['market_payouts', `update market_payouts set sealed = sealed || '\\x00'`],
  ['market_payouts', `update market_payouts set account_id = (select id from accounts where id <> account_id limit 1)`],
  ['book_postings', `update book_postings set account = 'clearing:fiat' where account = 'payable:payouts'`],
])('the comparison with the blocks finds a change of %s: %s', async (table, change) => {
  const bare = (statements: string) =>
    server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
  await bare(`create table before_change as select * from ${table}; ${change}`);
  expect((await cash.problems()).map((one) => one.split(':')[0])).toContain(table);
  await bare(`delete from ${table}; insert into ${table} select * from before_change; drop table before_change`);
  expect(await cash.problems()).toEqual([]);
});

// Last: a refused settlement halts the market permanently.
test('cash that was written into the database is not paid out, although its refused call is stored as confirmed', async () => {
  const ann = await saver(10);
  const honest = (await payOut(ann, 1)).body.payoutId;
  await cash.settle();
  const forge = `update market_cash set free_cents = free_cents + 90000000
    where custody_id = (select custody_id from market_payouts where payout_id = '${honest}')`;
  await server.database.tamper(forge);
  const { payoutId } = (await payOut(ann, 900_000)).body;
  await cash.settle();
  expect((await send(payoutId)).status).toBe(503);
  await server.database.tamper(
    `update market_calls set state = 'confirmed' where state = 'failed'; delete from market_halts`,
  );
  const before = [await cash.booked('clearing:bank'), await cash.booked('payable:payouts')];
  const answer = await send(payoutId);
  expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
  expect(answer.problem.detail).toContain('Transfer nothing');
  expect((await listed(payoutId))?.obstacle).toContain('Transfer nothing');
  expect([await cash.booked('clearing:bank'), await cash.booked('payable:payouts')]).toEqual(before);
  const problems = await cash.problems();
  expect(problems).toContainEqual(
    expect.stringMatching(/^market_orders: block \d+ takes more from 0x[0-9a-f]{40} than is free/),
  );
  expect(problems).toContainEqual(expect.stringMatching(/^market_calls: settlement \d+ is stored as confirmed/));
  // The blocks alone show it too, and that an earlier payout is of real cash.
  const requestedIndex = (await listed(payoutId))?.blockIndex ?? -1;
  const stated = createStatedTrading(server.services.database);
  expect(await stated.findUnfounded(requestedIndex)).toEqual({
    index: requestedIndex,
    problem: expect.stringContaining('than is free'),
  });
  expect(await stated.findUnfounded(requestedIndex - 1)).toBeUndefined();
  expect((await listed(honest))?.obstacle).toBeNull();
  expect((await send(honest)).status).toBe(200);
});
