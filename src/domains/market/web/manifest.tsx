import { ChartPie } from 'lucide-react';
import { capabilities } from '#domains/market/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const marketWeb: WebDomain = {
  name: 'market',
  blocks: 'Share market',
  blockWords: {
    'market.cash_received': 'cash received',
    'market.income_declared': 'income declared',
    'market.income_claimed': 'income claimed',
    'market.cash_taken_back': 'cash taken back',
    'market.order_placed': 'order placed',
    'market.orders_closed': 'orders closed',
    'market.shares_withdrawn': 'shares withdrawn',
    'market.shares_returned': 'shares returned',
    'market.shares_arrived': 'shares arrived',
    'market.receiver_allowed': 'receiver allowed',
    'market.issued': 'shares issued',
    'market.deposit_opened': 'deposit opened',
    'market.deposit_completed': 'deposit completed',
    'market.deposit_failed': 'deposit failed',
    'market.deposit_reversed': 'deposit reversed',
    'market.cash_paid_out': 'cash paid out',
    'market.payout_sent': 'payout sent',
    'market.payout_returned': 'payout returned',
  },
  capabilities,
  navigation: [{ label: 'Property shares', to: '/nft', icon: ChartPie, group: 'Market', position: 10 }],
  sendsNothingLater: ['/nft'],
  stale: { refetched: [['market']] },
};
