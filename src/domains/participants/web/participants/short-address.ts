/** Returns the first six and last four characters of an Ethereum address, which people compare. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
