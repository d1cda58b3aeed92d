import type { Order, Remainder, Return, Side } from './book/order.ts';
import { OrderBook } from './book/order-book.ts';
import { type Movement, movementsOfFill, movementsOfPlacing, movementsOfReturn, royaltyOf } from './book/settlement.ts';
import type { Move, MoveStep } from './moves/move.ts';
import { moveOf } from './moves/move-kinds.ts';

type Hex = `0x${string}`;

/** A block of the market as stored in its row. */
export type MarketBlock = {
  readonly index: number;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A movement, and the reason stated in its posting. */
type Posted = Movement & { readonly reason: string };

/** The effects of a block. Accounts are addresses in lower case. */
export type Replayed = {
  readonly movements: readonly Posted[];
  readonly fills: readonly { maker: number; taker: number; shares: number; price: number; royalty: number }[];
  readonly steps: readonly MoveStep[];
  readonly problem?: string;
};

/** The state of an order after the replayed blocks. */
export type ReplayedOrder = {
  readonly order: Order;
  readonly tokenId: number;
  filled: number;
  returned: number;
  traded: number;
  ended: string | null;
};

type Stated = {
  readonly fills?: readonly { order: number; shares: number; price_cents: number; royalty_cents: number }[];
  readonly closed?: readonly { order: number; shares: number; why: Return['why'] }[];
};

type Token = {
  readonly royalty: { readonly issuer: string; readonly basisPoints: number };
  readonly isPublic: boolean;
  /** The addresses that may receive shares that are not public. */
  readonly receivers: Set<string>;
  readonly book: OrderBook;
  /** Expired orders that no block has closed yet. */
  readonly expired: Map<number, Return>;
};

/**
 * Replays the blocks of trading, from nothing but their content, and reports each block that does not follow from earlier ones by the rules
 * of the book. Keeps open orders and balances in memory; closed orders go to `onClosed`.
 */
export class TradingReplay {
  readonly open = new Map<number, ReplayedOrder>();
  /** By account, asset and part. */
  readonly balances = new Map<string, number>();
  readonly #tokens = new Map<number, Token>();
  readonly #onClosed: (order: ReplayedOrder) => void;

  constructor(onClosed: (order: ReplayedOrder) => void) {
    this.#onClosed = onClosed;
  }

  #apply(movements: readonly Movement[], reason: string): readonly Posted[] {
    for (const { account, asset, part, amount } of movements) {
      const key = `${account} ${asset} ${part}`;
      const sum = (this.balances.get(key) ?? 0) + amount;
      if (sum === 0) this.balances.delete(key);
      else this.balances.set(key, sum);
    }
    return movements.map((one) => ({ ...one, reason }));
  }

  #close({ order, shares, why }: Return, tokenId: number): readonly Posted[] {
    const kept = this.open.get(order.orderId);
    if (kept !== undefined) {
      kept.returned += shares;
      this.#end(kept, why);
    }
    return this.#apply(movementsOfReturn({ order, shares, why }, tokenId), 'return');
  }

  #end(kept: ReplayedOrder, why: string): void {
    kept.ended = why;
    this.open.delete(kept.order.orderId);
    this.#onClosed(kept);
  }

  /** Closes the orders that a block states, in its sequence, if they have expired or may be canceled. Returns the other stated orders. */
  #closeStated(
    token: Token,
    tokenId: number,
    { closed = [] }: Stated,
    done: Done,
    mayCancel: (order: Order) => boolean,
  ): NonNullable<Stated['closed']> {
    return closed.filter(({ order: id, shares, why }) => {
      const order = token.book.find(id);
      const isCanceled = why === 'canceled' && order?.open === shares && mayCancel(order);
      const left = isCanceled ? token.book.cancel(order) : token.expired.get(id);
      if (left?.why !== why || left.shares !== shares) return true;
      token.expired.delete(id);
      done.steps.push({ name: 'close', args: [id] });
      done.movements.push(...this.#close(left, tokenId));
      return false;
    });
  }

  #place({ index, timestamp, data }: MarketBlock, token: Token, done: Done): string | undefined {
    const tokenId = Number(data['token']);
    const { fills: stated = [] } = data as Stated;
    // Overdue tax may have halted sales of the issuer.
    const isHaltable = ({ side, account }: Order) => side === 'sell' && account === token.royalty.issuer;
    const left = this.#closeStated(token, tokenId, data as Stated, done, isHaltable);
    const order: Order = {
      orderId: index,
      account: String(data['address']),
      side: data['side'] as Side,
      shares: Number(data['shares']),
      price: Number(data['price_cents']),
      remainder: data['remainder'] as Remainder,
      expiresAt: Number(data['expires_at']) * 1000,
      open: Number(data['shares']),
    };
    if (order.side === 'buy' && !token.isPublic && !token.receivers.has(order.account))
      return 'buys for an account that may not receive the shares';
    if (order.expiresAt <= timestamp * 1000) return 'places an order that has expired';
    if (token.book.refuses(order) !== undefined) return 'places an order that the rules refuse';
    const isSale = order.side === 'sell';
    const { expires_at: expires } = data as { expires_at: number };
    const account = order.account as Hex;
    done.steps.push({ name: 'place', args: [index, account, tokenId, isSale, order.shares, order.price, expires] });
    const kept: ReplayedOrder = { order, tokenId, filled: 0, returned: 0, traded: 0, ended: null };
    this.open.set(index, kept);
    done.movements.push(...this.#apply(movementsOfPlacing(order, tokenId), 'order'));
    const { fills, returned } = token.book.place(order);
    for (const fill of fills) {
      const { maker, taker, shares, price } = fill;
      const royalty = royaltyOf((taker.side === 'sell' ? taker : maker).account, shares * price, token.royalty);
      done.fills.push({ maker: maker.orderId, taker: index, shares, price, royalty });
      done.steps.push({ name: 'fill', args: [maker.orderId, index, shares] });
      done.movements.push(...this.#apply(movementsOfFill(fill, tokenId, token.royalty), 'trade'));
      const other = this.open.get(maker.orderId);
      for (const one of [other, kept]) {
        if (one === undefined) continue;
        one.filled += shares;
        one.traded += shares * price;
      }
      if (other !== undefined && maker.open === 0) this.#end(other, 'filled');
    }
    for (const one of returned) {
      done.steps.push({ name: 'close', args: [one.order.orderId] });
      done.movements.push(...this.#close(one, tokenId));
    }
    if (kept.ended === null && order.open === 0) this.#end(kept, 'filled');
    const traded = done.fills.map(({ maker, shares, price, royalty }) => [maker, shares, price, royalty]);
    const told = stated.map((one) => [one.order, one.shares, one.price_cents, one.royalty_cents]);
    if (JSON.stringify(traded) !== JSON.stringify(told)) return 'trades otherwise than the rules';
    const gone = returned.map((one) => [one.order.orderId, one.shares, one.why]);
    const goneTold = left.map(({ order: id, shares, why }) => [id, shares, why]);
    return JSON.stringify(gone) === JSON.stringify(goneTold) ? undefined : 'closes other orders than the rules';
  }

  #closeOrders({ data }: MarketBlock, token: Token, done: Done): string | undefined {
    const [other] = this.#closeStated(token, Number(data['token']), data as Stated, done, () => true);
    return other && `closes order ${other.order}, which has other shares open`;
  }

  #move(action: string, { movements, steps }: Move): Replayed {
    return { movements: this.#apply(movements, action.replace(/^market\./, '')), fills: [], steps };
  }

  /** Returns the problem of a block that took more from an account than it had. What it lacks must have been written into the tables. */
  #findShortfall({ movements }: Replayed): string | undefined {
    const short = movements.find(
      ({ account, asset, part }) => (this.balances.get(`${account} ${asset} ${part}`) ?? 0) < 0,
    );
    return short && `takes more from ${short.account} than is ${short.part}`;
  }

  #changeReceiver({ data }: MarketBlock, { book, receivers }: Token): string | undefined {
    const account = String(data['address']);
    if (data['allowed'] === true) receivers.add(account);
    else receivers.delete(account);
    const isLeft = !receivers.has(account) && book.ordersOf(account).some(({ side }) => side === 'buy');
    return isLeft ? 'removes an account that has an open purchase' : undefined;
  }

  #judge(block: MarketBlock, token: Token, done: Done): string | undefined {
    switch (block.data['action']) {
      case 'market.order_placed':
        return this.#place(block, token, done);
      case 'market.receiver_allowed':
        return this.#changeReceiver(block, token);
      default:
        return this.#closeOrders(block, token, done);
    }
  }

  /** Replays the next block. */
  play(block: MarketBlock): Replayed {
    const done = this.#play(block);
    const problem = done.problem ?? this.#findShortfall(done);
    return problem === undefined ? done : { ...done, problem };
  }

  #play(block: MarketBlock): Replayed {
    const { index, timestamp, data } = block;
    const done: Done = { movements: [], fills: [], steps: [] };
    if (data['action'] === 'market.issued') {
      const royalty = { issuer: String(data['royalty_receiver']), basisPoints: Number(data['royalty_basis_points']) };
      const isPublic = data['public'] === true;
      this.#tokens.set(index, { royalty, isPublic, receivers: new Set(), book: new OrderBook(), expired: new Map() });
      for (const { address, shares } of data['holders'] as { address: string; shares: number }[])
        this.#apply([{ account: address, asset: index, part: 'free', amount: shares }], 'issue');
      return done;
    }
    const move = moveOf(String(data['action']), data);
    if (move !== undefined) return this.#move(String(data['action']), move);
    const token = this.#tokens.get(Number(data['token']));
    if (token === undefined) return { ...done, problem: 'is about shares that no block issued' };
    for (const one of token.book.sweep(timestamp * 1000)) token.expired.set(one.order.orderId, one);
    const problem = this.#judge(block, token, done);
    return problem === undefined ? done : { ...done, problem };
  }
}

type Done = { movements: Posted[]; fills: Replayed['fills'][number][]; steps: Replayed['steps'][number][] };
