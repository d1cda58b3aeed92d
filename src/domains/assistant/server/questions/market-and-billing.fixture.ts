import { startTrial } from '#domains/billing/contract.ts';
import { readOrderBook, tradeShares } from '#domains/market/contract.ts';
import { listProperties } from '#domains/registry/contract.ts';
import type { CallInput, RouteDefinition } from '#platform/contract/route.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import type { AccountName, Accounts } from './demo-accounts.fixture.ts';

/** A property of the demo resident without tax owed. The demo trades its shares, the last time days ago. */
const TRADED = '125 Main Street';

/** Trades shares today, and starts a trial, as the demo does not. */
export async function fillMarketAndBilling(server: TestServer, accounts: Accounts): Promise<void> {
  const post = async <R extends RouteDefinition>(route: R, input: CallInput<R>, as: AccountName) => {
    const { status, text } = await server.call(route, input, { as: accounts[as] });
    if (status >= 400) throw new Error(`${route.path}: ${text}`);
  };
  const [traded] = (await server.call(listProperties, { query: { search: TRADED } })).body.properties;
  if (traded === undefined) throw new Error(`The sample city has no ${TRADED}`);
  const { propertyId } = traded;
  for (const [who, shareAmount] of [
    ['demo-maker', 2],
    ['demo-shipper', 3],
  ] as const) {
    const { asks } = (await server.call(readOrderBook, { params: { propertyId } })).body;
    const [best] = asks;
    if (best === undefined) throw new Error(`Nobody offers shares of ${TRADED}`);
    await post(tradeShares, { body: { propertyId, type: 'buy', shareAmount, pricePerShare: best.pricePerShare } }, who);
  }
  await post(startTrial, { body: { planId: 'starter', userCount: 3, assetCount: 50 } }, 'demo-shipper');
}
