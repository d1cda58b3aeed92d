import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { taxRouter } from '#contracts/artifacts/tax-router.gen.ts';
import { type CallStep, readDigitalPayment } from '#domains/payments/contract.ts';
import { findDigitalPayment } from '#domains/payments/server/digital/digital-rows.ts';
import { setRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { readReceipts, readUnassigned } from '#domains/payments/server/digital/receipts.ts';
import { readPayments } from '#domains/payments/server/payments.ts';
import { confirmPayment, failPayment, listPayments, payProperty, readProperty } from '#domains/registry/contract.ts';
import { registerBilled } from '#domains/registry/server/register.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

// The embedded chain stamps its blocks with the real time.
const clock = createTestClock(new Date().toISOString());
let server: TestServer;
let clerk: TestAccount;
let wallet: TestWallet;
let treasury: Hex;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true', EVM_TREASURY: `0x${'7e'.repeat(20)}` } });
  clerk = await server.account('government');
  const contracts = await digital().contracts.find();
  wallet = await openWallet(server.services.chain, contracts);
  treasury = contracts.treasury;
  await setRate(server.services.payments.digital, { centsPerEth: 250_000, user: 'admin' });
});
afterAll(() => server.stop());

const digital = () => server.services.payments.digital;
const follow = () => followPayments(digital(), 'test');
const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;

async function open(paymentMethod: 'usdc' | 'eth', amount = 10_000, propertyId?: string, txHash?: string) {
  const subject = propertyId ?? (await registerBilled(server)).propertyId;
  const body = { amount, paymentMethod, ...(txHash === undefined ? {} : { txHash }) };
  const answer = await server.call(payProperty, { params: { propertyId: subject }, body }, { as: clerk });
  // Opening a payment applies late charges.
  const before = await owed(subject);
  return { ...answer, propertyId: subject, before, next: answer.body.next as CallStep, id: answer.body.payment?.id };
}

const paymentsOf = async (id: string) => (await server.call(listPayments, { params: { id } })).body.payments;
const payUsdc = (reference: string, units: bigint) =>
  encodeFunctionData({ abi: taxRouter.abi, functionName: 'payUsdc', args: [reference as Hex, units] });

/** Reads the entries of the books that do not balance. */
const unbalanced = async () =>
  server.database.sql('select block_index from book_postings group by block_index having sum(cents) <> 0');

describe('a payment without a transaction', () => {
  test('is pending with the call that pays, and the call reveals nothing about the property', async () => {
    const { status, next, body, propertyId } = await open('usdc');
    expect(status).toBe(200);
    expect(body.payment).toMatchObject({ status: 'pending', txHash: null, reference: null });
    expect(next).toMatchObject({ kind: 'call', isLocal: true, value: '0', units: '100000000', quote: null, treasury });
    expect(next.amount).toBe('100 sample USDC');
    expect(JSON.stringify(next)).not.toContain(propertyId);
    expect(next.eip681).toBe(
      `ethereum:${next.to}@${next.chainId}/payUsdc?bytes32=${next.reference}&uint256=${next.units}`,
    );
    const again = await open('usdc', 10_000, propertyId);
    expect(again.next.reference).not.toBe(next.reference);
  });

  test('keeps its reference from the public', async () => {
    const { next, propertyId } = await open('usdc');
    expect(JSON.stringify(await paymentsOf(propertyId))).not.toContain(next.reference);
    const blocks = await server.database.sql('select data::text as data from blocks');
    expect(JSON.stringify(blocks)).not.toContain(next.reference.slice(2));
  });

  test('in ETH has a price for 15 minutes, rounded up to a wei', async () => {
    const { next } = await open('eth', 33_333);
    expect(next).toMatchObject({ value: '133332000000000000', token: null, approve: null });
    expect(next.quote).toMatchObject({ centsPerEth: 250_000, rate: '$2,500.00 per ETH', isSample: false });
    expect(Date.parse(next.quote?.until ?? '') - clock()).toBe(15 * 60_000);
  });
});

describe('a payment through the router', () => {
  test.each(['usdc', 'eth'] as const)('in %s completes with its hash after the chain was read', async (method) => {
    const { next, propertyId, before } = await open(method);
    const hash = await wallet.pay(next);
    expect(await owed(propertyId)).toBe(before);
    await follow();
    expect(await owed(propertyId)).toBe(before - 10_000);
    const [payment] = await paymentsOf(propertyId);
    expect(payment).toMatchObject({ status: 'completed', txHash: hash, amount: 10_000 });
    const [block] = await server.database.sql<{ hash: string }>(
      `select data::json->>'tx_hash' as hash from blocks where index = $1`,
      [payment?.block.index],
    );
    expect(block?.hash).toBe(hash);
    await follow();
    expect(await owed(propertyId)).toBe(before - 10_000);
    expect(await unbalanced()).toEqual([]);
  });

  test('completes in the request that names its transaction, in any spelling, and only once', async () => {
    const { next, propertyId, before, id } = await open('usdc');
    const hash = await wallet.pay(next);
    const spelled = `0x${hash.slice(2).toUpperCase()}`;
    const named = await open('usdc', 10_000, propertyId, spelled);
    expect(named.body.payment).toMatchObject({ id, status: 'completed', txHash: hash });
    const again = await open('usdc', 10_000, propertyId, hash);
    expect(again.body.payment.id).toBe(id);
    expect(await owed(propertyId)).toBe(before - 10_000);
    const other = await open('usdc', 10_000, undefined, hash);
    expect(other.problem).toMatchObject({ status: 409, code: 'payments.transaction_used' });
    expect(await paymentsOf(other.propertyId)).toEqual([]);
  });

  test('reports what an undecided transaction waits for, and never asks to send again', async () => {
    const unknown = await open('usdc', 10_000, undefined, `0x${'5c'.repeat(32)}`);
    expect(unknown.body.message).toMatch(/was not found on the network yet.*\(NOT_FOUND\)$/);
    const plain = await open('usdc', 10_000, undefined, await wallet.transferUsdc(treasury, 100_000_000n));
    expect(plain.body.message).toMatch(/Sign with the wallet that paid.*\(PAYER_NOT_PROVEN\)$/);
    expect(plain.next.code).toBe('PAYER_NOT_PROVEN');
  });

  test('below the amount counts, and the rest stays open; above it, the rest is credit', async () => {
    const less = await open('usdc');
    await wallet.pay(less.next, { data: payUsdc(less.next.reference, 40_009_999n) });
    const more = await open('usdc', 5000);
    await wallet.approve(10n ** 12n);
    await wallet.send({ to: more.next.to as Hex, data: payUsdc(more.next.reference, 10_000_000_000n) });
    await follow();
    expect(await owed(less.propertyId)).toBe(less.before - 4000);
    expect(await owed(more.propertyId)).toBe(0);
    const [payment] = await paymentsOf(more.propertyId);
    expect(payment?.amount).toBe(1_000_000);
    expect(payment?.allocation.find(({ part }) => part === 'credit')?.cents).toBe(1_000_000 - more.before);
    expect((await findDigitalPayment(server.services.database, less.id))?.code).toBe('UNDERPAID');
  });

  test('is not settled by a cent that a stranger sends ahead', async () => {
    const { next, propertyId, before } = await open('usdc');
    const stranger = await openWallet(server.services.chain, await digital().contracts.find());
    await stranger.approve(10n ** 12n);
    await stranger.send({ to: next.to as Hex, data: payUsdc(next.reference, 10_000n) });
    const hash = await wallet.pay(next);
    await follow();
    expect(await owed(propertyId)).toBe(before - 10_001);
    expect((await paymentsOf(propertyId))[0]).toMatchObject({ amount: 10_001, txHash: hash });
  });

  test('that comes twice or too late is listed for the city and credited to no one', async () => {
    const twice = await open('usdc');
    await wallet.pay(twice.next);
    await follow();
    const second = await wallet.pay(twice.next);
    const waiting = await open('usdc');
    await follow();
    expect(await owed(twice.propertyId)).toBe(twice.before - 10_000);
    const { receipts: listed } = await readUnassigned(server.services.database, { page: 1, limit: 50 });
    expect(listed.find(({ hash }) => hash === second)).toMatchObject({
      code: 'LATE',
      paymentId: twice.id,
      cents: 10_000,
    });
    expect((await paymentsOf(waiting.propertyId))[0]?.status).toBe('pending');
  });

  test('is reported as late if it was closed before its money arrived', async () => {
    const { next, id } = await open('usdc');
    await server.call(
      failPayment,
      { params: { paymentId: id }, body: { reason: 'It did not arrive.' } },
      { as: clerk },
    );
    await wallet.pay(next);
    await follow();
    const { body } = await server.call(readDigitalPayment, { params: { reference: next.reference } });
    expect(body).toMatchObject({ payment: { status: 'failed' }, code: 'LATE' });
  });

  test('with an unknown reference is listed too', async () => {
    await open('usdc');
    await wallet.approve(10n ** 12n);
    const hash = await wallet.send({
      to: (await digital().contracts.find()).router,
      data: payUsdc(`0x${'ee'.repeat(32)}`, 10n ** 7n),
    });
    await follow();
    const { receipts: listed } = await readUnassigned(server.services.database, { page: 1, limit: 50 });
    expect(listed.find((one) => one.hash === hash)).toMatchObject({ code: 'UNKNOWN_REFERENCE', paymentId: null });
  });

  test('in the other currency is listed, and the payment still waits', async () => {
    const { next, id, propertyId } = await open('usdc');
    const data = encodeFunctionData({ abi: taxRouter.abi, functionName: 'payEth', args: [next.reference as Hex] });
    await wallet.send({ to: next.to as Hex, data, value: 10n ** 16n });
    await follow();
    expect((await readReceipts(server.services.database, id))[0]).toMatchObject({ state: 'unassigned', method: 'eth' });
    expect((await paymentsOf(propertyId))[0]?.status).toBe('pending');
  });
});

describe('ETH outside of its quote', () => {
  test('waits for a person, who states its value', async () => {
    const { next, id, propertyId, before } = await open('eth');
    await server.database.sql(
      `update digital_quotes set valid_from = valid_from - interval '2 hours', valid_until = valid_until - interval '2 hours'
       where payment_id = $1`,
      [id],
    );
    const params = { paymentId: id };
    const early = await server.call(confirmPayment, { params, body: {} }, { as: clerk });
    expect(early.problem.code).toBe('payments.settled_by_chain');
    const hash = await wallet.pay(next);
    await follow();
    expect((await findDigitalPayment(server.services.database, id))?.code).toBe('QUOTE_EXPIRED');
    expect((await server.call(confirmPayment, { params, body: {} }, { as: clerk })).problem.code).toBe(
      'request.invalid',
    );
    const decided = await server.call(confirmPayment, { params, body: { amount: 9000 } }, { as: clerk });
    expect(decided.body.payment).toMatchObject({ status: 'completed', amount: 9000 });
    expect(await owed(propertyId)).toBe(before - 9000);
    expect((await readReceipts(server.services.database, id))[0]).toMatchObject({ state: 'counted', hash });
  });
});

describe('a transaction that can never count', () => {
  test.each<[string, () => Promise<string>, number]>([
    ['is no hash', async () => '0x12', 400],
    [
      'failed',
      async () =>
        wallet.send({
          to: (await digital().contracts.find()).router,
          data: payUsdc(`0x${'00'.repeat(32)}`, 0n),
          gas: 200_000n,
        }),
      400,
    ],
    ['pays another account', async () => wallet.transferUsdc(wallet.address, 100_000_000n), 400],
    ['pays in another token', () => payInFakeToken(), 400],
  ])('because it %s is refused, and nothing is written', async (_, send, status) => {
    const hash = await send();
    const { propertyId } = await registerBilled(server);
    const length = async () => (await server.database.sql('select length from ledger_head'))[0];
    const before = await length();
    const answer = await open('usdc', 10_000, propertyId, hash);
    expect(answer.status).toBe(status);
    expect(answer.problem.errors?.[0]?.pointer).toBe('/txHash');
    expect(await length()).toEqual(before);
    expect(await server.database.sql('select 1 from digital_payments where attached_hash = $1', [hash])).toEqual([]);
  });

  async function payInFakeToken(): Promise<Hex> {
    const operator = await server.services.chain.operator();
    const data = encodeDeployData({ ...sampleUsdc, args: [wallet.address] });
    const hash = await wallet.send({ to: undefined as never, data });
    const { contractAddress }: { contractAddress?: Hex | null | undefined } = await wallet.client.getTransactionReceipt(
      { hash },
    );
    const mint = encodeFunctionData({ abi: sampleUsdc.abi, functionName: 'mint', args: [wallet.address, 10n ** 9n] });
    await wallet.send({ to: contractAddress!, data: mint });
    expect(operator.address).not.toBe(wallet.address);
    return wallet.transferUsdc(treasury, 100_000_000n, contractAddress!);
  }
});

describe('a hash of a plain transfer', () => {
  test('is pending until its payer signs, so that a public hash is useless to others', async () => {
    const { propertyId } = await registerBilled(server);
    const hash = await wallet.transferUsdc(treasury, 100_000_000n);
    const thief = await open('usdc', 10_000, undefined, hash);
    expect(thief.body.payment.status).toBe('pending');
    await follow();
    expect((await findDigitalPayment(server.services.database, thief.id))?.code).toBe('PAYER_NOT_PROVEN');
    const owner = await open('usdc', 10_000, propertyId, hash);
    expect(owner.body.payment.status).toBe('pending');
    expect(
      (await readUnassigned(server.services.database, { page: 1, limit: 50 })).receipts.some(
        (one) => one.hash === hash,
      ),
    ).toBe(false);
  });
});

describe('giving up', () => {
  test('happens after a day, and money that arrives later is listed', async () => {
    const { next, id, propertyId } = await open('usdc');
    const [row] = await readPayments(server.services.database, [id]);
    clock.advance((row?.openedAt ?? 0) + 86_400_000 - 1 - clock());
    await follow();
    expect((await paymentsOf(propertyId))[0]?.status).toBe('pending');
    clock.advance(1);
    await follow();
    expect((await paymentsOf(propertyId))[0]).toMatchObject({ status: 'failed', id });
    const hash = await wallet.pay(next);
    await open('usdc');
    await follow();
    const { receipts: listed } = await readUnassigned(server.services.database, { page: 1, limit: 50 });
    expect(listed.find((one) => one.hash === hash)).toMatchObject({ paymentId: id });
    expect((await paymentsOf(propertyId))[0]?.status).toBe('failed');
    expect(await unbalanced()).toEqual([]);
  });
});

describe('a transaction from before the bill', () => {
  test('is refused, and nothing is written', async () => {
    const hash = await wallet.transferUsdc(treasury, 100_000_000n);
    clock.advance(3_600_000);
    const answer = await open('usdc', 10_000, undefined, hash);
    expect(answer.problem).toMatchObject({ status: 400, code: 'payments.transaction_refused' });
    expect(answer.problem.detail).toContain('BEFORE_BILL');
  });
});
