import {
  cancelOrder,
  cancelOrders,
  capabilities,
  claimIncome,
  distributeIncome,
  issueShares,
  listIncome,
  listOrders,
  listOwnIncome,
  listShares,
  lookUpOrder,
  readCandles,
  readMarketData,
  readOrderBook,
  readPortfolio,
  readStatement,
  readStatementCsv,
  readStatementPdf,
  readTokenMetadata,
  recordCash,
  routes,
  tools,
  tradeShares,
  vocabulary,
} from '#domains/market/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { startReconciling } from './calls/reconcile.ts';
import { startSending } from './calls/send-calls.ts';
import { planMarket } from './demo/demo-steps.ts';
import { startCarrying } from './deposits/carry-over.ts';
import { mountDeposits } from './deposits/mount-deposits.ts';
import { claim } from './income/claim-income.ts';
import { distribute } from './income/distribute-income.ts';
import { listIncomeOf, listIncomeOfCaller } from './income/read-income.ts';
import { issueShares as issue } from './issues/issue-shares.ts';
import { listShares as list, readMetadata } from './issues/list-shares.ts';
import { type MarketServices, openMarket } from './open-market.ts';
import { mountPayouts } from './payouts/mount-payouts.ts';
import { readTotals } from './read-totals.ts';
import { rebuildMarket } from './rebuild-market.ts';
import { mountReceivers } from './receivers/mount-receivers.ts';
import { exportStatement, printStatement } from './statement/print-statement.ts';
import { readStatementOf } from './statement/read-statement.ts';
import { startCancelingOverdueSales } from './trading/cancel-overdue-sales.ts';
import { lookUp } from './trading/look-up-order.ts';
import { listOwnOrders } from './trading/orders.ts';
import { readPortfolioOf } from './trading/portfolio.ts';
import { readBook, readCandlesOf } from './trading/read-order-book.ts';
import { recordPaidIn } from './trading/record-cash.ts';
import { startComparingWithBlocks } from './trading/start-comparing.ts';
import { startSweeping } from './trading/sweep-expired.ts';
import { cancel, cancelAll, trade } from './trading/trade.ts';
import { startFollowingWallets } from './wallets/follow-wallets.ts';
import { mountWallets } from './wallets/mount-wallets.ts';

/** Shares of property, and the contracts that publish their holders. */
export const marketDomain: Domain<MarketServices, Account> = {
  name: 'market',
  tools,
  vocabulary,
  tables: [
    ...[
      'market_accounts',
      'market_call_attempts',
      'market_calls',
      'market_cash',
      'market_deposits',
      'market_fills',
      'market_halts',
      'market_holdings',
      'market_income_claims',
      'market_incomes',
      'market_issues',
      'market_orders',
      'market_payouts',
    ],
    ...['market_postings', 'market_turns'],
    ...['market_receivers', 'market_wallet_log', 'market_wallet_messages', 'market_wallets'],
    ...['market_arrivals', 'market_scans', 'market_withdrawals'],
  ],
  capabilities,
  routes,
  open(services) {
    const market = openMarket(services);
    return {
      mount(mount) {
        mount(listShares, ({ query, caller }) => list(market, query, caller));
        mount(readMarketData, () => readTotals(market));
        mount(issueShares, ({ body, caller, idempotencyKey }) => issue(market, caller, body, idempotencyKey));
        mount(tradeShares, ({ body, caller, idempotencyKey }) => trade(market, caller, body, idempotencyKey));
        mount(lookUpOrder, ({ body, caller }) => lookUp(market, caller, body.key));
        mount(cancelOrder, ({ params, caller }) => cancel(market, caller, params.orderId));
        mount(cancelOrders, ({ body, caller }) => cancelAll(market, caller, body.propertyId));
        mount(listOrders, ({ query, caller }) => listOwnOrders(market, caller, query));
        mount(readOrderBook, ({ params, caller }) => readBook(market, params.propertyId, caller));
        mount(readCandles, ({ params, query }) => readCandlesOf(market, params.propertyId, query.interval));
        mount(readPortfolio, ({ caller }) => readPortfolioOf(market, caller));
        mount(recordCash, ({ body, caller }) => recordPaidIn(market, caller, body));
        mount(readStatement, ({ query, caller }) => readStatementOf(market, caller, query));
        mount(readStatementCsv, ({ query, caller }) => exportStatement(market, caller, query));
        mount(readStatementPdf, ({ query, caller, signal }) => printStatement(market, caller, query, signal));
        mount(distributeIncome, ({ body, caller, idempotencyKey }) => distribute(market, caller, body, idempotencyKey));
        mount(listIncome, ({ params, query }) => listIncomeOf(market, params.propertyId, query));
        mount(listOwnIncome, ({ query, caller }) => listIncomeOfCaller(market, caller, query));
        mount(claimIncome, ({ caller }) => claim(market, caller));
        mountDeposits(mount, market);
        mountPayouts(mount, market);
        mount(readTokenMetadata, ({ params }) => readMetadata(market, params.tokenId));
        mountReceivers(mount, market);
        mountWallets(mount, market);
      },
      start() {
        const running = [
          startSending(market),
          startReconciling(market),
          startComparingWithBlocks(market),
          startSweeping(market),
          startCancelingOverdueSales(market),
          startFollowingWallets(market),
          startCarrying(market),
        ];
        return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
      },
      rebuild: (options) => rebuildMarket({ ...services, database: market.database }, options),
      demoSteps: (world) => planMarket(market, world),
    };
  },
};
