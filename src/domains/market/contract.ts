import { issueShares, listShares, readMarketData, readTokenMetadata } from './contract/issues.ts';
import {
  cancelOrder,
  cancelOrders,
  listOrders,
  readCandles,
  readOrderBook,
  readPortfolio,
  recordCash,
  tradeShares,
} from './contract/trading.ts';

export * from './contract/amounts.ts';
export * from './contract/capabilities.ts';
export * from './contract/issues.ts';
export * from './contract/shares.ts';
export * from './contract/trading.ts';

/** In the order of the API reference. */
export const routes = [
  listShares,
  readMarketData,
  readOrderBook,
  readCandles,
  issueShares,
  tradeShares,
  listOrders,
  cancelOrder,
  cancelOrders,
  readPortfolio,
  recordCash,
  readTokenMetadata,
] as const;
