import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { issueShares, listOrders, listShares, readOrderBook, tradeShares } from '#domains/market/contract.ts';
import { confirmPayment, listBills, payBill } from '#domains/registry/contract.ts';
import { registerBilled } from '#tests/support/bills.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { sendCalls } from '../calls/send-calls.ts';
import { problemsOf } from '../comparison.fixture.ts';
import { openMarket } from '../open-market.ts';
import { createTrader, issueOfCity, payIn } from '../traders.fixture.ts';
import { cancelOverdueSales } from './cancel-overdue-sales.ts';

/** A time before the first installment is due, and the time until it is overdue. Sessions live as long. */
const START = '2026-08-29T12:00:00.000Z';
const UNTIL_OVERDUE = 4 * 86_400_000;

const sell = (server: TestServer, as: TestAccount, propertyId: string, shares = 5) =>
  server.call(
    tradeShares,
    { body: { propertyId, type: 'sell', shareAmount: shares, pricePerShare: 2, expirationDays: 90 } },
    { as },
  );

/** Issues shares of a billed property, and sells some to a holder that owes no tax. */
async function prepare(server: TestServer) {
  const [owner, city, ann] = [
    await server.account('resident'),
    await server.account('government'),
    await server.account('shipper'),
  ];
  const { propertyId, billNumber } = await registerBilled(server, owner);
  await server.call(issueShares, { body: { propertyId } }, { as: owner });
  await payIn(server, ann, 1000);
  expect((await sell(server, owner, propertyId, 10)).status).toBe(200);
  const bought = { propertyId, shareAmount: 10, pricePerShare: 2 };
  expect((await server.call(tradeShares, { body: bought }, { as: ann })).body.order.status).toBe('filled');
  return { owner, city, ann, propertyId, billNumber };
}

/** Returns what is owed now, with all charges, in cents. */
async function owed(server: TestServer, as: TestAccount, id: string): Promise<number> {
  const { body } = await server.call(listBills, { params: { id } }, { as });
  return body.bills.reduce((sum, { open }) => sum + open, 0);
}

const bookOf = async (server: TestServer, propertyId: string) =>
  (await server.call(readOrderBook, { params: { propertyId } })).body;

describe.each(['warn', 'halt'] as const)('with the policy to %s', (overdueTax) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({
      clock: createTestClock(START),
      environment: { CAIRN_MARKET_OVERDUE_TAX: overdueTax },
    });
  });
  afterEach(() => server.stop());
  const halts = overdueTax === 'halt';

  test('overdue tax is shown, and the issuer sells unless halted, and again once it is paid', async () => {
    const { owner, city, ann, propertyId, billNumber } = await prepare(server);
    expect((await sell(server, owner, propertyId)).status).toBe(200);
    expect(await bookOf(server, propertyId)).toMatchObject({ taxOverdue: 0, salesHalted: false });

    server.clock.advance(UNTIL_OVERDUE);
    const { taxOwed, taxOverdue, salesHalted } = await bookOf(server, propertyId);
    expect({ isOverdue: taxOverdue > 0 && taxOverdue <= taxOwed, salesHalted }).toEqual({
      isOverdue: true,
      salesHalted: halts,
    });
    const { body } = await server.call(listShares, { query: { search: propertyId } });
    expect(body.properties[0]).toMatchObject({ taxOverdue, salesHalted: halts });

    const sale = await sell(server, owner, propertyId);
    if (halts) expect(sale.problem).toMatchObject({ code: 'market.tax_overdue', status: 409 });
    else expect(sale.status).toBe(200);
    // Holders who bought shares owe no tax.
    expect((await sell(server, ann, propertyId)).status).toBe(200);

    const { body: paid } = await server.call(payBill, {
      params: { billNumber },
      body: { amount: await owed(server, owner, propertyId), paymentMethod: 'bank' },
    });
    const confirmed = await server.call(
      confirmPayment,
      { params: { paymentId: paid.payment.id }, body: {} },
      { as: city },
    );
    expect(confirmed.status).toBe(200);
    expect(await bookOf(server, propertyId)).toMatchObject({ taxOverdue: 0, salesHalted: false });
    expect((await sell(server, owner, propertyId)).status).toBe(200);
  });

  test('open sales of the issuer are canceled only by a halt, and those of others rest', async () => {
    const { owner, ann, propertyId } = await prepare(server);
    const market = openMarket(server.services);
    expect((await sell(server, ann, propertyId)).status).toBe(200);
    expect((await sell(server, owner, propertyId)).status).toBe(200);
    await cancelOverdueSales(market);
    const statusOf = async (as: TestAccount) =>
      (await server.call(listOrders, { query: { propertyId } }, { as })).body.orders[0]?.status;
    expect(await statusOf(owner)).toBe('open');
    server.clock.advance(UNTIL_OVERDUE);
    await Promise.all([cancelOverdueSales(market), cancelOverdueSales(market)]);
    expect(await statusOf(owner)).toBe(halts ? 'canceled' : 'open');
    expect(await statusOf(ann)).toBe('open');
  });

  test('no open sale of the issuer fills once the tax is overdue, even before it is canceled', async () => {
    const { owner, ann, propertyId } = await prepare(server);
    expect((await sell(server, owner, propertyId, 3)).status).toBe(200);
    expect((await sell(server, ann, propertyId, 2)).status).toBe(200);
    server.clock.advance(UNTIL_OVERDUE);
    const ben = await createTrader(server, 1000);
    const bought = { propertyId, shareAmount: 5, pricePerShare: 2 };
    const { body } = await server.call(tradeShares, { body: bought }, { as: ben });
    expect(body.order.filled).toBe(halts ? 2 : 5);
    const [own] = (await server.call(listOrders, { query: { propertyId } }, { as: owner })).body.orders;
    expect(own).toMatchObject({ status: halts ? 'canceled' : 'filled', open: 0 });
    expect((await bookOf(server, propertyId)).asks).toEqual([]);
    await sendCalls({ ...server.services, network: server.services });
    expect(await problemsOf(server)).toEqual([]);
  });

  test('sales are canceled page by page, to the last', async () => {
    const paid = await issueOfCity(server);
    const city = await server.account('government');
    expect((await sell(server, city, paid)).status).toBe(200);
    const { owner, propertyId } = await prepare(server);
    for (const shares of [1, 2, 3]) expect((await sell(server, owner, propertyId, shares)).status).toBe(200);
    server.clock.advance(UNTIL_OVERDUE);
    await cancelOverdueSales(openMarket(server.services), 1);
    const { body } = await server.call(listOrders, { query: { propertyId, status: 'open' } }, { as: owner });
    expect(body.orders).toHaveLength(halts ? 0 : 3);
    expect((await bookOf(server, paid)).asks).toHaveLength(1);
  });
});
