import { ChartPie } from 'lucide-react';
import { capabilities } from '#domains/market/contract/capabilities.ts';
import type { WebDomain } from '#platform/web/domain.ts';

export const marketWeb: WebDomain = {
  name: 'market',
  blocks: 'Share market',
  blockWords: { 'market.issued': 'shares issued' },
  capabilities,
  navigation: [{ label: 'Property shares', to: '/nft', icon: ChartPie, group: 'Market', position: 10 }],
  sendsNothingLater: ['/nft'],
  stale: { refetched: [['market']] },
};
