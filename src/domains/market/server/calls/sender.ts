/** The purpose of the account that sends the market's calls. */
export const SENDER = 'market';
