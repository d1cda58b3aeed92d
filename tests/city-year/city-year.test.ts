import { formatVerifierKey } from '@cairn/ledger-proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCairn } from '#app/cli/terminal.fixture.ts';
import { validateChain } from '#domains/ledger/contract.ts';
import type { CallStep, TestCard } from '#domains/payments/contract.ts';
import { settleWaiting } from '#domains/payments/server/cards/settle-waiting.ts';
import { setRate } from '#domains/payments/server/digital/eth-rates.ts';
import { followPayments } from '#domains/payments/server/digital/follow-payments.ts';
import {
  assessProperty,
  importRoll,
  listPayments,
  municipalDashboard,
  payProperty,
  readLevy,
  readProperty,
  reversePayment,
  setRates,
  splitProperty,
  startLevy,
  transferTitle,
} from '#domains/registry/contract.ts';
import { sendStatement } from '#domains/registry/server/payments/send-statement.fixture.ts';
import { rebuildRegistry } from '#domains/registry/server/rebuild/rebuild-registry.ts';
import { testRates } from '#domains/registry/server/register.fixture.ts';
import { openWallet, type TestWallet } from '#tests/digital-payments/wallet.fixture.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer, testSigner } from '#tests/support/test-server.ts';

// The embedded chain stamps its blocks with the real time.
const clock = createTestClock(new Date().toISOString());
const year = new Date(clock()).getUTCFullYear();
const PARCELS = 30;
const ids = Array.from({ length: PARCELS }, (_, n) => `YEAR-${String(n).padStart(2, '0')}`);
const whole = { numerator: 1, denominator: 1 };
const due = (years: number) => `${year + years}-12-15`;

let server: TestServer;
let clerk: TestAccount;
let resident: TestAccount;
let wallet: TestWallet;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { CAIRN_DEMO: 'true' } });
  clerk = await server.account('government');
  resident = await server.account('resident');
  const { digital } = server.services.payments;
  wallet = await openWallet(server.services.chain, await digital.contracts.find());
  await setRate(server.services.payments.digital, { centsPerEth: 250_000, user: 'admin' });
});
afterAll(() => server.stop());

const owed = async (id: string) => (await server.call(readProperty, { params: { id } })).body.taxOwed;
async function pay(propertyId: string, amount: number, method: 'bank' | 'fiat' | 'usdc' | 'eth', card?: TestCard) {
  const body = { amount, paymentMethod: method, ...(card === undefined ? {} : { card }) };
  const answer = await server.call(payProperty, { params: { propertyId }, body }, { as: resident });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body;
}
/** The sums of the books by the first part of their accounts, in cents. */
const books = async () =>
  Object.fromEntries(
    (
      await server.database.sql<{ account: string; cents: number }>(
        `select case when account like 'clearing:%' then account else split_part(account, ':', 1) end as account,
           sum(cents)::float as cents from book_postings group by 1`,
      )
    ).map(({ account, cents }) => [account, cents]),
  );

test('a city’s year: the books balance to the cent, and anyone can verify the ledger', async () => {
  // The roll: every tenth parcel belongs to the city, the others to the resident.
  const parcels = ids.map((propertyId, n) => ({
    propertyId,
    address: `${n + 1} Year Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 1000,
    owners: [{ owner: n % 10 === 0 ? { city: true as const } : { username: resident.username }, fraction: whole }],
  }));
  const { body: roll } = await server.call(importRoll, { body: { parcels } }, { as: clerk });
  expect(roll.results.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'registered'));
  for (const id of ids)
    await server.call(
      assessProperty,
      { params: { id }, body: { year, land: 2_000_000, building: 8_000_000 } },
      { as: clerk },
    );
  // Far in the future, so that nothing becomes overdue.
  const installments = [
    { due: due(1), percent: 50 },
    { due: due(2), percent: 50 },
  ];
  await server.call(setRates, { body: { year, ...testRates, installments } }, { as: clerk });

  // The levy: 1.9952 % and 1.3 % of $100,000 for each of the 27 taxed parcels.
  const BILL = 199_520 + 130_000;
  const { body: levy } = await server.call(startLevy, { body: { year, preview: false } }, { as: clerk });
  const readJob = async () => (await server.call(readLevy, { params: { id: levy.id } }, { as: clerk })).body.levy;
  await expect.poll(async () => (await readJob()).state).toBe('finished');
  expect(await readJob()).toMatchObject({ levied: 27, exempt: 3, totalCents: 27 * BILL });

  // Payments by all four methods. The bank's come with a statement that overlaps itself.
  const [, card, disputed, bank, usdc, eth, reversed, sold] = ids as [string, ...string[]] as string[];
  await pay(card!, BILL, 'fiat', 'test_success');
  await pay(disputed!, BILL, 'fiat', 'test_disputed');
  const announced = (await pay(bank!, BILL, 'bank')).payment;
  const lines = [
    { cents: BILL + 1234, text: `Tax ${announced.reference}`, entryReference: 'A1' },
    { cents: 5000, text: 'Somebody without a reference', entryReference: 'A2' },
  ];
  const { states } = await sendStatement(server, clerk, lines);
  expect(states).toEqual(['settled', 'suspense']);
  expect((await sendStatement(server, clerk, lines)).states).toEqual(['known settled', 'known suspense']);
  const hashes: string[] = [];
  for (const [id, method] of [
    [usdc!, 'usdc'],
    [eth!, 'eth'],
  ] as const)
    hashes.push(await wallet.pay((await pay(id, BILL, method)).next as CallStep));
  await followPayments(server.services.payments.digital, 'city-year');
  for (const [n, id] of [usdc!, eth!].entries()) {
    const { body } = await server.call(listPayments, { params: { id } });
    expect(body.payments[0]).toMatchObject({ status: 'completed', txHash: hashes[n], amount: BILL });
  }

  // One payment is reversed by the city, and one disputed by its cardholder.
  const wrong = (await pay(reversed!, 10_000, 'fiat')).payment;
  const reason = { reason: 'Paid for the wrong property' };
  await server.call(reversePayment, { params: { paymentId: wrong.id }, body: reason }, { as: clerk });
  const { cards } = server.services.payments;
  clock.advance(2 * 60_000);
  await settleWaiting(cards!);
  await settleWaiting(cards!);
  expect(await Promise.all([card, disputed, bank, usdc, eth, reversed].map((id) => owed(id!)))).toEqual([
    0,
    BILL,
    0,
    0,
    0,
    BILL,
  ]);

  // One property is sold and split, which has to wait for its tax.
  const { owners } = (await server.call(readProperty, { params: { id: sold! } })).body;
  await server.call(
    transferTitle,
    { params: { id: sold! }, body: { from: owners[0]?.holder ?? '', to: { name: 'Ada Quay' }, fraction: whole } },
    { as: clerk },
  );
  const part = (letter: string) => ({
    propertyId: `${sold}-${letter}`,
    address: `8${letter} Year Street`,
    neighborhood: 'Old Harbor',
    propertyType: 'residential' as const,
    squareFootage: 500,
  });
  const split = () =>
    server.call(splitProperty, { params: { id: sold! }, body: { into: [part('A'), part('B')] } }, { as: clerk });
  expect((await split()).problem.code).toBe('registry.tax_owed');
  const body = { amount: BILL, paymentMethod: 'fiat' as const };
  await server.call(payProperty, { params: { propertyId: sold! }, body }, { as: clerk });
  expect((await split()).status).toBe(200);

  // Received money: card, bank, USDC, ETH and the sold property. Everything else is owed.
  const open = 27 * BILL - 5 * BILL;
  expect(await books()).toEqual({
    receivable: open,
    credit: -1234,
    suspense: -5000,
    revenue: -27 * BILL,
    promised: 0,
    expected: 0,
    'clearing:fiat': 2 * BILL,
    'clearing:bank': BILL + 1234 + 5000,
    'clearing:usdc': BILL,
    'clearing:eth': BILL,
  });
  const { stats } = (await server.call(municipalDashboard, {})).body;
  expect(stats).toMatchObject({ totalProperties: PARCELS + 1, totalTaxOwed: open });
  const unbalanced = 'select 1 from book_postings group by block_index having sum(cents) <> 0';
  expect(await server.database.sql(unbalanced)).toEqual([]);

  // Anyone can verify it without trusting the server.
  // Every stored row of the year, and every cent, follows from its blocks.
  expect(
    await rebuildRegistry(server.services.database, { repair: false, timeZone: server.services.city.timeZone }),
  ).toEqual([]);
  await server.publish();
  expect((await server.call(validateChain, {})).body).toMatchObject({ valid: true });
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const verified = await runCairn(['verify', url, '--key', formatVerifierKey(testSigner().key)]);
  expect(verified).toMatchObject({ exitCode: 0, out: expect.stringMatching(/VALID\. All \d+ blocks/) });
});
