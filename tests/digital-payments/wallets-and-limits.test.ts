import { encodeDeployData, encodeFunctionData, erc20Abi, type Hex, hashMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractWallet } from '#contracts/artifacts/contract-wallet.gen.ts';
import { challengePayer, giveDemoFunds, nameTransaction, provePayer, renewQuote } from '#domains/payments/contract.ts';
import { deleteUnopened, findDigitalPayment } from '#domains/payments/server/digital/digital-rows.ts';
import { setRate as addRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { createPayer } from './payments.fixture.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

const MINUTE = 60_000;
const TREASURY: Hex = `0x${'7e'.repeat(20)}`;
// The embedded chain stamps its blocks with the real time.
const clock = createTestClock(new Date().toISOString());
let server: TestServer;
let payer: ReturnType<typeof createPayer>;
let wallet: TestWallet;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true', EVM_TREASURY: TREASURY } });
  payer = createPayer(server, await server.account('government'));
  wallet = await openWallet(server.services.chain, await server.services.payments.digital.contracts.find());
  await setRate(250_000);
});
afterAll(() => server.stop());

const DAY = 86_400_000;
const setRate = (centsPerEth: number) => addRate(server.services.payments.digital, { centsPerEth, user: 'admin' });

test('a payment is final in the request that names its transaction', async () => {
  // As another server would hold it.
  await server.database.sql("update digital_scans set held_by = 'another', held_until = now() + interval '1 hour'");
  const one = await payer.open('usdc');
  const params = { reference: one.next.reference };
  const { body } = await server.call(nameTransaction, { params, body: { txHash: await wallet.pay(one.next) } });
  expect(body.payment.status).toBe('completed');
  expect(body.receipts).toMatchObject([{ state: 'counted', isFinal: true }]);
  await server.database.sql('update digital_scans set held_until = null');
});

test('payments wait at most 5 seconds for a server that crashed during its turn', async () => {
  await payer.open('usdc');
  await followPayments(server.services.payments.digital, 'crashed');
  const [turn] = await server.database.sql<{ seconds: number }>(
    'select extract(epoch from held_until - now())::float8 as seconds from digital_scans',
  );
  expect(turn?.seconds).toBeGreaterThan(0);
  expect(turn?.seconds).toBeLessThanOrEqual(5);
  await server.database.sql('update digital_scans set held_until = null');
});

describe('a wallet that is a contract (EIP-1271)', () => {
  /** Deploys a wallet of this owner, and pays $100 in USDC from it to the treasury. */
  async function payFromContract(): Promise<{ address: Hex; hash: Hex }> {
    const data = encodeDeployData({ ...contractWallet, args: [wallet.address] });
    const deployed = await wallet.send({ data } as never);
    const { contractAddress } = await wallet.client.getTransactionReceipt({ hash: deployed });
    const address = contractAddress as Hex;
    const { usdc } = await server.services.payments.digital.contracts.find();
    await wallet.transferUsdc(address, 100_000_000n);
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TREASURY, 100_000_000n] });
    const execute = encodeFunctionData({ abi: contractWallet.abi, functionName: 'execute', args: [usdc, transfer] });
    return { address: address.toLowerCase() as Hex, hash: await wallet.send({ to: address, data: execute }) };
  }

  test('proves itself with the signature of its owner, and its transfer then pays', async () => {
    const { address, hash } = await payFromContract();
    const one = await payer.open('usdc');
    const params = { reference: one.next.reference };
    await server.call(nameTransaction, { params, body: { txHash: hash } });
    expect((await payer.paymentsOf(one.propertyId))[0]?.status).toBe('pending');
    const { message } = (await server.call(challengePayer, { params, body: { address } })).body;
    const stranger = privateKeyToAccount(generatePrivateKey());
    const forged = await server.call(provePayer, {
      params,
      body: { address, signature: await stranger.signMessage({ message }) },
    });
    expect(forged.problem.code).toBe('payments.payer_not_proven');
    const other = await payer.open('usdc');
    const { body } = await server.call(challengePayer, {
      params: { reference: other.next.reference },
      body: { address },
    });
    const replayed = await server.call(provePayer, {
      params,
      body: { address, signature: await wallet.sign(body.message) },
    });
    expect(replayed.problem.code).toBe('payments.payer_not_proven');
    const proven = await server.call(provePayer, { params, body: { address, signature: await wallet.sign(message) } });
    expect(proven.body.payment).toMatchObject({ status: 'completed', txHash: hash });
    expect(hashMessage(message)).not.toBe(hashMessage(body.message));
  });

  test('without code proves nothing', async () => {
    const one = await payer.open('usdc');
    const params = { reference: one.next.reference };
    const address = `0x${'ab'.repeat(20)}`;
    const { message } = (await server.call(challengePayer, { params, body: { address } })).body;
    const answer = await server.call(provePayer, { params, body: { address, signature: await wallet.sign(message) } });
    expect(answer.problem.code).toBe('payments.payer_not_proven');
  });
});

describe('a quote', () => {
  const quotesOf = async (id: string) => (await findDigitalPayment(server.services.database, id))?.quotes ?? [];

  test('is renewed at the current price in its last minute, and not before', async () => {
    const one = await payer.open('eth');
    const params = { reference: one.next.reference };
    const renew = () => server.call(renewQuote, { params, body: {} });
    await setRate(300_000);
    expect((await renew()).body.next?.quote?.centsPerEth).toBe(250_000);
    clock.advance(14 * MINUTE);
    const [first, second] = await Promise.all([renew(), renew()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { next } = (await renew()).body;
    expect(next?.quote?.centsPerEth).toBe(300_000);
    expect(next?.value).toBe('33333333333333334');
    const quotes = await quotesOf(one.id);
    expect(quotes.map(({ centsPerEth }) => centsPerEth)).toEqual([250_000, 300_000]);
    clock.advance(-14 * MINUTE);
  });

  test('is not renewed without a fresh price', async () => {
    await setRate(250_000);
    const one = await payer.open('eth');
    clock.advance(DAY);
    const answer = await server.call(renewQuote, { params: { reference: one.next.reference }, body: {} });
    expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
    expect(await quotesOf(one.id)).toHaveLength(1);
    clock.advance(-DAY);
  });

  test('still counts for a transaction of its time after a renewal', async () => {
    await setRate(250_000);
    const one = await payer.open('eth');
    const hash = await wallet.pay(one.next);
    await setRate(900_000);
    clock.advance(15 * MINUTE);
    await server.call(renewQuote, { params: { reference: one.next.reference }, body: {} });
    await followPayments(server.services.payments.digital, 'test');
    expect((await payer.paymentsOf(one.propertyId))[0]).toMatchObject({
      status: 'completed',
      txHash: hash,
      amount: 10_000,
    });
  });
});

test('the rows of a refused payment are removed after a day, with its quote, and open payments stay', async () => {
  await setRate(250_000);
  const refused = await payer.open('eth', { amount: 900_000_000 });
  expect(refused.status).toBe(400);
  const open = await payer.open('eth');
  const { database } = server.services;
  const unopened = () =>
    server.database.sql(
      `select payment_id from digital_quotes where payment_id not in (select payment_id from payments)`,
    );
  await deleteUnopened(database, clock() - DAY);
  expect(await unopened()).toHaveLength(1);
  await deleteUnopened(database, clock() + 1);
  expect(await unopened()).toEqual([]);
  expect(await findDigitalPayment(database, open.id)).toBeDefined();
});

describe('sample funds', () => {
  test('reach an address three times a day, in any spelling and under concurrent requests', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address;
    const spellings = [address, address.toLowerCase(), address, address.toLowerCase(), address];
    const answers = await Promise.all(spellings.map((one) => server.call(giveDemoFunds, { body: { address: one } })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 429)?.problem.code).toBe('payments.demo_funds_exhausted');
    expect(await wallet.client.getBalance({ address })).toBe(15n * 10n ** 18n);
    clock.advance(1440 * MINUTE);
    expect((await server.call(giveDemoFunds, { body: { address } })).status).toBe(200);
    clock.advance(-1440 * MINUTE);
  });
});
