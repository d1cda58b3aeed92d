import {
  capabilities,
  issueShares,
  listShares,
  readMarketData,
  readTokenMetadata,
  routes,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { startSending } from './calls/send-calls.ts';
import { startIssuingSamples } from './demo/issue-samples.ts';
import { issueShares as issue } from './issues/issue-shares.ts';
import { listShares as list, readMetadata } from './issues/list-shares.ts';
import { type MarketServices, openMarket } from './open-market.ts';
import { readTotals } from './read-totals.ts';
import { rebuildMarket } from './rebuild-market.ts';

/** Shares of property, and the contracts that publish who holds them. */
export const marketDomain: Domain<MarketServices, Account> = {
  name: 'market',
  tables: ['market_accounts', 'market_calls', 'market_holdings', 'market_issues', 'market_turns'],
  capabilities,
  routes,
  open(services) {
    const market = openMarket(services);
    return {
      mount(mount) {
        mount(listShares, ({ query, caller }) => list(market, query, caller));
        mount(readMarketData, () => readTotals(market));
        mount(issueShares, ({ body, caller, idempotencyKey }) => issue(market, caller, body, idempotencyKey));
        mount(readTokenMetadata, ({ params }) => readMetadata(market, params.tokenId));
      },
      start() {
        const running = [startSending(market), startIssuingSamples(market)];
        return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
      },
      rebuild: (options) => rebuildMarket(market.database, options),
    };
  },
};
