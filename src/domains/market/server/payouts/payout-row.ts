import type { CallStatus, PayoutState } from '#domains/market/contract.ts';

/** A stored payout with its account, its call, and the times of its blocks. */
export type PayoutRow = {
  payoutId: string;
  custody: Buffer;
  address: Buffer;
  accountId: string;
  cents: number;
  sealed: Buffer;
  keyId: Buffer;
  ibanEnd: string;
  state: PayoutState;
  note: string | null;
  /** Seconds since 1970, like `decidedAt`. */
  requestedAt: number;
  requestedIndex: number;
  decidedAt: number | null;
  decidedIndex: number | null;
  hash: Buffer;
  callState: CallStatus;
  total: number;
};
