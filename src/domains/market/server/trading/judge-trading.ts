import type { Draft } from '#domains/ledger/server/index.ts';
import {
  cannotFillAll,
  mayNotReceive,
  notEnoughCash,
  notEnoughShares,
  OPEN_ORDERS_MAX,
  orderNotFound,
  tokenNotFound,
  tooManyOrders,
  wouldTrade,
} from '#domains/market/contract.ts';
import { AppError, unavailable, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Order, Return } from './book/order.ts';
import type { Refusal } from './book/order-book.ts';
import { escrowOf, movementsOfFill, movementsOfPlacing, movementsOfReturn, royaltyOf } from './book/settlement.ts';
import { judgeMove } from './moves/judge-move.ts';
import { changeOf, notePosting, takeStep } from './note-effects.ts';
import type { TradingRequest } from './trading-request.ts';
import { balanceKey, type TokenBook, type TradingBatch } from './trading-state.ts';

type Position = { readonly index: number; readonly at: number };
/** How many orders of the caller a block canceled. */
export type TradingOutcome = { readonly canceled: number };
type Judged = { readonly draft: Draft; readonly outcome: TradingOutcome };
type Placing = Extract<TradingRequest, { kind: 'place' }>;

/** Expired orders that one block closes. Others are closed by the next. */
const EXPIRED_MAX = 100;
/** Open orders of one book, which is kept in memory. */
const BOOK_MAX = 20_000;

/** Orders that leave the book, as a block states them. */
const statedClosed = (closed: readonly Return[]) =>
  closed.map(({ order, shares, why }) => ({ order: order.orderId, shares, why }));

/**
 * Judges a request, notes its effects in the batch, and returns the draft of its block. A refusal changes nothing but that expired orders
 * have left the book; a later block closes them.
 */
export function judgeTrading(batch: TradingBatch, request: TradingRequest, position: Position): Judged {
  if (batch.isHalted)
    throw new AppError(
      unavailable,
      'Trading is halted: the network and the records differ. The operator has been told.',
    );
  if (request.tokenId !== undefined && batch.halted.has(request.tokenId))
    throw new AppError(
      unavailable,
      'Trading of these shares is halted: the network and the records differ. The operator has been told.',
    );
  if (request.kind === 'move') return { draft: judgeMove(batch, request, position), outcome: { canceled: 0 } };
  const token = batch.tokens.get(request.tokenId);
  if (token === undefined) throw new AppError(tokenNotFound, 'There are no shares of this property.');
  token.expired = [...token.expired, ...token.book.sweep(position.at)];
  if (request.kind === 'place') return { draft: place(batch, token, request, position), outcome: { canceled: 0 } };
  const closing = request.kind === 'cancel' ? requireOrders(token, request) : [];
  if (closing.length === 0 && token.expired.length === 0) throw new NothingToClose();
  const closed = [...takeExpired(token), ...closing.map((order) => token.book.cancel(order))];
  noteClosed(batch, token, closed, position);
  const draft = marketBlockTypes.draft({
    action: 'market.orders_closed',
    property_id: token.propertyId,
    token: token.tokenId,
    closed: statedClosed(closed),
  });
  return { draft, outcome: { canceled: closing.length } };
}

/** There was nothing that a block could state. */
export class NothingToClose extends Error {
  override readonly name = 'NothingToClose';
}

function requireOrders(
  token: TokenBook,
  { party, orderId }: Extract<TradingRequest, { kind: 'cancel' }>,
): readonly Order[] {
  if (orderId === undefined) return token.book.ordersOf(party.custody);
  const order = token.book.find(orderId);
  if (order?.account === party.custody) return [order];
  // It may have expired a moment ago: the block says so.
  if (token.expired.some((one) => one.order.orderId === orderId)) return [];
  throw new AppError(orderNotFound, `You have no open order ${orderId}.`);
}

function place(batch: TradingBatch, token: TokenBook, request: Placing, { index, at }: Position): Draft {
  const { party, lasts } = request;
  const expiresAt = at + lasts * 1000;
  const order: Order = {
    ...request.order,
    orderId: index,
    account: party.custody,
    expiresAt,
    open: request.order.shares,
  };
  requirePermission(token, batch.receivers, order);
  requireFunds(batch, token, order);
  const refusal = token.book.refuses(order);
  if (refusal !== undefined) throw refused(refusal);

  const expired = takeExpired(token);
  noteClosed(batch, token, expired, { index, at });
  const step = takeStep(batch, index, at, {
    name: 'place',
    args: [index, party.address, token.tokenId, order.side === 'sell', order.shares, order.price, expiresAt / 1000],
  });
  batch.orders.set(index, {
    order,
    tokenId: token.tokenId,
    placed: { at, step },
    filled: 0,
    returned: 0,
    traded: 0,
    ended: undefined,
  });
  for (const one of movementsOfPlacing(order, token.tokenId)) notePosting(batch, index, 'order', one);
  const { fills, returned } = token.book.place(order);
  for (const [n, fill] of fills.entries()) noteFill(batch, token, fill, n, { index, at });
  noteClosed(batch, token, returned, { index, at });
  return marketBlockTypes.draft({
    action: 'market.order_placed',
    property_id: token.propertyId,
    token: token.tokenId,
    address: party.address,
    side: order.side,
    shares: order.shares,
    price_cents: order.price,
    remainder: order.remainder,
    expires_at: expiresAt / 1000,
    fills: fills.map(({ maker, taker, shares, price }) => ({
      order: maker.orderId,
      shares,
      price_cents: price,
      royalty_cents: royaltyOf((taker.side === 'sell' ? taker : maker).account, shares * price, token.royalty),
    })),
    closed: statedClosed([...expired, ...returned]),
  });
}

function requirePermission(
  { tokenId, book, isPublic, minimumPurchase }: TokenBook,
  receivers: TradingBatch['receivers'],
  order: Order,
): void {
  if (order.side === 'buy' && !isPublic && !receivers.has(balanceKey(order.account, tokenId)))
    throw new AppError(mayNotReceive, 'Only accounts that the issuer allows may receive these shares.', {
      hint: 'The details of the property say who decides.',
    });
  if (book.size >= BOOK_MAX || book.ordersOf(order.account).length >= OPEN_ORDERS_MAX)
    throw new AppError(tooManyOrders, `At most ${OPEN_ORDERS_MAX} of your orders for a property can be open.`, {
      hint: 'Cancel one first.',
    });
  if (order.side === 'buy' && order.shares < minimumPurchase && order.shares !== sharesOffered(book, order.price))
    throw new AppError(validationFailed, `A purchase is of at least ${minimumPurchase} shares.`, {
      errors: [
        {
          in: 'body',
          pointer: '/shareAmount',
          message: `shareAmount must be at least ${minimumPurchase}, or all that is offered at this price`,
        },
      ],
    });
}

/** Adds up the shares that are offered at a price or below. */
function sharesOffered(book: TokenBook['book'], price: number): number {
  let sum = 0;
  for (const order of book.orders('sell')) if (order.price <= price) sum += order.open;
  return sum;
}

/** An order holds what it may need from the moment it is placed, so that it can always be filled. */
function requireFunds(batch: TradingBatch, token: TokenBook, order: Order): void {
  const { asset, amount } = escrowOf(order, token.tokenId, order.shares);
  const { free = 0 } = batch.balances.get(balanceKey(order.account, asset)) ?? {};
  // What an expired order holds is returned by the same block.
  const back = token.expired
    .slice(0, EXPIRED_MAX)
    .filter((one) => one.order.account === order.account && one.order.side === order.side)
    .reduce((sum, one) => sum + escrowOf(one.order, token.tokenId, one.shares).amount, 0);
  if (free + back >= amount) return;
  throw order.side === 'buy'
    ? new AppError(
        notEnoughCash,
        `The purchase may cost ${formatCents(amount)}, and you have ${formatCents(free + back)} free.`,
        {
          hint: 'Buy fewer shares, or cancel an open purchase.',
        },
      )
    : new AppError(notEnoughShares, `You have ${free + back} shares that no open sale holds.`, {
        hint: 'Sell fewer shares, or cancel an open sale.',
      });
}

const refused = (refusal: Refusal): AppError => {
  switch (refusal) {
    case 'would_trade':
      return new AppError(wouldTrade, 'The order would trade at once. Nothing was placed.', {
        hint: 'Change the price, or leave out postOnly.',
      });
    case 'cannot_fill_all':
      return new AppError(cannotFillAll, 'Fewer shares are offered at this price. Nothing was traded.');
    case 'meets_too_many':
      return new AppError(tooManyOrders, 'The order would trade with more than 90 others.', {
        hint: 'Make it smaller, and place the rest behind it.',
      });
  }
};

function takeExpired(token: TokenBook): readonly Return[] {
  const taken = token.expired.slice(0, EXPIRED_MAX);
  token.expired = token.expired.slice(EXPIRED_MAX);
  return taken;
}

function noteClosed(batch: TradingBatch, token: TokenBook, closed: readonly Return[], { index, at }: Position): void {
  for (const one of closed) {
    takeStep(batch, index, at, { name: 'close', args: [one.order.orderId] });
    const change = changeOf(batch, one.order, token.tokenId);
    change.returned += one.shares;
    change.ended = one.why;
    for (const movement of movementsOfReturn(one, token.tokenId)) notePosting(batch, index, 'return', movement);
  }
}

function noteFill(
  batch: TradingBatch,
  token: TokenBook,
  fill: ReturnType<TokenBook['book']['place']>['fills'][number],
  position: number,
  { index, at }: Position,
): void {
  const { maker, taker, shares, price } = fill;
  const step = takeStep(batch, index, at, { name: 'fill', args: [maker.orderId, taker.orderId, shares] });
  const seller = (taker.side === 'sell' ? taker : maker).account;
  const royalty = royaltyOf(seller, shares * price, token.royalty);
  for (const order of [maker, taker]) {
    const change = changeOf(batch, order, token.tokenId);
    change.filled += shares;
    change.traded += shares * price;
  }
  for (const movement of movementsOfFill(fill, token.tokenId, token.royalty))
    notePosting(batch, index, 'trade', movement);
  batch.fills.push({
    blockIndex: index,
    position,
    tokenId: token.tokenId,
    maker,
    taker,
    shares,
    price,
    royalty,
    at,
    step,
  });
}
