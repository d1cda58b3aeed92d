import { startTrial } from '#domains/billing/contract.ts';
import { issueShares, recordCash, tradeShares } from '#domains/market/contract.ts';
import { listProperties } from '#domains/registry/contract.ts';
import type { CallInput, RouteDefinition } from '#platform/contract/route.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import type { AccountName, Accounts } from './demo-accounts.fixture.ts';

/** A property of the demo resident without tax owed, whose shares are traded, and one of others, whose shares are only issued. */
const TRADED = '125 Main Street';
const ISSUED = '109 Linden Street';

type Order = readonly [who: AccountName, type: 'buy' | 'sell', shareAmount: number, pricePerShare: number];

/** Two purchases meet the first sale; the rest stays in the book. */
const orders: readonly Order[] = [
  ['demo-resident', 'sell', 20, 130],
  ['demo-resident', 'sell', 15, 142.5],
  ['demo-maker', 'buy', 5, 130],
  ['demo-shipper', 'buy', 8, 131],
  ['demo-retailer', 'buy', 10, 110],
  ['demo-retailer', 'buy', 4, 104.25],
];

/** Trades shares and starts a trial, as the demo does once it runs. */
export async function fillMarketAndBilling(server: TestServer, accounts: Accounts): Promise<void> {
  const post = async <R extends RouteDefinition>(route: R, input: CallInput<R>, as: AccountName) => {
    const { status, text } = await server.call(route, input, { as: accounts[as] });
    if (status >= 400) throw new Error(`${route.path}: ${text}`);
  };
  const idOf = async (search: string) => {
    const [found] = (await server.call(listProperties, { query: { search } })).body.properties;
    if (found === undefined) throw new Error(`The sample city has no ${search}`);
    return found.propertyId;
  };
  const [traded, issued] = [await idOf(TRADED), await idOf(ISSUED)];
  await post(issueShares, { body: { propertyId: traded, totalShares: 500, sharePrice: 120 } }, 'demo-resident');
  await post(issueShares, { body: { propertyId: issued, totalShares: 1000, royaltyPercentage: 5 } }, 'demo-government');
  for (const username of ['demo-maker', 'demo-shipper', 'demo-retailer'])
    await post(
      recordCash,
      { body: { username, amount: 5000, reference: `Receipt of ${username.slice(5)}` } },
      'demo-admin',
    );
  for (const [who, type, shareAmount, pricePerShare] of orders)
    await post(tradeShares, { body: { propertyId: traded, type, shareAmount, pricePerShare } }, who);
  await post(startTrial, { body: { planId: 'starter', userCount: 3, assetCount: 50 } }, 'demo-shipper');
}
