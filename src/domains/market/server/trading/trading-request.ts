import type { Readiness } from '../calls/market-chain.ts';
import type { Order } from './book/order.ts';

/** A holder as trading knows it: the id of its custody in hex, and its address on the network. */
export type Party = { readonly custody: string; readonly address: `0x${string}` };

/** What accounts, and the market itself, ask of trading. Amounts are integers: shares, and cents. */
export type TradingRequest = { readonly network: Readiness } & (
  | {
      readonly kind: 'place';
      readonly tokenId: number;
      readonly party: Party;
      readonly order: Pick<Order, 'side' | 'shares' | 'price' | 'remainder'>;
      /** How long it may wait, in seconds. */
      readonly lasts: number;
    }
  | {
      readonly kind: 'cancel';
      readonly tokenId: number;
      readonly party: Party;
      /** Undefined: all of the party's orders for the token. */
      readonly orderId?: number;
    }
  /** Records that orders have expired. */
  | { readonly kind: 'sweep'; readonly tokenId: number }
  /** Cash that arrived. `source` says from where, once for each. `user` is the account that recorded it, if a person did. */
  | {
      readonly kind: 'receive';
      readonly party: Party;
      readonly cents: number;
      readonly source: string;
      readonly user: string | undefined;
    }
);
