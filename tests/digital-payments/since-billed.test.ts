import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  assessProperty,
  levyTaxes,
  listBills,
  payBill,
  payProperty,
  readBill,
  setRates,
} from '#domains/registry/contract.ts';
import { registerBilled, testRates } from '#domains/registry/server/register.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

// The embedded chain stamps its blocks with the real time, so the first bill is issued at that time.
const clock = createTestClock(new Date().toISOString());
let server: TestServer;
let clerk: TestAccount;
let wallet: TestWallet;
let treasury: Hex;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true', EVM_TREASURY: `0x${'7e'.repeat(20)}` } });
  clerk = await server.account('government');
  const contracts = await server.services.payments.digital.contracts.find();
  wallet = await openWallet(server.services.chain, contracts);
  treasury = contracts.treasury;
});
afterAll(() => server.stop());

const payAll = (propertyId: string, txHash: Hex) => {
  const body = { amount: 10_000, paymentMethod: 'usdc' as const, txHash };
  return server.call(payProperty, { params: { propertyId }, body }, { as: clerk });
};

async function billNextYear(propertyId: string): Promise<string> {
  const year = 2027;
  const installments = [{ due: '2027-08-31', percent: 100 }];
  await server.call(
    assessProperty,
    { params: { id: propertyId }, body: { year, land: 2_000_000, building: 8_000_000 } },
    { as: clerk },
  );
  await server.call(setRates, { body: { year, ...testRates, installments } }, { as: clerk });
  await server.call(levyTaxes, { body: { year, propertyIds: [propertyId] } }, { as: clerk });
  const { body } = await server.call(listBills, { params: { id: propertyId } }, { as: clerk });
  return body.bills.find((bill) => bill.year === year)?.billNumber ?? '';
}

test('a transaction pays only what was owed before it: an older bill, or the property that has one', async () => {
  const { propertyId, billNumber } = await registerBilled(server);
  const hash = () => wallet.transferUsdc(treasury, 100_000_000n);
  const [first, second, third] = [await hash(), await hash(), await hash()];
  clock.advance(3_600_000);
  const later = await billNextYear(propertyId);
  const pay = (billNumber: string, txHash: Hex) => {
    const body = { amount: 10_000, paymentMethod: 'usdc' as const, txHash };
    return server.call(payBill, { params: { billNumber }, body }, { as: clerk });
  };
  expect((await pay(later, first)).problem.detail).toContain('BEFORE_BILL');
  expect((await pay(billNumber, first)).status).toBe(200);
  expect((await payAll(propertyId, second)).status).toBe(200);
  const { body } = await server.call(readBill, { params: { billNumber } });
  const rest = { amount: body.open, paymentMethod: 'fiat' as const };
  await server.call(payBill, { params: { billNumber }, body: rest }, { as: clerk });
  // Nothing older than the transaction is owed any more.
  expect((await payAll(propertyId, third)).problem.detail).toContain('BEFORE_BILL');
});
