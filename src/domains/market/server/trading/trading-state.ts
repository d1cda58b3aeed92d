import type { AppError } from '#platform/contract/errors.ts';
import type { WriteStatement } from '#platform/server/database/one-statement.ts';
import type { Readiness } from '../calls/market-chain.ts';
import type { Waiting } from '../calls/pause.ts';
import type { Order, Return } from './book/order.ts';
import type { OrderBook } from './book/order-book.ts';
import type { Movement, Royalty } from './book/settlement.ts';
import type { Step } from './step.ts';

/** The shares of a property, with what is needed to judge orders for them. */
export type TokenBook = {
  readonly tokenId: number;
  readonly propertyId: string;
  readonly royalty: Royalty;
  readonly isPublic: boolean;
  readonly minimumPurchase: number;
  readonly book: OrderBook;
  /** Orders that left the book without a request, and are in no block yet: expired, or halted sales. Their escrow is held until then. */
  leaving: readonly Return[];
};

/** The balance of an account in an asset. */
export type Balance = { readonly free: number; readonly held: number };

/** The key of a balance in maps. */
export const balanceKey = (account: string, asset: Movement['asset']): string => `${account} ${asset}`;

export type Posting = Movement & {
  readonly blockIndex: number;
  /** `order`, `trade` or `return` for what orders move, else the action of the block without its namespace. */
  readonly reason: string;
};

/** A trade of a block. */
export type FillRow = {
  readonly blockIndex: number;
  readonly position: number;
  readonly tokenId: number;
  readonly maker: Order;
  readonly taker: Order;
  readonly shares: number;
  readonly price: number;
  readonly royalty: number;
  readonly at: number;
  /** Its step in the calls of the batch. */
  readonly step: number;
};

/** How a batch changes an order. An order that it places is new. */
export type OrderChange = {
  readonly order: Order;
  readonly tokenId: number;
  readonly placed: { readonly at: number; readonly step: number } | undefined;
  filled: number;
  returned: number;
  traded: number;
  ended: 'filled' | Return['why'] | undefined;
};

/** The effects of a batch, after its requests so far. */
export type TradingBatch = {
  readonly tokens: ReadonlyMap<number, TokenBook>;
  /** The balances of the requesting accounts, by `balanceKey`. */
  readonly balances: Map<string, Balance>;
  /** The buyers that may receive shares that are not public, by `balanceKey`. */
  readonly receivers: ReadonlySet<string>;
  /** Tokens whose issuer may not sell, with the overdue tax of the property in cents. */
  readonly overdue: ReadonlyMap<number, number>;
  /** The refusal of all requests while nothing may be signed. */
  readonly stopped: AppError | undefined;
  /** Whether all trading is halted, because the records differ from the network. */
  readonly isHalted: boolean;
  /** Tokens for which they differ, or whose orders differ from their blocks. */
  readonly halted: ReadonlySet<number>;
  /** The oldest call that is not final on the network: since when it waits, and for how many seconds. */
  readonly oldest: Waiting | undefined;
  readonly orders: Map<number, OrderChange>;
  readonly fills: FillRow[];
  readonly postings: Posting[];
  /** Further rows of its moves. */
  readonly rows: WriteStatement[];
  readonly steps: (Step & { readonly blockIndex: number; readonly at: number })[];
  network: Readiness | undefined;
  /** The calls that publish the steps. They are signed before the batch is written. */
  calls: readonly SettleCall[];
  /** The position of the market's next call, and of its next settlement. */
  next: { readonly nonce: number; readonly sequence: number };
};

/** A signed call of the contract for steps of a batch. */
export type SettleCall = {
  readonly nonce: number;
  readonly sequence: number;
  readonly chainId: number;
  readonly blockIndex: number;
  /** Its first step in the batch, and the first of the next call. */
  readonly from: number;
  readonly to: number;
  readonly raw: `0x${string}`;
  readonly hash: `0x${string}`;
};
