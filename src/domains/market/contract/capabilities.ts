import { capability } from '#domains/participants/contract.ts';

/** A resident issues shares of its own property, a government account of any. */
export const canIssueShares = capability({
  name: 'issue shares',
  title: 'Issue shares of property',
  heldBy: ['resident', 'government'],
});

export const canRecordCash = capability({
  name: 'record cash',
  title: 'Record cash for trading shares',
  heldBy: ['government'],
});

/** Not a government account: it trades for the city, and a wallet belongs to a person. */
export const canBindWallets = capability({
  name: 'bind wallets',
  title: 'Bind wallets and withdraw shares to them',
  heldBy: ['manufacturer', 'shipper', 'retailer', 'other', 'resident'],
});

export const capabilities = [canIssueShares, canRecordCash, canBindWallets] as const;
