import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { assignHeldMoney, type HeldMoney, listHeldMoney, returnHeldMoney } from '#domains/payments/contract.ts';
import { setRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { carryOut, continueHeld } from '#domains/payments/server/held/act-on-held.ts';
import { claimHeld } from '#domains/payments/server/held/held-money.ts';
import { type Held, openHeld } from '#domains/payments/server/held/open-held.ts';
import { readProperty } from '#domains/registry/contract.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createPayer } from './payments.fixture.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

// The embedded chain stamps its blocks with the real time.
const clock = createTestClock(new Date().toISOString());
let server: TestServer;
let clerk: TestAccount;
let payer: ReturnType<typeof createPayer>;
let wallet: TestWallet;
let held: Held;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  payer = createPayer(server, clerk);
  const { payments, chain } = server.services;
  wallet = await openWallet(chain, await payments.digital.contracts.find());
  held = openHeld(payments);
  await setRate(payments.digital, { centsPerEth: 250_000, user: 'admin' });
});
afterAll(() => server.stop());

const digital = () => server.services.payments.digital;
const balance = async (account: string) =>
  (
    await server.database.sql<{ cents: number }>(
      'select coalesce(sum(cents), 0)::float as cents from book_postings where account = $1',
      [account],
    )
  )[0]?.cents;
const list = async (show: 'open' | 'decided' = 'open') =>
  (await server.call(listHeldMoney, { query: { show, limit: 100 } }, { as: clerk })).body;
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
const round = async () => {
  await followPayments(digital(), 'test', true);
  await followPayments(digital(), 'test', true);
  await Promise.all([continueHeld(held, clock()), continueHeld(held, clock())]);
};
const assign = (heldId: string, subject: string) =>
  server.call(assignHeldMoney, { params: { heldId }, body: { kind: 'property_tax', subject } }, { as: clerk });

/** Pays a payment twice, so that its second $100 in USDC is unassigned. */
async function payTwice(): Promise<HeldMoney> {
  const one = await payer.open('usdc');
  await wallet.pay(one.next);
  await round();
  const hash = await wallet.pay(one.next);
  await round();
  const found = (await list()).money.find(({ txHash }) => txHash === hash);
  if (found === undefined) throw new Error('The second payment is not held');
  return found;
}

test('money for a settled payment enters suspense once, however often the rounds run', async () => {
  const before = await balance('suspense:usdc');
  const one = await payTwice();
  expect(one).toMatchObject({ method: 'usdc', cents: 10_000, state: 'held', cameFor: expect.stringMatching(/^pay_/) });
  await round();
  expect(await balance('suspense:usdc')).toBe((before ?? 0) - 10_000);
  expect((await list()).money.filter(({ id }) => id === one.id)).toHaveLength(1);
  expect(await payer.unbalanced()).toEqual([]);
});

test('it is assigned to a property once, and a second decision is refused', async () => {
  const one = await payTwice();
  const [suspense, clearing] = [await balance('suspense:usdc'), await balance('clearing:usdc')];
  const { propertyId } = await registerBilled(server);
  const before = await owed(propertyId);
  const answers = await Promise.all([assign(one.id, propertyId), assign(one.id, propertyId)]);
  expect(answers.map(({ status }) => status).toSorted()).toContain(200);
  expect((await assign(one.id, propertyId)).body.money).toMatchObject({ state: 'assigned', subject: propertyId });
  expect(await owed(propertyId)).toBe(before - 10_000);
  expect(await balance('suspense:usdc')).toBe((suspense ?? 0) + 10_000);
  expect(await balance('clearing:usdc')).toBe(clearing);
  expect((await payer.paymentsOf(propertyId))[0]).toMatchObject({ paymentMethod: 'usdc', amount: 10_000 });
  const { propertyId: other } = await registerBilled(server);
  expect((await assign(one.id, other)).problem.code).toBe('payments.held_decided');
});

test('it settles a pending payment of any method', async () => {
  const one = await payTwice();
  const waiting = await payer.open('usdc');
  const params = { heldId: one.id };
  const { body } = await server.call(assignHeldMoney, { params, body: { paymentId: waiting.id } }, { as: clerk });
  expect(body.money).toMatchObject({ state: 'assigned', paymentId: waiting.id });
  expect((await payer.paymentsOf(waiting.propertyId))[0]?.status).toBe('completed');
  expect(await payer.unbalanced()).toEqual([]);
});

test('a refused decision leaves it in suspense', async () => {
  const one = await payTwice();
  const before = await balance('suspense:usdc');
  expect((await assign(one.id, 'NO-SUCH-1')).problem.code).toBe('registry.property_not_found');
  expect((await list()).money.find(({ id }) => id === one.id)?.state).toBe('held');
  expect(await balance('suspense:usdc')).toBe(before);
});

test('the next rounds carry out a decision once if its process stopped', async () => {
  const one = await payTwice();
  const { propertyId } = await registerBilled(server);
  const before = await owed(propertyId);
  const decision = {
    act: 'receive' as const,
    kind: 'property_tax',
    subject: propertyId,
    paymentId: null,
    reason: null,
  };
  const { database } = server.services;
  const claimed = await claimHeld(database, one.id, { ...decision, returnHash: null, decidedBy: 'clerk', at: clock() });
  await Promise.all([carryOut(held, claimed!), carryOut(held, claimed!), round()]);
  await carryOut(held, claimed!);
  expect(await owed(propertyId)).toBe(before - 10_000);
  expect((await payer.paymentsOf(propertyId)).filter(({ status }) => status === 'completed')).toHaveLength(1);
});

test('it is returned by a transaction that sends the amount from the treasury, and a transaction returns money once', async () => {
  const [one, two] = [await payTwice(), await payTwice()];
  const before = await balance('suspense:usdc');
  const giveBack = (heldId: string, txHash?: string) =>
    server.call(
      returnHeldMoney,
      { params: { heldId }, body: { reason: 'Paid twice', ...(txHash === undefined ? {} : { txHash }) } },
      { as: clerk },
    );
  for (const wrong of [undefined, `0x${'ab'.repeat(32)}`, one.txHash ?? '', await fromTreasury(99_000_000n)])
    expect((await giveBack(one.id, wrong)).problem.code).toBe('payments.transaction_refused');
  const hash = await fromTreasury(100_000_000n);
  expect((await giveBack(one.id, hash)).body.money).toMatchObject({ state: 'returned', returnHash: hash });
  expect((await giveBack(one.id, hash)).status).toBe(200);
  expect((await giveBack(two.id, hash)).problem.code).toBe('payments.transaction_refused');
  expect(await balance('suspense:usdc')).toBe((before ?? 0) + 10_000);
  expect((await list('decided')).money.find(({ id }) => id === one.id)?.reason).toBe('Paid twice');
});

test('ETH with an unknown reference enters suspense at the price of its time', async () => {
  const { router } = await digital().contracts.find();
  const data = encodeFunctionData({ abi: taxRouter.abi, functionName: 'payEth', args: [`0x${'ee'.repeat(32)}`] });
  const hash = await wallet.send({ to: router, data, value: 10n ** 16n });
  await round();
  const one = (await list()).money.find(({ txHash }) => txHash === hash);
  expect(one).toMatchObject({ method: 'eth', cents: 2500, cameFor: null, state: 'held' });
});

test('a failed transaction of the treasury returns no ETH', async () => {
  const { router, usdc } = await digital().contracts.find();
  const data = encodeFunctionData({ abi: taxRouter.abi, functionName: 'payEth', args: [`0x${'ef'.repeat(32)}`] });
  const paid = await wallet.send({ to: router, data, value: 10n ** 16n });
  await round();
  const one = (await list()).money.find(({ txHash }) => txHash === paid);
  const giveBack = (txHash: Hex) =>
    server.call(returnHeldMoney, { params: { heldId: one!.id }, body: { reason: 'Unknown', txHash } }, { as: clerk });
  // The token takes no ETH.
  const failed = await sendFromTreasury({ to: usdc, data: '0x', value: 10n ** 16n });
  expect((await giveBack(failed)).problem.code).toBe('payments.transaction_refused');
  const sent = await sendFromTreasury({ to: wallet.address, data: '0x', value: 10n ** 16n });
  expect((await giveBack(sent)).body.money).toMatchObject({ state: 'returned', returnHash: sent });
});

async function fromTreasury(units: bigint): Promise<Hex> {
  const { usdc } = await digital().contracts.find();
  const data = encodeFunctionData({ ...sampleUsdc, functionName: 'transfer', args: [wallet.address, units] });
  return sendFromTreasury({ to: usdc, data, value: 0n });
}

/** Sends a transaction from the treasury, which is the operator's account here. */
async function sendFromTreasury(call: { to: Hex; data: Hex; value: bigint }): Promise<Hex> {
  const operator = await server.services.chain.operator();
  const nonce = await wallet.client.getTransactionCount({ address: operator.address, blockTag: 'pending' });
  const fees = { gas: 200_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };
  const { raw, hash } = await operator.sign({ ...call, nonce, ...fees });
  await wallet.client.sendRawTransaction({ serializedTransaction: raw });
  await wallet.client.waitForTransactionReceipt({ hash });
  return hash;
}

test('ETH that arrives within the quote of its payment is held at the price of the quote', async () => {
  const one = await payer.open('eth');
  await setRate(digital(), { centsPerEth: 500_000, user: 'admin' });
  await wallet.pay(one.next);
  await round();
  const hash = await wallet.pay(one.next);
  await round();
  await setRate(digital(), { centsPerEth: 250_000, user: 'admin' });
  expect((await list()).money.find(({ txHash }) => txHash === hash)).toMatchObject({ cents: 10_000, state: 'held' });
});
