import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import {
  confirmDeposit,
  failDeposit,
  giveUpDeposit,
  listAllDeposits,
  listDeposits,
  openDeposit,
} from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createTrader } from '../traders.fixture.ts';

let server: TestServer;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  ann = await createTrader(server);
});
afterAll(() => server.stop());

async function open(): Promise<string> {
  const { body } = await server.call(openDeposit, { body: { amount: 10, paymentMethod: 'bank' } }, { as: ann });
  return body.payment.id;
}
const giveUp = (paymentId: string, as = ann) => server.call(giveUpDeposit, { params: { paymentId } }, { as });

test('the account that opened a pending deposit gives it up once, and the block contains no name', async () => {
  const paymentId = await open();
  const foreign = await giveUp(paymentId, await createTrader(server));
  expect([foreign.status, foreign.problem.code]).toEqual([404, 'payments.not_found']);
  const { status, body } = await giveUp(paymentId);
  expect([status, body.payment.status, body.next]).toEqual([200, 'failed', null]);
  expect((await giveUp(paymentId)).problem.code).toBe('payments.settled');
  const [block] = await readBlocksAt(server.services.database, [body.payment.block.index]);
  expect(block?.data['user']).toBeUndefined();
  const { deposits } = (await server.call(listDeposits, {}, { as: ann })).body;
  expect(deposits[0]).toMatchObject({ payment: { id: paymentId, status: 'failed' }, cash: 0, moved: 0 });
  expect(deposits[0]?.reason).toBe('Given up by the account that opened it.');
});

test('the reason for which an administrator closes a deposit is shown to administrators', async () => {
  const paymentId = await open();
  const as = await server.account('administrator');
  const body = { reason: 'Never came' };
  expect((await server.call(failDeposit, { params: { paymentId }, body }, { as })).status).toBe(200);
  expect((await server.call(listDeposits, {}, { as: ann })).body.deposits[0]).toMatchObject({ reason: null });
  const { deposits } = (await server.call(listAllDeposits, { query: { status: 'failed' } }, { as })).body;
  expect(deposits[0]).toMatchObject({ payment: { id: paymentId }, reason: 'Never came' });
});

test('a deposit whose money arrived is not given up', async () => {
  const paymentId = await open();
  const as = await server.account('administrator');
  expect((await server.call(confirmDeposit, { params: { paymentId }, body: {} }, { as })).status).toBe(200);
  expect((await giveUp(paymentId)).problem.code).toBe('payments.settled');
  const { deposits } = (await server.call(listDeposits, {}, { as: ann })).body;
  expect(deposits[0]).toMatchObject({ cash: 10, moved: 10 });
});
