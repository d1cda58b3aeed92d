import {
  cannotFillAll,
  mayNotReceive,
  notEnoughCash,
  notEnoughShares,
  OPEN_ORDERS_MAX,
  taxOverdue,
  tooManyOrders,
  wouldTrade,
} from '#domains/market/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Order } from './book/order.ts';
import type { Refusal } from './book/order-book.ts';
import { escrowOf } from './book/settlement.ts';
import { balanceKey, type TokenBook, type TradingBatch } from './trading-state.ts';

/** The most expired orders and halted sales that one block closes. The next block closes the others. */
export const LEAVING_MAX = 100;
/** The most open orders of one book, which is kept in memory. */
const BOOK_MAX = 20_000;

/**
 * Requires that the account may place an order for these shares now. Holders who bought shares owe no tax, so they may always sell.
 *
 * @throws AppError `market.may_not_receive`, `market.tax_overdue`, `market.too_many_orders`, `request.invalid`
 */
export function requirePermission(
  { tokenId, propertyId, royalty, book, isPublic, minimumPurchase }: TokenBook,
  { receivers, overdue }: Pick<TradingBatch, 'receivers' | 'overdue'>,
  order: Order,
): void {
  const cents = order.side === 'sell' && order.account === royalty.issuer ? overdue.get(tokenId) : undefined;
  if (cents !== undefined)
    throw new AppError(taxOverdue, `${formatCents(cents)} of property tax on ${propertyId} is overdue.`, {
      hint: 'The issuer can sell once it is paid. Purchases, and open orders of others, continue.',
    });
  if (order.side === 'buy' && !isPublic && !receivers.has(balanceKey(order.account, tokenId)))
    throw new AppError(mayNotReceive, 'Only accounts that the issuer allows may receive these shares.', {
      hint: 'The details of the property show who decides.',
    });
  if (book.size >= BOOK_MAX)
    throw new AppError(tooManyOrders, `${BOOK_MAX.toLocaleString('en-US')} orders for these shares are open.`, {
      hint: 'Try again once some of them have traded, expired or been canceled.',
    });
  if (book.ordersOf(order.account).length >= OPEN_ORDERS_MAX)
    throw new AppError(tooManyOrders, `At most ${OPEN_ORDERS_MAX} of your orders for a property can be open.`, {
      hint: 'Cancel one first.',
    });
  if (order.side === 'buy' && order.shares < minimumPurchase && order.shares !== sharesOffered(book, order))
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

/** Adds up the shares that other accounts offer to a purchase. Counting its own sale would let an account buy as little as it likes. */
function sharesOffered(book: TokenBook['book'], { account, price }: Order): number {
  let sum = 0;
  for (const sale of book.orders('sell')) if (sale.price <= price && sale.account !== account) sum += sale.open;
  return sum;
}

/**
 * Requires the cash or shares that an order holds from the moment it is placed, so that it can always be filled.
 *
 * @throws AppError `market.not_enough_cash`, `market.not_enough_shares`
 */
export function requireFunds(batch: TradingBatch, token: TokenBook, order: Order): void {
  const { asset, amount } = escrowOf(order, token.tokenId, order.shares);
  const { free = 0 } = batch.balances.get(balanceKey(order.account, asset)) ?? {};
  // The same block returns what leaving orders hold.
  const back = token.leaving
    .slice(0, LEAVING_MAX)
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

/** Returns the error for the book's refusal of an order. */
export const refused = (refusal: Refusal): AppError => {
  switch (refusal) {
    case 'would_trade':
      return new AppError(wouldTrade, 'The order would trade immediately. Nothing was placed.', {
        hint: 'Change the price, or leave out postOnly.',
      });
    case 'cannot_fill_all':
      return new AppError(cannotFillAll, 'Fewer shares are offered at this price. Nothing was traded.');
    case 'meets_too_many':
      return new AppError(tooManyOrders, 'The order would trade with more than 90 others.', {
        hint: 'Place a smaller order first, then the rest.',
      });
  }
};
