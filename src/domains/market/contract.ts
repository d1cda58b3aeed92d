import { recordCash } from './contract/cash.ts';
import {
  confirmDeposit,
  failDeposit,
  giveUpDeposit,
  listAllDeposits,
  listDeposits,
  openDeposit,
  reverseDeposit,
} from './contract/deposits.ts';
import { claimIncome, distributeIncome, listIncome, listOwnIncome } from './contract/income.ts';
import { issueShares, listShares, readMarketData, readTokenMetadata } from './contract/issues.ts';
import { readCandles, readOrderBook } from './contract/order-book.ts';
import { cancelOrder, cancelOrders, listOrders, lookUpOrder, tradeShares } from './contract/orders.ts';
import { listAllPayouts, listPayouts, requestPayout, returnPayout, sendPayout } from './contract/payouts.ts';
import { readPortfolio } from './contract/portfolio.ts';
import { receiverRoutes } from './contract/receivers.ts';
import { readStatement, readStatementCsv, readStatementPdf } from './contract/statement.ts';
import { walletRoutes } from './contract/wallets.ts';
import { withdrawalRoutes } from './contract/withdrawals.ts';

export * from './contract/amounts.ts';
export * from './contract/assistant.ts';
export * from './contract/capabilities.ts';
export * from './contract/cash.ts';
export * from './contract/deposits.ts';
export * from './contract/iban.ts';
export * from './contract/income.ts';
export * from './contract/issues.ts';
export * from './contract/order-book.ts';
export * from './contract/orders.ts';
export * from './contract/payouts.ts';
export * from './contract/portfolio.ts';
export * from './contract/receivers.ts';
export * from './contract/shares.ts';
export * from './contract/statement.ts';
export * from './contract/wallets.ts';
export * from './contract/withdrawals.ts';

/** In the order of the API reference. */
export const routes = [
  listShares,
  readMarketData,
  readOrderBook,
  readCandles,
  issueShares,
  tradeShares,
  lookUpOrder,
  listOrders,
  cancelOrder,
  cancelOrders,
  readPortfolio,
  readStatement,
  readStatementCsv,
  readStatementPdf,
  recordCash,
  distributeIncome,
  listIncome,
  listOwnIncome,
  claimIncome,
  openDeposit,
  listDeposits,
  listAllDeposits,
  confirmDeposit,
  failDeposit,
  giveUpDeposit,
  reverseDeposit,
  ...[requestPayout, listPayouts, listAllPayouts, sendPayout, returnPayout],
  readTokenMetadata,
  ...receiverRoutes,
  ...walletRoutes,
  ...withdrawalRoutes,
] as const;
