import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEthRate } from '#domains/payments/contract.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import { continueHeld } from '#domains/payments/server/held/act-on-held.ts';
import { type Held, openHeld } from '#domains/payments/server/held/open-held.ts';
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
let held: Held;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  administrator = await server.account('administrator');
  payer = createPayer(server, await server.account('government'));
  wallet = await openWallet(server.services.chain, await digital().contracts.find());
  held = openHeld(server.services.payments);
  await server.call(setEthRate, { body: { centsPerEth: 250_000 } }, { as: administrator });
});
afterAll(() => server.stop());

const digital = () => server.services.payments.digital;
const follow = () => followPayments(digital(), 'test', true);
const stateOf = async (propertyId: string) => (await payer.paymentsOf(propertyId))[0]?.status;
const differences = async () =>
  (await compareBooks(server.services.database)).flatMap(({ projection, examples }) =>
    examples.map((one) => `${projection}: ${one}`),
  );
/** Runs SQL as an administrator of the database can, bypassing triggers and keys. */
const force = (statements: string) =>
  server.database.sql(`set session_replication_role = replica; ${statements}; set session_replication_role = origin`);
const blocksOf = (paymentId: string) =>
  server.database.sql<{ index: number; data: { transfers?: Record<string, unknown>[] } }>(
    `select index::int, data::json as data from blocks where action = 'registry.tax_paid' and data like '%${paymentId}%'`,
  );

async function paid(method: 'usdc' | 'eth' = 'usdc') {
  const one = await payer.open(method);
  const hash = await wallet.pay(one.next);
  await follow();
  expect(await stateOf(one.propertyId)).toBe('completed');
  const [block] = await blocksOf(one.id);
  if (block === undefined) throw new Error('The payment has no block');
  return { ...one, hash, index: block.index, transfers: block.data.transfers ?? [] };
}

/** Restores the table of transfers. */
const forget = (paymentId: string) =>
  force(`delete from digital_receipts where payment_id = '${paymentId}';
    update digital_payments set settling_cents = null where payment_id = '${paymentId}';
    alter table digital_receipts add primary key (chain_id, tx_hash, log_position)`);

/** Forges a decision to settle a payment with the transfer of another one. */
const decideBy = (from: string, to: string) =>
  force(`insert into digital_receipts select (jsonb_populate_record(r, jsonb_build_object('payment_id', '${to}'))).*
      from digital_receipts r where payment_id = '${from}';
    update digital_payments set settling_cents = 10000 where payment_id = '${to}'`);

test('a payment in USDC states each of its transfers with its worth', async () => {
  const one = await paid();
  expect(one.transfers).toEqual([
    {
      chain_id: one.next.chainId,
      tx_hash: one.hash,
      log: expect.any(Number),
      units: '100000000',
      cents: 10_000,
    },
  ]);
  expect(await differences()).toEqual([]);
});

test('a payment in ETH states wei, rate and cents, so that anyone can recompute the cents', async () => {
  const [transfer] = (await paid('eth')).transfers;
  expect(transfer).toMatchObject({ units: '40000000000000000', cents: 10_000, cents_per_eth: 250_000 });
  const [rate] = await server.database.sql<{ data: Record<string, unknown> }>(
    `select data::json as data from blocks where index = ${transfer?.['rate_block']}`,
  );
  expect(rate?.data).toMatchObject({ action: 'payments.eth_rate_set', cents_per_eth: 250_000 });
});

test('a transfer pays one payment even if its row is copied and the key of the table dropped', async () => {
  const one = await paid();
  const other = await payer.open('usdc');
  await server.database.sql('alter table digital_receipts drop constraint digital_receipts_pkey');
  await decideBy(one.id, other.id);
  await follow();
  expect(await stateOf(other.propertyId)).toBe('pending');
  expect(await payer.owed(other.propertyId)).toBe(other.before);
  expect(await blocksOf(other.id)).toEqual([]);
  await forget(other.id);
});

test('a transfer pays one payment even if requests of one batch name it for two', async () => {
  const [one, first, second] = [await paid(), await payer.open('usdc'), await payer.open('usdc')];
  const [{ chain_id, tx_hash, log } = {}] = one.transfers;
  const fresh = { chainId: chain_id as number, hash: tx_hash as `0x${string}`, position: (log as number) + 40 };
  const settle = (paymentId: string) =>
    digital()
      .payee('property_tax')
      .settle(paymentId, 10_000, undefined, { transfers: [{ ...fresh, units: 100_000_000n, cents: 10_000 }] });
  const outcomes = await Promise.allSettled([settle(first.id), settle(second.id)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
    kind: { code: 'payments.transaction_used' },
  });
});

test('a transfer that paid cannot enter suspense under another name', async () => {
  const one = await paid();
  await force(`update digital_receipts set payment_id = null, state = 'unassigned', is_final = true, code = 'UNKNOWN_REFERENCE'
    where payment_id = '${one.id}'`);
  await continueHeld(held, clock());
  const booked = await server.database.sql(
    `select 1 from blocks where action = 'payments.money_received' and data like '%${one.hash}%'`,
  );
  expect(booked).toEqual([]);
  await force(`delete from held_money where origin like '%${one.hash}%'`);
});

test('a receipt with altered cents settles nothing', async () => {
  const one = await payer.open('usdc');
  await wallet.pay(one.next);
  await force(`create or replace function swell() returns trigger language plpgsql as
    'begin new.cents := 900000; return new; end'`);
  await server.database.sql(
    'create trigger swell before insert on digital_receipts for each row execute function swell()',
  );
  await follow();
  await server.database.sql('drop trigger swell on digital_receipts');
  expect(await stateOf(one.propertyId)).toBe('pending');
  expect(await payer.owed(one.propertyId)).toBe(one.before);
});

test('a rebuild finds two payments with the same transfer', async () => {
  const one = await paid();
  const other = await payer.open('usdc');
  // The first block is altered to name another transfer while the second payment is settled.
  const restore = await tamper(
    server,
    'blocks',
    `update blocks set data = replace(data, '${one.hash.slice(2)}', '${'0'.repeat(64)}') where index = ${one.index}`,
    `index = ${one.index}`,
  );
  await server.database.sql('alter table digital_receipts drop constraint digital_receipts_pkey');
  await decideBy(one.id, other.id);
  await follow();
  await restore();
  await forget(other.id);
  expect(await stateOf(other.propertyId)).toBe('completed');
  const [second] = await blocksOf(other.id);
  const [transfer] = one.transfers;
  const key = `${transfer?.['chain_id']}:${one.hash}:${transfer?.['log']}`;
  expect(await differences()).toContain(
    `transfers: blocks ${one.index} and ${second?.index} use the same transfer ${key}`,
  );
});

test('an index finds the blocks that name a transfer', async () => {
  const plan = await server.services.database.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection);
    const { rows } = await sql`
      explain select index from ledger_blocks where domain <> 'trace' and data like '%"transfers":%'
        and data::jsonb->'transfers' @> '[{"log": 1}]'
    `.execute(connection);
    await sql`reset enable_seqscan`.execute(connection);
    return rows;
  });
  expect(JSON.stringify(plan)).toContain('Bitmap Index Scan');
  expect(JSON.stringify(plan)).not.toContain('Seq Scan');
});

test('a forged decision settles nothing, and the payment waits for a person again', async () => {
  const one = await payer.open('usdc');
  await force(`insert into digital_receipts (chain_id, tx_hash, log_position, payment_id, method, payer, units, cents, block_number,
      block_hash, block_at, state, code, seen_at, is_final)
    values (${one.next.chainId}, '0x${'5e'.repeat(32)}', 0, '${one.id}', 'usdc', '0x${'11'.repeat(20)}', 1, 0, 1,
      '0x${'22'.repeat(32)}', now(), 'counted', 'UNDERPAID', now(), true);
    update digital_payments set settling_cents = 10000, is_decided = true, decided_at = now() where payment_id = '${one.id}'`);
  await follow();
  expect(await stateOf(one.propertyId)).toBe('pending');
  await force(`update digital_payments set decided_at = now() - interval '2 minutes' where payment_id = '${one.id}'`);
  await follow();
  expect(await stateOf(one.propertyId)).toBe('pending');
  const [row] = await server.database.sql(
    `select settling_cents, is_decided, (select state from digital_receipts where payment_id = d.payment_id) as receipt
     from digital_payments d where payment_id = '${one.id}'`,
  );
  expect(row).toEqual({ settling_cents: null, is_decided: false, receipt: 'unassigned' });
  await force(`delete from digital_receipts where payment_id = '${one.id}'`);
});

test('a transfer that exists only as a row settles nothing, even if its units match the decision', async () => {
  const one = await payer.open('usdc');
  await force(`insert into digital_receipts (chain_id, tx_hash, log_position, payment_id, method, payer, units, cents, block_number,
      block_hash, block_at, state, code, seen_at, is_final)
    values (${one.next.chainId}, '0x${'6e'.repeat(32)}', 0, '${one.id}', 'usdc', '0x${'11'.repeat(20)}', 100000000, 10000, 1,
      '0x${'22'.repeat(32)}', now(), 'counted', 'SETTLED', now(), true);
    update digital_payments set settling_cents = 10000 where payment_id = '${one.id}'`);
  await follow();
  expect(await stateOf(one.propertyId)).toBe('pending');
  await force(`delete from digital_receipts where payment_id = '${one.id}';
    update digital_payments set settling_cents = null where payment_id = '${one.id}'`);
});

test('a transfer whose payment a person took back stays used, and one that left the chain is free again', async () => {
  const [one, other] = [await paid(), await payer.open('usdc')];
  const [{ chain_id, tx_hash, log } = {}] = one.transfers;
  const transfer = {
    chainId: chain_id as number,
    hash: tx_hash as `0x${string}`,
    position: log as number,
    units: 100_000_000n,
    cents: 10_000,
  };
  const payee = digital().payee('property_tax');
  const settle = () => payee.settle(other.id, 10_000, undefined, { transfers: [transfer] });
  await payee.reverse(one.id, 'A mistake', 'clerk');
  await expect(settle()).rejects.toMatchObject({ kind: { code: 'payments.transaction_used' } });
  const [lost, later] = [await paid(), await payer.open('usdc')];
  await payee.reverse(lost.id, 'Its block was replaced', undefined);
  const [of] = lost.transfers;
  const same = { ...transfer, hash: lost.hash, position: of?.['log'] as number };
  await payee.settle(later.id, 10_000, undefined, { transfers: [same] });
  expect(await stateOf(later.propertyId)).toBe('completed');
});

test.each([
  ['usdc', 'its cents', `'"cents":10000', '"cents":9999'`],
  ['usdc', 'its units', `'"units":"100000000"', '"units":"100010000"'`],
  ['usdc', 'its amount', `'"amount_cents":10000', '"amount_cents":10001'`],
  ['eth', 'its units', `'"units":"40000000000000000"', '"units":"40000000000001"'`],
  ['eth', 'its rate', `'"cents_per_eth":250000', '"cents_per_eth":250001'`],
  ['eth', 'the block of its rate', `'"rate_block":', '"rate_block":1'`],
] as const)(
  'a rebuild finds a block of %s whose cents do not follow after a change of %s',
  async (method, _, change) => {
    const one = await paid(method);
    const restore = await tamper(
      server,
      'blocks',
      `update blocks set data = replace(data, ${change}) where index = ${one.index}`,
      `index = ${one.index}`,
    );
    expect(await differences()).toContain(
      `transfers: the cents of block ${one.index} do not follow from its transfers`,
    );
    await restore();
    expect(await differences()).not.toContain(
      `transfers: the cents of block ${one.index} do not follow from its transfers`,
    );
  },
);

test('a rebuild finds a price of ETH that was set after the block that names it', async () => {
  const one = await paid('eth');
  await server.call(setEthRate, { body: { centsPerEth: 250_000 } }, { as: administrator });
  const [rate] = await server.database.sql<{ index: number }>(
    `select max(index)::int as index from blocks where action = 'payments.eth_rate_set'`,
  );
  const restore = await tamper(
    server,
    'blocks',
    `update blocks set data = regexp_replace(data, '"rate_block":[0-9]+', '"rate_block":${rate?.index}') where index = ${one.index}`,
    `index = ${one.index}`,
  );
  expect(await differences()).toContain(`transfers: the cents of block ${one.index} do not follow from its transfers`);
  await restore();
});

test('a rebuild finds transfers without a stated worth, and counted ones that the block does not name', async () => {
  const one = await paid();
  const restore = await tamper(
    server,
    'blocks',
    `update blocks set data = replace(data, '"cents":10000,', '') where index = ${one.index}`,
    `index = ${one.index}`,
  );
  expect(await differences()).toContain(`transfers: the worth of the transfers of block ${one.index} is not stated`);
  await restore();
  const key = `${one.next.chainId}:${one.hash}:${one.transfers[0]?.['log']}`;
  await force(`update digital_receipts set units = units + 1 where payment_id = '${one.id}'`);
  expect(await differences()).toContain(`digital_receipts: the block of ${one.id} does not name the transfer ${key}`);
  await force(`update digital_receipts set units = units - 1 where payment_id = '${one.id}'`);
  expect(await differences()).not.toContain(
    `digital_receipts: the block of ${one.id} does not name the transfer ${key}`,
  );
});

test.each([
  ['is missing', 'delete from digital_receipts', (key: string) => `the transfer ${key} of block INDEX is missing`],
  [
    'has other cents',
    'update digital_receipts set cents = cents + 1',
    (key: string) => `the transfer ${key} has other units or cents than block INDEX states`,
  ],
])('a transfer that a block names and that %s is reported', async (_, change, describeIn) => {
  const one = await paid();
  const before = await differences();
  const own = `payment_id = '${one.id}'`;
  const restore = await tamper(server, 'digital_receipts', `${change} where ${own}`, own);
  const [{ chain_id, tx_hash, log } = {}] = one.transfers;
  const expected = describeIn(`${String(chain_id)}:${String(tx_hash)}:${String(log)}`).replace(
    'INDEX',
    String(one.index),
  );
  const found = await differences();
  expect(found.filter((line) => !before.includes(line))).toEqual([`digital_receipts: ${expected}`]);
  await restore();
  expect(await differences()).toEqual(before);
});
