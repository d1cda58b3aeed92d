import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelOrders,
  confirmDeposit,
  distributeIncome,
  issueShares,
  listAllPayouts,
  openDeposit,
  recordCash,
  requestPayout,
  returnPayout,
  reverseDeposit,
  sendPayout,
  tradeShares,
} from '#domains/market/contract.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import { recordAssets } from '#tests/support/events.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from './calls/send-calls.ts';
import { registerParcel } from './properties.fixture.ts';
import { createTrader, issueOfCity } from './traders.fixture.ts';

let server: TestServer;
let admin: TestAccount;
let city: TestAccount;
let ann: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.account('administrator');
  city = await server.account('government');
  ann = await createTrader(server, 100);
});
afterAll(() => server.stop());

const bankAccount = { iban: 'GB82WEST12345698765432', holder: 'Ann Harbor' };

/** Reads what the market has recorded and signed: its blocks, calls, attempts, and money in the books. */
const recorded = () =>
  server.database.sql(`
    select (select count(*) from ledger_blocks where domain = 'market') as blocks, (select count(*) from market_calls) as calls,
      (select count(*) from market_call_attempts) as attempts, (select count(*) from book_postings) as postings,
      (select count(*) from payments) as payments, (select count(*) from market_calls where state <> 'queued') as sent
  `);

test('an old database under a newer signing record moves no money, and the keys of the market sign nothing', async () => {
  const propertyId = await issueOfCity(server);
  const opened = await server.call(openDeposit, { body: { amount: 10, paymentMethod: 'bank' } }, { as: ann });
  const arrived = await server.call(openDeposit, { body: { amount: 20, paymentMethod: 'bank' } }, { as: ann });
  await server.call(confirmDeposit, { params: { paymentId: arrived.body.payment.id }, body: {} }, { as: admin });
  const offer = { propertyId, type: 'sell' as const, shareAmount: 5, pricePerShare: 5 };
  expect((await server.call(tradeShares, { body: offer }, { as: city })).status).toBe(200);
  const asked = await server.call(requestPayout, { body: { amount: 5, ...bankAccount } }, { as: ann });
  await sendCalls({ ...server.services, network: server.services });
  const later = await server.call(requestPayout, { body: { amount: 6, ...bankAccount } }, { as: ann });
  const unissued = await registerParcel(server);
  await server.publish();

  // As after a backup was restored that is older than the record.
  await server.database.tamper('delete from checkpoints');
  await server.verifier.tick();
  const before = await recorded();
  const payoutId = asked.body.payoutId;
  const refused = await Promise.all([
    server.call(tradeShares, { body: { ...offer, type: 'buy' } }, { as: ann }),
    server.call(cancelOrders, { body: { propertyId } }, { as: city }),
    server.call(issueShares, { body: { propertyId: unissued } }, { as: city }),
    server.call(distributeIncome, { body: { propertyId, amount: 1, note: 'Rent' } }, { as: city }),
    server.call(requestPayout, { body: { amount: 5, ...bankAccount } }, { as: ann }),
    server.call(sendPayout, { params: { payoutId }, body: { bankReference: 'B' } }, { as: admin }),
    server.call(returnPayout, { params: { payoutId: later.body.payoutId }, body: { reason: 'No' } }, { as: admin }),
    server.call(recordCash, { body: { username: ann.username, amount: 5, reference: 'Late' } }, { as: admin }),
    server.call(openDeposit, { body: { amount: 10, paymentMethod: 'bank' } }, { as: ann }),
    server.call(confirmDeposit, { params: { paymentId: opened.body.payment.id }, body: {} }, { as: admin }),
    server.call(
      reverseDeposit,
      { params: { paymentId: arrived.body.payment.id }, body: { reason: 'No' } },
      { as: admin },
    ),
  ]);
  for (const { status, problem } of refused) {
    expect([status, problem.code]).toEqual([503, 'server.unavailable']);
    expect(problem.detail).toMatch(/^Stopped: the database is not the ledger that this server signed\. .*checkpoint/);
    expect(problem.hint).toContain('docs/runbooks/signing-record.md');
  }
  await expect(sendCalls({ ...server.services, network: server.services })).rejects.toThrow('Stopped');
  const { chain } = server.services;
  const gift = { to: '0x00000000000000000000000000000000000000a1', data: '0x', gas: 21_000n } as const;
  await expect(sendAsOperator(chain, gift)).rejects.toThrow('Stopped');
  await expect(chain.accountKey('market')).rejects.toThrow('Stopped');
  expect(await recorded()).toEqual(before);
  const { payouts } = (await server.call(listAllPayouts, {}, { as: admin })).body;
  expect(payouts.map(({ obstacle }) => obstacle)).toEqual(Array(2).fill(expect.stringMatching(/^Stopped/)));

  // Supply chain events are still recorded.
  await recordAssets(server, await server.account('manufacturer'), 'A', 2);
});
