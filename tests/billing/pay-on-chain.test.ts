import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveUpInvoice, voidInvoice } from '#domains/billing/contract.ts';
import { createInvoices } from '#domains/billing/server/payments/invoices.fixture.ts';
import type { CallStep } from '#domains/payments/contract.ts';
import { setRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { openDemoWallet } from '#domains/payments/server/index.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let invoices: ReturnType<typeof createInvoices>;
let admin: TestAccount;
beforeAll(async () => {
  // The embedded chain stamps its blocks with the real time.
  const clock = createTestClock(new Date().toISOString());
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  invoices = createInvoices(server);
  admin = await server.account('administrator');
});
afterAll(() => server.stop());

const wallet = async (step: CallStep) => (await openDemoWallet(server.services.payments.digital))(step);
const follow = () => followPayments(server.services.payments.digital, 'test', true);

test('ETH pays an invoice at the rate of the day, once even if the chain is read repeatedly', async () => {
  const ann = await server.account('manufacturer');
  const id = await invoices.issue(ann, 15_500);
  expect((await invoices.pay(ann, id, { paymentMethod: 'eth' })).problem.code).toBe('payments.method_not_offered');
  await setRate(server.services.payments.digital, { centsPerEth: 250_000, user: admin.username });
  const { next } = (await invoices.pay(ann, id, { paymentMethod: 'eth' })).body;
  // $155 at $2,500 for one ETH.
  expect(next).toMatchObject({ kind: 'call', units: '62000000000000000' });
  await wallet(next as CallStep);
  await Promise.all([follow(), follow()]);
  await follow();
  expect(await invoices.row(id)).toEqual({ state: 'paid', paid: 15_500 });
  expect([await invoices.credit(ann), await invoices.booked('clearing:eth')]).toEqual([0, 15_500]);
  expect(await invoices.problems()).toEqual([]);
});

test.each(['usdc', 'eth'] as const)('%s that arrives for a void invoice becomes credit', async (method) => {
  const ann = await server.account('manufacturer');
  const id = await invoices.issue(ann, 4000);
  await setRate(server.services.payments.digital, { centsPerEth: 250_000, user: admin.username });
  const { next } = (await invoices.pay(ann, id, { paymentMethod: method })).body;
  const closing = { params: { invoiceId: id }, body: { reason: 'Agreed' } };
  await server.call(giveUpInvoice, closing, { as: admin });
  await server.call(voidInvoice, closing, { as: admin });
  await wallet(next as CallStep);
  await follow();
  expect([await invoices.row(id), await invoices.credit(ann)]).toEqual([{ state: 'void', paid: 4000 }, 4000]);
  expect(await invoices.problems()).toEqual([]);
});
