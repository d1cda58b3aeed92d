import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { listShares, readMarketData } from './issues.ts';
import { readOrderBook } from './order-book.ts';
import { listOrders } from './orders.ts';
import { readPortfolio } from './portfolio.ts';

/** Declares the share market tools of the assistant. */
export const tools = {
  read_market: tool(
    readMarketData,
    'Read the market totals',
    'Totals of the share market: properties with shares, holders, volume.',
  ),
  list_shared_properties: tool(
    listShares,
    'List properties with shares',
    'The properties with shares, their supply and last price.',
  ),
  read_order_book: tool(
    readOrderBook,
    'Read an order book',
    'Bids, asks and last trades of the shares of one property.',
  ),
  read_portfolio: tool(readPortfolio, 'Read your portfolio', 'The cash and shares of the signed-in account.'),
  list_share_orders: tool(listOrders, 'List your orders', 'The buy and sell orders of the signed-in account.'),
} as const;

/** The words with which questions refer to shares of properties. */
export const vocabulary = [
  {
    noun: 'share',
    synonyms: ['token', 'nft', 'stake'],
    fields: {
      price: ['price', 'quote', 'cost'],
      holders: ['shareholder'],
      volume: ['volume', 'trading volume', 'turnover'],
      cash: ['cash', 'balance'],
      portfolio: ['portfolio', 'holding'],
      orders: ['order', 'buy order', 'sell order'],
      trades: ['trade'],
      supply: ['supply', 'total supply'],
    },
  },
] as const satisfies Vocabulary;
