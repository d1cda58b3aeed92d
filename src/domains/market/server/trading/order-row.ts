import type { CallStatus } from '#domains/market/contract.ts';

/** An order as read by queries, with its call. */
export type OrderRow = {
  order_id: number;
  property_id: string;
  side: 'buy' | 'sell';
  shares: number;
  price_cents: number;
  open: number;
  filled: number;
  traded_cents: number;
  ended: 'filled' | 'canceled' | 'expired' | 'self' | null;
  expires_at: string;
  placed_at: string;
  hash: Buffer;
  state: CallStatus;
};
