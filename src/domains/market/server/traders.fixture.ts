import { issueShares, readPortfolio, recordCash, tradeShares } from '#domains/market/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';
import { registerParcel } from './properties.fixture.ts';

let receipts = 0;

/** Records cash that an account paid in, in dollars. */
export async function payIn(server: TestServer, account: TestAccount, amount: number): Promise<void> {
  receipts += 1;
  const body = { username: account.username, amount, reference: `Fixture ${receipts}` };
  const { status } = await server.call(recordCash, { body }, { as: await server.account('administrator') });
  if (status !== 200) throw new Error(`The cash was not recorded: ${status}`);
}

/** Creates an account with this much cash, in dollars. */
export async function createTrader(server: TestServer, amount = 0): Promise<TestAccount> {
  const account = await server.account('shipper');
  if (amount > 0) await payIn(server, account, amount);
  return account;
}

/** Issues shares of a new property of the city, which holds them all, and returns the property. */
export async function issueOfCity(server: TestServer, more: Record<string, unknown> = {}): Promise<string> {
  const propertyId = await registerParcel(server);
  const as = await server.account('government');
  const { status } = await server.call(issueShares, { body: { propertyId, ...more } }, { as });
  if (status !== 200) throw new Error(`The shares were not issued: ${status}`);
  return propertyId;
}

/** Moves shares from one account to another by a trade of both, at a price in dollars. */
export async function sellTo(server: TestServer, { seller, buyer, propertyId, shares, price }: Sale): Promise<void> {
  const body = { propertyId, shareAmount: shares, pricePerShare: price };
  const offered = await server.call(tradeShares, { body: { ...body, type: 'sell' } }, { as: seller });
  const { status } = await server.call(tradeShares, { body: { ...body, type: 'buy' } }, { as: buyer });
  if (offered.status !== 200 || status !== 200) throw new Error(`The trade failed: ${offered.status}, ${status}`);
}

type Sale = {
  readonly seller: TestAccount;
  readonly buyer: TestAccount;
  readonly propertyId: string;
  readonly shares: number;
  readonly price: number;
};

/** Reads the portfolio of an account. */
export const portfolioOf = async (server: TestServer, as: TestAccount) =>
  (await server.call(readPortfolio, {}, { as })).body;
