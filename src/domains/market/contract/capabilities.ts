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

export const capabilities = [canIssueShares, canRecordCash] as const;
