import { capability } from '#domains/participants/contract.ts';

/** A resident issues shares of its own property, a government account of any. */
export const canIssueShares = capability({
  name: 'issue shares',
  title: 'Issue shares of property',
  heldBy: ['resident', 'government'],
});

/** For shares that are not public: the issuer and the city decide. */
export const canAllowReceivers = capability({
  name: 'decide who may receive shares',
  title: 'Decide who may receive shares that are not public',
  heldBy: ['resident', 'government'],
});

/** Only administrators handle the money of others: the city's accounts trade in the market themselves. */
export const canHandleCash = capability({
  name: 'handle cash',
  title: 'Confirm deposits of cash for shares, and pay cash out',
  heldBy: ['administrator'],
});

/** Not a government account: it trades for the city, and a wallet belongs to a person. */
export const canBindWallets = capability({
  name: 'bind wallets',
  title: 'Bind wallets and withdraw shares to them',
  heldBy: ['manufacturer', 'shipper', 'retailer', 'other', 'resident'],
});

export const capabilities = [canIssueShares, canAllowReceivers, canHandleCash, canBindWallets] as const;
