import { issueShares, listShares, readMarketData, readTokenMetadata } from './contract/issues.ts';

export * from './contract/capabilities.ts';
export * from './contract/issues.ts';
export * from './contract/shares.ts';

/** In the order of the API reference. */
export const routes = [listShares, readMarketData, issueShares, readTokenMetadata] as const;
