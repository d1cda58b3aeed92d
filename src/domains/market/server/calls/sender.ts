/** The purpose of the account in whose sequence the market's calls are. */
export const SENDER = 'market';
