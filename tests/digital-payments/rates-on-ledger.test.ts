import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listEthRates, setEthRate } from '#domains/payments/contract.ts';
import { findDigitalPayment } from '#domains/payments/server/digital/digital-rows.ts';
import { renewSampleRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { readStatedQuotes } from '#domains/payments/server/digital/quotes.ts';
import { findRateAt } from '#domains/payments/server/digital/rate-blocks.ts';
import { compareBooks } from '#domains/payments/server/index.ts';
import { tamper } from '#domains/registry/server/rebuild/tampered.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createPayer } from './payments.fixture.ts';
import { openWallet, type TestWallet } from './wallet.fixture.ts';

// The embedded chain stamps its blocks with the real time.
const clock = createTestClock(new Date().toISOString());
let server: TestServer;
let administrator: TestAccount;
let payer: ReturnType<typeof createPayer>;
let wallet: TestWallet;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  administrator = await server.account('administrator');
  payer = createPayer(server, await server.account('government'));
  wallet = await openWallet(server.services.chain, await digital().contracts.find());
});
afterAll(() => server.stop());
beforeEach(() => set(250_000));

const digital = () => server.services.payments.digital;
const set = (centsPerEth: number) => server.call(setEthRate, { body: { centsPerEth } }, { as: administrator });
const differences = async () =>
  (await compareBooks(server.services.database)).flatMap(({ projection, examples }) =>
    examples.map((one) => `${projection}: ${one}`),
  );
const newestBlock = async () =>
  (
    await server.database.sql<{ index: number; data: Record<string, unknown> }>(
      `select index::int, data::json as data from blocks where action = 'payments.eth_rate_set' order by index desc limit 1`,
    )
  )[0];

test('a rate is a block that states the role that set it, the price and how long it may be used', async () => {
  const { body } = await set(300_000);
  const block = await newestBlock();
  expect(block?.data).toEqual({
    action: 'payments.eth_rate_set',
    user: administrator.username,
    set_by: 'administrator',
    cents_per_eth: 300_000,
    hours_max: 24,
  });
  const listed = await server.call(listEthRates, { query: { limit: 1 } }, { as: administrator });
  expect(listed.body.rates).toEqual([body]);
  expect((await payer.open('eth')).next.quote?.centsPerEth).toBe(300_000);
  expect(await differences()).toEqual([]);
});

test('a forged row prices nothing, and a rebuild finds it', async () => {
  const restore = await tamper(
    server,
    'eth_rates',
    `insert into eth_rates (cents_per_eth, set_at, set_by) values (100, now() + interval '1 minute', 'admin')`,
  );
  expect((await payer.open('eth')).next.quote?.centsPerEth).toBe(250_000);
  expect(await differences()).toEqual([expect.stringMatching(/^eth_rates: rate \d+ is not on the chain$/)]);
  await restore();
});

test('a row with the block of another rate sets no price, and a rebuild finds it', async () => {
  const index = (await newestBlock())?.index;
  const restore = await tamper(
    server,
    'eth_rates',
    `update eth_rates set cents_per_eth = 100 where block_index = ${index}`,
  );
  expect((await payer.open('eth')).next.quote?.centsPerEth).toBe(250_000);
  expect(await differences()).toEqual([`eth_rates: the rate of block ${index} differs`]);
  await restore();
});

test('an altered block of a rate stops payments in ETH', async () => {
  const index = (await newestBlock())?.index;
  const restore = await tamper(
    server,
    'blocks',
    `update blocks set data = replace(data, '250000', '100') where index = ${index}`,
    `index = ${index}`,
  );
  expect((await payer.open('eth')).problem.code).toBe('payments.method_not_offered');
  await restore();
  expect((await payer.open('eth')).next.quote?.centsPerEth).toBe(250_000);
});

test('an altered quote converts nothing, and a person decides', async () => {
  const one = await payer.open('eth');
  const restore = await tamper(
    server,
    'digital_quotes',
    `update digital_quotes set cents_per_eth = 100 where payment_id = '${one.id}'`,
    `payment_id = '${one.id}'`,
  );
  await wallet.pay(one.next);
  await followPayments(digital(), 'test');
  expect((await findDigitalPayment(server.services.database, one.id))?.code).toBe('QUOTE_EXPIRED');
  expect(await differences()).toEqual([`digital_quotes: ${one.id} has another price of ETH than its block`]);
  await restore();
  expect(await differences()).toEqual([]);
});

test('servers that start together set the sample rate of the demo in one block, and none while a rate is fresh', async () => {
  const rates = async () =>
    (await server.database.sql(`select 1 from blocks where action = 'payments.eth_rate_set'`)).length;
  const before = await rates();
  await renewSampleRate(digital());
  expect(await rates()).toBe(before);
  clock.advance(25 * 3_600_000);
  await Promise.all([renewSampleRate(digital()), renewSampleRate(digital())]);
  expect(await rates()).toBe(before + 1);
  expect((await newestBlock())?.data).toMatchObject({ set_by: 'sample', cents_per_eth: 250_000 });
  await renewSampleRate(digital());
  expect(await rates()).toBe(before + 1);
  await renewSampleRate(digital(), true);
  expect(await rates()).toBe(before + 1);
  clock.advance(4 * 3_600_000);
  await renewSampleRate(digital());
  expect(await rates()).toBe(before + 1);
  // Two servers that start together.
  await Promise.all([renewSampleRate(digital(), true), renewSampleRate(digital(), true)]);
  expect(await rates()).toBe(before + 2);
});

test('a time has the rate valid then, or after its hours the next one', async () => {
  const { database } = server.services;
  await set(260_000);
  const first = clock();
  clock.advance(30 * 3_600_000);
  await set(270_000);
  const rateAt = async (hours: number) => (await findRateAt(database, first + hours * 3_600_000))?.centsPerEth;
  expect([await rateAt(0), await rateAt(23.9), await rateAt(24.1), await rateAt(31)]).toEqual([
    260_000, 260_000, 270_000, 270_000,
  ]);
  expect(await rateAt(30 + 24.1)).toBeUndefined();
});

test('a quote converts ETH if it began while its rate was valid, for at most 15 minutes', async () => {
  const { database } = server.services;
  const { setAt } = (await set(280_000)).body;
  const rateBlock = (await newestBlock())?.index ?? null;
  const [minute, at] = [60_000, Math.floor(Date.parse(setAt) / 1000) * 1000];
  const isStated = async (from: number, until: number) =>
    (await readStatedQuotes(database, { quotes: [{ centsPerEth: 280_000, rateBlock, from, until }] })).length === 1;
  const end = at + 24 * 60 * minute;
  expect(await isStated(at, at + 15 * minute)).toBe(true);
  expect(await isStated(at, at + 15 * minute + 1)).toBe(false);
  expect([await isStated(at - minute + 1, at), await isStated(at - minute, at)]).toEqual([true, false]);
  expect([await isStated(end - 1, end), await isStated(end, end)]).toEqual([true, false]);
});
