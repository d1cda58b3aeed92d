import { createPublicClient, custom, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareMarket } from '#contracts/artifacts/share-market.gen.ts';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { claimIncome, distributeIncome, listIncome, listOwnIncome, tradeShares } from '#domains/market/contract.ts';
import { endOfDay } from '#domains/registry/server/index.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { problemsAfter, problemsOf } from '../comparison.fixture.ts';
import { openMarket } from '../open-market.ts';
import { createTrader, issueOfCity, payIn, portfolioOf, sellTo } from '../traders.fixture.ts';

let server: TestServer;
let city: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  city = await server.account('government');
});
afterAll(() => server.stop());

const DAY = 86_400_000;
const dayAt = (days: number) => new Date(server.clock() + days * DAY).toISOString().slice(0, 10);
const distribute = (propertyId: string, amount: number, more: Record<string, unknown> = {}, as = city) =>
  server.call(distributeIncome, { body: { propertyId, amount, note: 'Rent', ...more } }, { as });
const own = async (as: TestAccount) => (await server.call(listOwnIncome, { query: {} }, { as })).body;
const claim = (as: TestAccount) => server.call(claimIncome, {}, { as });
const freeCash = async (as: TestAccount) => (await portfolioOf(server, as)).cash.free;

/** Returns a property of whose seven shares three accounts hold three, two and one, and the city one. */
async function sharedBySeveral() {
  const propertyId = await issueOfCity(server, { totalShares: 7 });
  const holders = await Promise.all([createTrader(server, 100), createTrader(server, 100), createTrader(server, 100)]);
  for (const [n, buyer] of holders.entries())
    await sellTo(server, { seller: city, buyer, propertyId, shares: 3 - n, price: 10 });
  await payIn(server, city, 1000);
  return { propertyId, holders: holders as [TestAccount, TestAccount, TestAccount] };
}

describe('income', () => {
  test('is divided exactly to the cent by shares at the record, also those in open sales, and claimed once', async () => {
    const { propertyId, holders } = await sharedBySeveral();
    const [ann, ben, cleo] = holders;
    const offer = { propertyId, type: 'sell' as const, shareAmount: 2, pricePerShare: 500 };
    expect((await server.call(tradeShares, { body: offer }, { as: ben })).status).toBe(200);
    const before = { city: await freeCash(city), ann: await freeCash(ann), ben: await freeCash(ben) };

    const { status, body } = await distribute(propertyId, 100.01);
    expect(status).toBe(200);
    expect(body).toMatchObject({ holders: 4, income: { propertyId, amount: 100.01, note: 'Rent' } });
    expect(await freeCash(city)).toBe(Math.round(before.city * 100 - 10001) / 100);

    // 10,001 cents in sevenths: 4286.14, 2857.43, 1428.71 and 1428.71. The two cents left go to the largest remainders.
    const parts = await Promise.all([ann, ben, cleo, city].map(async (as) => (await own(as)).toClaim));
    expect(parts).toEqual([42.86, 28.57, 14.29, 14.29]);

    // A holder that sells afterwards keeps its part.
    await sellTo(server, { seller: ann, buyer: cleo, propertyId, shares: 3, price: 10 });
    expect((await own(ann)).toClaim).toBe(42.86);

    const answers = await Promise.all([claim(ann), claim(ann), claim(ann)]);
    const blocks = new Set(answers.flatMap((one) => one.body.claimed.map(({ blockIndex }) => blockIndex)));
    expect(blocks.size).toBe(1);
    // The sale brought $30 without the royalty of 75 cents.
    expect(await freeCash(ann)).toBe(Math.round(before.ann * 100 + 2925 + 4286) / 100);
    expect((await claim(ann)).body).toEqual({ claimed: [], toClaim: 0 });
    expect((await own(ann)).income[0]).toMatchObject({ shares: 3, yours: 42.86, claimedBlock: [...blocks][0] });

    await claim(ben);
    expect(await freeCash(ben)).toBe(Math.round(before.ben * 100 + 2857) / 100);
    const { body: listed } = await server.call(listIncome, { params: { propertyId }, query: {} });
    expect(listed.income).toEqual([{ ...body.income, holders: 4, claimed: 71.43 }]);

    expect(await problemsOf(server)).toEqual([]);
    await sendCalls({ ...server.services, network: server.services, clock: server.clock });
    expect(await cashOnNetwork(ann, body.txHash)).toBe(await freeCash(ann));
  });

  test('of an earlier day goes to the holders at the end of that day', async () => {
    const { propertyId, holders } = await sharedBySeveral();
    const day = dayAt(0);
    const [ann, ben, cleo] = holders;
    // In the last second of the day, and in the first one of the next.
    server.clock.advance(endOfDay(day, openMarket(server.services).timeZone) - server.clock());
    await sellTo(server, { seller: ben, buyer: cleo, propertyId, shares: 1, price: 10 });
    server.clock.advance(1000);
    await sellTo(server, { seller: ann, buyer: cleo, propertyId, shares: 3, price: 10 });
    expect((await distribute(propertyId, 70, { recordDate: day })).status).toBe(200);
    expect(await Promise.all(holders.map(async (one) => (await own(one)).toClaim))).toEqual([30, 10, 20]);
    expect((await distribute(propertyId, 70)).status).toBe(200);
    expect(await Promise.all(holders.map(async (one) => (await own(one)).toClaim))).toEqual([30, 20, 70]);
    expect(await problemsOf(server)).toEqual([]);
  });

  test('is refused without cash, by others, for a future day and for one before the issue, and changes nothing', async () => {
    const { propertyId, holders } = await sharedBySeveral();
    const before = await freeCash(city);
    const [ann] = holders;
    const other = await server.account('resident');
    expect((await distribute(propertyId, 10, {}, other)).problem.code).toBe('market.may_not_distribute');
    expect((await distribute(propertyId, 9_999_999)).problem.code).toBe('market.not_enough_cash');
    for (const recordDate of [dayAt(2), dayAt(-400)]) {
      const { status, problem } = await distribute(propertyId, 10, { recordDate });
      expect({ status, problem }).toMatchObject({ status: 400, problem: { errors: [{ pointer: '/recordDate' }] } });
    }
    expect(await freeCash(city)).toBe(before);
    expect((await own(ann)).income).toEqual([]);
  });

  test('counts a trade in the record block itself', async () => {
    const { propertyId, holders } = await sharedBySeveral();
    const [ann, , cleo] = holders;
    await sellTo(server, { seller: ann, buyer: cleo, propertyId, shares: 3, price: 10 });
    const { body } = await distribute(propertyId, 70);
    const [block] = await readBlocksAt(server.services.database, [body.income.recordBlock]);
    expect(block?.data).toMatchObject({ action: 'market.order_placed', fills: [{ shares: 3 }] });
    expect([(await own(ann)).toClaim, (await own(cleo)).toClaim]).toEqual([0, 40]);
  });

  test('a repeated request declares it once', async () => {
    const { propertyId } = await sharedBySeveral();
    const before = await freeCash(city);
    const body = { propertyId, amount: 7, note: 'Rent' };
    const ask = () => server.call(distributeIncome, { body }, { as: city, key: `income-${propertyId}` });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map((one) => one.body.income.incomeId)).size).toBe(1);
    expect(await freeCash(city)).toBe(before - 7);
    for (const amount of [0.29, 1.15, 19.99])
      expect((await distribute(propertyId, amount)).body.income.amount).toBe(amount);
  });

  test.each([
    ['raised', 'cents = cents + 5000', false],
    ['unpaid, without its key', 'claimed_index = null', true],
    ['unpaid under another amount', 'claimed_index = null, cents = cents + 1', true],
  ])('a part that is stored as %s is refused, and nothing is paid', async (_, change, isPaid) => {
    const { propertyId, holders } = await sharedBySeveral();
    const [ann, ben] = holders;
    await distribute(propertyId, 100);
    if (isPaid) expect((await claim(ann)).body.claimed).toHaveLength(1);
    const theirs = `custody_id = (select custody_id from market_accounts where account_id = '${ann.id}')`;
    const [kept] = await server.database.sql<{ cents: number; claimed: number | null }>(
      `select cents::float as cents, claimed_index::float as claimed from market_income_claims where ${theirs}`,
    );
    await server.database.tamper(`update market_income_claims set ${change} where ${theirs}`);
    await server.database.tamper(`delete from idempotency_keys where scope = 'market-income'`);
    const facts = async () => [
      await freeCash(ann),
      await server.database.sql(
        `select (select length from ledger_head) as blocks, (select count(*) from market_calls) as calls,
           (select json_agg(c) from market_income_claims c where ${theirs}) as parts`,
      ),
    ];
    const before = await facts();
    const answer = await claim(ann);
    expect([answer.status, answer.problem.code]).toEqual([503, 'server.unavailable']);
    expect(await facts()).toEqual(before);
    expect((await claim(ben)).body.claimed).toHaveLength(1);
    await server.database.tamper(`update market_income_claims set cents = $1, claimed_index = $2 where ${theirs}`, [
      kept?.cents,
      kept?.claimed,
    ]);
    expect((await claim(ann)).body.claimed).toHaveLength(isPaid ? 0 : 1);
    expect(await problemsOf(server)).toEqual([]);
  });

  test.each([
    'update market_incomes set cents = cents + 100',
    `update market_incomes set note = 'Another'`,
    'update market_income_claims set cents = cents + 1 where claimed_index is null',
    'update market_income_claims set shares = shares + 1',
    'delete from market_income_claims where claimed_index is null',
    'update market_income_claims set claimed_index = null where claimed_index is not null',
    'update market_income_claims set claimed_index = 1 where claimed_index is null',
  ])('the comparison with the blocks finds: %s', async (change) => {
    const { propertyId, holders } = await sharedBySeveral();
    await distribute(propertyId, 100);
    await claim(holders[0]);
    const [, table = ''] = /^(?:update|delete from) (\w+)/.exec(change) ?? [];
    expect((await problemsAfter(server, table, change)).map((one) => one.split(':')[0])).toContain(table);
    expect(await problemsOf(server)).toEqual([]);
  });
});

/** Reads the cash of an account from the contract that a call went to, in dollars. */
async function cashOnNetwork(account: TestAccount, call: string): Promise<number> {
  const client = createPublicClient({ transport: custom(server.services.chain) });
  const { to: market } = await client.getTransaction({ hash: call as Hex });
  if (market === null) throw new Error('The call creates a contract');
  const { address } = await portfolioOf(server, account);
  const args = [address as Hex] as const;
  const units = await client.readContract({ address: market, abi: shareMarket.abi, functionName: 'cashOf', args });
  return Number(units) / 1e6;
}
