import type { Draft } from '#domains/ledger/server/index.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { Readiness } from '../calls/market-chain.ts';
import type { Order } from './book/order.ts';

/** A holder as a party of a trade: the id of its custody in hex, and its address on the network. */
export type Party = { readonly custody: string; readonly address: `0x${string}` };

/** A request of an account, or of the market itself, to trade. Amounts are integers: shares, and cents. */
export type TradingRequest = { readonly network: Readiness } & (
  | {
      readonly kind: 'place';
      readonly tokenId: number;
      readonly party: Party;
      readonly order: Pick<Order, 'side' | 'shares' | 'price' | 'remainder'>;
      /** How long the order may wait, in seconds. */
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
  /** Moves cash or shares without an order, as the block states (`moves/move-kinds.ts`). */
  | {
      readonly kind: 'move';
      readonly draft: Draft;
      /** Every account that the block names by its address. */
      readonly parties: readonly Party[];
      /** The token whose halt stops it. */
      readonly tokenId?: number;
      /** Further rows that commit with the block of this index. They must not fail because of a concurrent request. */
      readonly rows?: (index: number) => readonly WriteStatement[];
    }
);
