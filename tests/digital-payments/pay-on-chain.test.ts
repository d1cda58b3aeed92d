import { createPublicClient, custom, parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { methodNotOffered } from '#domains/payments/contract.ts';
import { setRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { listPayments, payBill, readProperty } from '#domains/registry/contract.ts';
import { payOnChain } from '#domains/registry/server/demo/pay-on-chain.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import { AppError } from '#platform/contract/errors.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // The embedded chain stamps its blocks with the real time.
  const clock = createTestClock(new Date().toISOString());
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
});
afterAll(() => server.stop());

test('owners in the demo pay through the router, once, and viem reads their payments from the chain', async () => {
  const { services } = server;
  const { digital } = services.payments;
  const payers = [
    { propertyId: (await registerBilled(server)).propertyId, method: 'usdc' as const },
    { propertyId: (await registerBilled(server)).propertyId, method: 'eth' as const },
  ];
  const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
  const bills = await Promise.all(payers.map(({ propertyId }) => owed(propertyId)));
  const desk = {
    database: services.database,
    digital,
    async payBill(billNumber: string, amount: number, paymentMethod: 'usdc' | 'eth') {
      const { status, body } = await server.call(payBill, { params: { billNumber }, body: { amount, paymentMethod } });
      if (status === 200) return body;
      throw new AppError(methodNotOffered, 'No price');
    },
  };
  // Without a price, ETH is not offered yet.
  expect(await payOnChain(desk, payers)).toBe(false);
  await setRate(services.payments.digital, { centsPerEth: 250_000, user: 'admin' });
  expect(await payOnChain(desk, payers)).toBe(true);
  expect(await payOnChain(desk, payers)).toBe(true);
  await followPayments(digital, 'test');

  const client = createPublicClient({ transport: custom(services.chain) });
  for (const [n, { propertyId, method }] of payers.entries()) {
    const { body } = await server.call(listPayments, { params: { id: propertyId } });
    expect(body.payments).toMatchObject([{ paymentMethod: method, status: 'completed', amount: bills[n] }]);
    // Late charges are added before the payment, and stay open.
    expect(await owed(propertyId)).toBeLessThan((bills[n] ?? 0) / 20);
    const { logs } = await client.getTransactionReceipt({ hash: body.payments[0]?.txHash as `0x${string}` });
    const [event] = parseEventLogs({ abi: taxRouter.abi, eventName: 'TaxPaid', logs });
    // USDC has six decimals; ETH costs $2,500, rounded up to a whole wei.
    const cents = BigInt(bills[n] ?? 0);
    expect(event?.args.amount).toBe(method === 'usdc' ? cents * 10_000n : (cents * 10n ** 18n + 249_999n) / 250_000n);
  }
});
