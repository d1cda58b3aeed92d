import type { Draft } from '#domains/ledger/server/index.ts';
import { orderNotFound, tokenNotFound } from '#domains/market/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { allHalted, tokenHalted } from '../calls/halted.ts';
import { marketBlockTypes } from '../market-block-types.ts';
import type { Order, Return } from './book/order.ts';
import { movementsOfFill, movementsOfPlacing, movementsOfReturn, royaltyOf } from './book/settlement.ts';
import { judgeMove } from './moves/judge-move.ts';
import { changeOf, notePosting, takeStep } from './note-effects.ts';
import { LEAVING_MAX, refused, requireFunds, requirePermission } from './require-order.ts';
import type { TradingRequest } from './trading-request.ts';
import type { TokenBook, TradingBatch } from './trading-state.ts';

type Position = { readonly index: number; readonly at: number };
/** The number of the caller's orders that a block canceled. */
export type TradingOutcome = { readonly canceled: number };
type Judged = { readonly draft: Draft; readonly outcome: TradingOutcome };
type Placing = Extract<TradingRequest, { kind: 'place' }>;

/** Orders that leave the book, as a block states them. */
const statedClosed = (closed: readonly Return[]) =>
  closed.map(({ order, shares, why }) => ({ order: order.orderId, shares, why }));

/**
 * Judges a request, notes its effects in the batch, and returns the draft of its block. After a refusal, only expired orders
 * and halted sales have left the book; a later block closes them.
 */
export function judgeTrading(batch: TradingBatch, request: TradingRequest, position: Position): Judged {
  if (batch.stopped !== undefined) throw batch.stopped;
  if (batch.isHalted) throw allHalted();
  if (request.tokenId !== undefined && batch.halted.has(request.tokenId)) throw tokenHalted();
  if (request.kind === 'move') return { draft: judgeMove(batch, request, position), outcome: { canceled: 0 } };
  const token = batch.tokens.get(request.tokenId);
  if (token === undefined) throw new AppError(tokenNotFound, 'This property has no shares.');
  token.leaving = [...token.leaving, ...token.book.sweep(position.at), ...takeHaltedSales(batch, token)];
  if (request.kind === 'place') return { draft: place(batch, token, request, position), outcome: { canceled: 0 } };
  const closing = request.kind === 'cancel' ? requireOrders(token, request) : [];
  if (closing.length === 0 && token.leaving.length === 0) throw new NothingToClose();
  const closed = [...takeLeaving(token), ...closing.map((order) => token.book.cancel(order))];
  noteClosed(batch, token, closed, position);
  const draft = marketBlockTypes.draft({
    action: 'market.orders_closed',
    property_id: token.propertyId,
    token: token.tokenId,
    closed: statedClosed(closed),
  });
  return { draft, outcome: { canceled: closing.length } };
}

/** Signals that there is nothing for a block to state. */
export class NothingToClose extends Error {
  override readonly name = 'NothingToClose';
}

/** Ignores the refusal to cancel an order that was filled or closed meanwhile. Throws any other error. */
export function unlessClosed(error: unknown): void {
  if (!(error instanceof NothingToClose || (error instanceof AppError && error.kind === orderNotFound))) throw error;
}

function requireOrders(
  token: TokenBook,
  { party, orderId }: Extract<TradingRequest, { kind: 'cancel' }>,
): readonly Order[] {
  if (orderId === undefined) return token.book.ordersOf(party.custody);
  const order = token.book.find(orderId);
  if (order?.account === party.custody) return [order];
  // It may have left the book a moment ago: the block then closes it.
  if (token.leaving.some((one) => one.order.orderId === orderId)) return [];
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
  requirePermission(token, batch, order);
  requireFunds(batch, token, order);
  const refusal = token.book.refuses(order);
  if (refusal !== undefined) throw refused(refusal);

  const left = takeLeaving(token);
  noteClosed(batch, token, left, { index, at });
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
    closed: statedClosed([...left, ...returned]),
  });
}

function takeLeaving(token: TokenBook): readonly Return[] {
  const taken = token.leaving.slice(0, LEAVING_MAX);
  token.leaving = token.leaving.slice(LEAVING_MAX);
  return taken;
}

/** Takes the issuer's open sales out of the book while tax halts them, so that none fills. */
function takeHaltedSales({ overdue }: TradingBatch, { tokenId, royalty, book }: TokenBook): Return[] {
  if (!overdue.has(tokenId)) return [];
  const own = book.ordersOf(royalty.issuer).filter(({ side }) => side === 'sell');
  return own.map((order) => book.cancel(order));
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
