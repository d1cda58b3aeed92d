import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmDeposit,
  failDeposit,
  requestPayout,
  returnPayout,
  reverseDeposit,
  sendPayout,
} from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { createCash } from './cash.fixture.ts';

const bankAccount = { iban: 'GB82WEST12345698765432', holder: 'Ann Harbor' };
const RUNS = 8;
const ACTS = 60;
const TRADERS = 3;

let server: TestServer;
let cash: ReturnType<typeof createCash>;
let admin: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  cash = createCash(server);
  admin = await server.account('administrator');
});
afterAll(() => server.stop());

const acts = ['deposit', 'confirm', 'fail', 'reverse', 'pay out', 'send', 'return', 'buy', 'sell'] as const;
type Act = { readonly act: (typeof acts)[number]; readonly who: number; readonly cents: number; readonly pick: number };
const anAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.integer({ min: 0, max: TRADERS - 1 }),
  cents: fc.integer({ min: 100, max: 20_000 }),
  pick: fc.nat(1000),
});

/** How often each act succeeded, so that the runs are known to have tried all. */
const succeeded = new Map<string, number>();

test('after any deposits, reversals, payouts, returns and trades, cash and books add up, and nothing is below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: ACTS, maxLength: ACTS }), async (all) => {
      const propertyId = await cash.offer(1000, 5);
      const traders = await Promise.all(Array.from({ length: TRADERS }, () => server.account('shipper')));
      const deposits: string[] = [];
      const payouts: string[] = [];
      for (const as of traders) {
        const { id } = (await cash.deposit(as, 200)).body.payment;
        await server.call(confirmDeposit, { params: { paymentId: id }, body: {} }, { as: admin });
        deposits.push(id);
      }
      // Two at a time, so that acts race.
      for (let n = 0; n < all.length; n += 2)
        await Promise.all(
          all.slice(n, n + 2).map(async ({ act, who, cents, pick }) => {
            const status = await perform(act, traders[who] as TestAccount, {
              cents,
              pick,
              propertyId,
              deposits,
              payouts,
            });
            expect(status).toBeLessThan(500);
            if (status === 200) succeeded.set(act, (succeeded.get(act) ?? 0) + 1);
          }),
        );
      // Money that came in with the last act is carried over with the next deposit of any account.
      await cash.deposit(await server.account('shipper'), 1);
      await requireSums(traders, await Promise.all(traders.map(cash.owedBy)));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect([...succeeded.keys()].toSorted()).toEqual([...acts].toSorted());
});

type World = { cents: number; pick: number; propertyId: string; deposits: string[]; payouts: string[] };

async function perform(act: Act['act'], as: TestAccount, { cents, pick, propertyId, deposits, payouts }: World) {
  const of = (ids: readonly string[], none: string) => ids[pick % Math.max(ids.length, 1)] ?? none;
  const paymentId = of(deposits, 'pay_00000000000000000000');
  const payoutId = of(payouts, 'out_00000000000000000000');
  const body = { reason: 'Random' };
  switch (act) {
    case 'deposit': {
      const answer = await cash.deposit(as, cents / 100);
      if (answer.status === 200) deposits.push(answer.body.payment.id);
      return answer.status;
    }
    case 'confirm':
      return (await server.call(confirmDeposit, { params: { paymentId }, body: {} }, { as: admin })).status;
    case 'fail':
      return (await server.call(failDeposit, { params: { paymentId }, body }, { as: admin })).status;
    case 'reverse': {
      const answer = await server.call(reverseDeposit, { params: { paymentId }, body }, { as: admin });
      if (answer.status === 200) deposits.push(answer.body.payment.id);
      return answer.status;
    }
    case 'pay out': {
      const answer = await server.call(requestPayout, { body: { amount: cents / 200 + 1, ...bankAccount } }, { as });
      if (answer.status === 200) payouts.push(answer.body.payoutId);
      return answer.status;
    }
    case 'send':
      await cash.settle();
      return (await server.call(sendPayout, { params: { payoutId }, body: { bankReference: 'B' } }, { as: admin }))
        .status;
    case 'return':
      return (await server.call(returnPayout, { params: { payoutId }, body }, { as: admin })).status;
    default:
      return (await cash.trade(as, propertyId, act, 1 + (pick % 5), 5)).status;
  }
}

/**
 * Checks that the books, the market's postings, the balances and debts of accounts, and the contract agree to the cent.
 */
async function requireSums(traders: readonly TestAccount[], owed: readonly number[]): Promise<void> {
  expect(await cash.problems()).toEqual([]);
  const [sums] = await server.database.sql<{ cash: number; below: number; outside: number; waiting: number }>(`
    select (select sum(free_cents + held_cents) from market_cash)::float as cash,
      (select count(*) from market_cash where free_cents < 0 or held_cents < 0)::float as below,
      (select coalesce(-sum(amount), 0) from market_postings where custody_id is null and token_id is null)::float as outside,
      (select coalesce(sum(due_cents - moved_cents), 0) from market_deposits)::float as waiting
  `);
  expect(sums?.below).toBe(0);
  expect(sums?.cash).toBe(sums?.outside);
  // The city's debt in its books equals the balances of accounts less their debts.
  expect((await cash.booked('payable:shares')) + (sums?.cash ?? 0) + (sums?.waiting ?? 0)).toBe(0);
  expect((await cash.booked('promised:shares')) + (await cash.booked('expected:bank'))).toBe(0);
  for (const [n, as] of traders.entries()) {
    const { free, held } = await cash.cashOf(as);
    if ((owed[n] ?? 0) > 0) expect(free + held).toBe(0);
    expect(await cash.onChain(as)).toBe(Math.round(free * 100));
  }
}
