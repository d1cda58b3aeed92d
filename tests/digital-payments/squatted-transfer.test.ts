import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createPayer } from './payments.fixture.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

const TREASURY: Hex = `0x${'7e'.repeat(20)}`;
let server: TestServer;
let payer: ReturnType<typeof createPayer>;
let squatter: ReturnType<typeof createPayer>;
let wallet: TestWallet;
let strangersWallet: TestWallet;
beforeAll(async () => {
  const clock = createTestClock(new Date().toISOString());
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true', EVM_TREASURY: TREASURY } });
  payer = createPayer(server, await server.account('government'));
  squatter = createPayer(server, await server.account('government'));
  const contracts = await digital().contracts.find();
  wallet = await openWallet(server.services.chain, contracts);
  strangersWallet = await openWallet(server.services.chain, contracts);
});
afterAll(() => server.stop());

const digital = () => server.services.payments.digital;
const statusOf = async (propertyId: string, id: string) =>
  (await payer.paymentsOf(propertyId)).find((one) => one.id === id)?.status;

test.each([10_000, 9999])(
  'a plain transfer pays for the wallet that sent it, although a stranger announced %s cents with its hash',
  async (amount) => {
    const hash = await wallet.transferUsdc(TREASURY, 100_000_000n);
    const squatted = await squatter.open('usdc', { txHash: hash, amount });
    expect(squatted.status).toBe(200);
    await squatter.prove(squatted, strangersWallet);
    const own = await payer.open('usdc', { txHash: hash, propertyId: squatted.propertyId });
    expect(own.status).toBe(200);
    expect(own.id).not.toBe(squatted.id);
    expect((await payer.prove(own, wallet)).body.payment).toMatchObject({
      id: own.id,
      status: 'completed',
      txHash: hash,
    });
    await followPayments(digital(), 'test', true);
    expect(await statusOf(own.propertyId, squatted.id)).toBe('pending');
    expect(await payer.owed(own.propertyId)).toBe(own.before - 10_000);
  },
);

test('a call of the router pays the payment of its reference, although a stranger announced its hash before it was mined', async () => {
  const one = await payer.open('usdc');
  const { approve, to, data } = one.next;
  await wallet.send({ to: approve?.to as Hex, data: approve?.data as Hex });
  const { hash, publish } = await wallet.prepare({ to: to as Hex, data: data as Hex });
  const squatted = await squatter.open('usdc', { txHash: hash, propertyId: one.propertyId, amount: 9999 });
  expect(squatted.status).toBe(200);
  await publish();
  const named = await payer.open('usdc', { txHash: hash, propertyId: one.propertyId });
  expect(named.body.payment).toMatchObject({ id: one.id, status: 'completed', txHash: hash });
  expect(await statusOf(one.propertyId, squatted.id)).toBe('pending');
  expect((await squatter.open('usdc', { txHash: hash })).problem.code).toBe('payments.transaction_used');
});

test('an account that names a transaction again gets the payment it opened', async () => {
  const hash = await wallet.transferUsdc(TREASURY, 100_000_000n);
  const first = await payer.open('usdc', { txHash: hash });
  const again = await payer.open('usdc', { txHash: hash, propertyId: first.propertyId });
  expect(again.id).toBe(first.id);
  const other = await payer.open('usdc', { txHash: hash, propertyId: first.propertyId, amount: 1 });
  expect(other.problem.code).toBe('payments.transaction_used');
});

test('a counted transfer pays nothing else, regardless of the account that names it', async () => {
  const hash = await wallet.transferUsdc(TREASURY, 100_000_000n);
  const first = await payer.open('usdc', { txHash: hash });
  await payer.prove(first, wallet);
  expect(await statusOf(first.propertyId, first.id)).toBe('completed');
  const later = await squatter.open('usdc', { txHash: hash, propertyId: first.propertyId, amount: 50 });
  expect(later.problem.code).toBe('payments.transaction_used');
  expect((await squatter.open('usdc', { txHash: hash })).problem.code).toBe('payments.transaction_used');
});
