import {
  agreedPrice,
  bestBid,
  cheapestPlan,
  estimateOf,
  lastTrade,
  marketTotal,
  noShares,
  noSubscription,
  planNumber,
  sharesOf,
  tradedToday,
  trialDays,
  usageOf,
} from '../facts/facts-of-market-and-billing.ts';
import type { Question } from '../question.ts';

export const marketAndBilling: readonly Question[] = [
  { ask: 'What is the floor price of shares of 125 Main Street?', states: [sharesOf('125 Main Street', 'floorPrice')] },
  { ask: 'Available shares of HB-0011-002?', states: [sharesOf('125 Main Street', 'availableShares')] },
  { ask: 'last trade of 125 Main Street, how many shares', states: [lastTrade('125 Main Street', 'shares')] },
  { ask: 'total supply of shares for 109 Linden Street', states: [sharesOf('109 Linden Street', 'totalSupply')] },
  { ask: 'into how many shares is 125 Main Street divided?', states: [sharesOf('125 Main Street', 'totalSupply')] },
  {
    ask: 'are shares of 109 Linden Street offered at the moment?',
    states: [noShares('109 Linden Street', 'availableShares')],
  },
  { ask: 'what is the best bid for 125 Main Street?', states: [bestBid('125 Main Street')] },
  { ask: 'number of share holders in the market', states: [marketTotal('holders')] },
  { ask: 'How many shares were traded in the last 24 hours?', states: [tradedToday('shares')] },
  { ask: 'how much is an asset per month on professional', states: [planNumber('professional', 'pricePerAssetMonth')] },
  { ask: 'what does enterprise cost?', states: [agreedPrice('enterprise')] },
  { ask: 'what is the cheapest plan', states: [cheapestPlan] },
  { ask: 'How long is the free trial?', states: [trialDays] },
  {
    ask: 'What would Starter cost for 10 users and 100 assets billed annually?',
    states: [estimateOf('starter', 10, 100, 'annual')],
  },
  { ask: 'Do I have a subscription?', as: 'demo-retailer', states: [noSubscription('demo-retailer')] },
  { ask: 'how many users does our team use right now?', as: 'demo-maker', states: [usageOf('demo-maker', 'users')] },
];
