import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { listIncome, listOwnIncome } from './income.ts';
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
  list_income: tool(
    listIncome,
    'List distributed income',
    'What was distributed to the holders of the shares of a property.',
  ),
  list_own_income: tool(
    listOwnIncome,
    'List your income',
    'What the signed-in account got, or can claim, of distributed income.',
  ),
  list_share_orders: tool(listOrders, 'List your orders', 'The buy and sell orders of the signed-in account.'),
} as const;

/** The words with which questions refer to shares of properties. */
export const vocabulary = [
  {
    noun: 'share',
    synonyms: ['token', 'nft', 'stake', 'property share', 'property token', 'fraction', 'fractional share'],
    fields: {
      price: ['price', 'quote', 'cost', 'share price', 'current price', 'price per share', 'trading at', 'trade at'],
      last: [
        ...[
          'last price',
          'last sale price',
          'last sale',
          'last sold',
          'last traded price',
          'last sell',
          'last sold for',
        ],
        ...[
          'latest price',
          'last paid',
          'last traded',
          'market price',
          'last trade price',
          'most recent price',
          'last sales price',
        ],
      ],
      floor: [
        ...[
          'floor price',
          'floor',
          'cheapest offer',
          'lowest offer',
          'lowest ask',
          'best ask',
          'cheapest share',
          'ask price',
        ],
        ...[
          'asking price',
          'lowest price',
          'lowest asking price',
          'cheapest price',
          'ask',
          'best offer',
          'cheapest ask',
        ],
      ],
      bid: ['bid', 'best bid', 'highest bid', 'bid price', 'highest offer to buy', 'best buy order', 'top bid'],
      spread: ['spread', 'bid ask spread', 'bid-ask spread', 'gap between bid and ask'],
      available: [
        ...[
          'for sale',
          'on offer',
          'on sale',
          'available',
          'offered',
          'available share',
          'offer',
          'up for sale',
          'to buy',
        ],
      ],
      supply: ['supply', 'total supply', 'issued', 'outstanding', 'in circulation', 'circulation', 'exist', 'existing'],
      cap: ['market cap', 'market capitalization', 'market capitalisation', 'capitalization', 'capitalisation', 'cap'],
      holders: [
        ...[
          'shareholder',
          'holder',
          'holder of shares',
          'share holder',
          'hold',
          'held',
          'holding address',
          'token holder',
        ],
      ],
      volume: [
        ...[
          'volume',
          'trading volume',
          'turnover',
          'traded volume',
          'traded',
          'sales volume',
          'trade volume',
          'traded today',
        ],
      ],
      trades: [
        'trade',
        'last trade',
        'recent trade',
        'transaction',
        'sale',
        'trade history',
        'sold',
        'sell',
        'traded share',
      ],
      book: ['order book', 'orderbook', 'depth', 'bids and asks', 'market depth', 'bids'],
      cash: [
        ...['cash', 'cash balance', 'free cash', 'balance', 'money', 'buying power', 'available cash', 'usable cash'],
        ...['cash on hand', 'available balance', 'funds'],
      ],
      held: [
        ...[
          'held cash',
          'cash held',
          'tied up',
          'reserved',
          'blocked',
          'locked',
          'held for orders',
          'cash tied up',
          'locked up',
        ],
      ],
      portfolio: ['portfolio', 'holding', 'holdings', 'position', 'own', 'invested', 'investment', 'portfolio value'],
      orders: [...['order', 'buy order', 'sell order', 'limit order', 'purchase order', 'share order', 'purchase']],
      income: [
        ...[
          'income',
          'dividend',
          'distribution',
          'payout',
          'rent income',
          'income distribution',
          'distributed',
          'rent',
        ],
        ...['yield', 'claim', 'claimable', 'distributed income'],
      ],
      royalty: ['royalty', 'royalty percentage', 'issuer fee', 'royalty rate', 'issuer share', 'royalties'],
      issue: [
        'issue price',
        'initial price',
        'issuing price',
        'offering price',
        'original price',
        'first price',
        'ipo price',
      ],
      minimum: ['minimum purchase', 'minimum order', 'minimum buy', 'smallest purchase', 'minimum number'],
      issued: ['issue date', 'date of issue', 'tokenized', 'tokenised', 'fractionalized', 'issuance'],
      public: ['public', 'open to everybody', 'publicly traded', 'public trading', 'restricted'],
    },
    values: {
      side: {
        buy: ['buy side', 'buying'],
        sell: ['sell side', 'selling'],
      },
      stage: {
        open: ['open', 'pending', 'unfilled', 'working'],
        closed: ['closed', 'filled', 'completed', 'canceled', 'cancelled', 'expired', 'executed'],
      },
    },
    weak: [
      ...['floor', 'ask', 'offer', 'offered', 'available', 'on offer', 'to buy', 'issued', 'outstanding'],
      ...['exist', 'existing', 'holder', 'hold', 'held', 'sale', 'sold', 'sell', 'transaction'],
      ...['traded', 'balance', 'money', 'funds', 'tied up', 'reserved', 'blocked', 'locked', 'locked up'],
      ...['position', 'own', 'invested', 'purchase', 'distribution', 'distributed', 'rent', 'yield', 'claim'],
      ...['public', 'restricted', 'buying', 'selling', 'open', 'closed', 'filled', 'pending', 'completed'],
      ...['canceled', 'cancelled', 'expired', 'executed', 'working', 'unfilled', 'cap', 'depth', 'fraction'],
      ...[
        'supply',
        'cost',
        'last sale',
        'last sell',
        'last sold',
        'last sold for',
        'last paid',
        'latest price',
        'issued',
      ],
    ],
  },
] as const satisfies Vocabulary;
