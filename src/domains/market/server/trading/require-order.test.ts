import { expect, test } from 'vitest';
import type { Order } from './book/order.ts';
import { OrderBook } from './book/order-book.ts';
import { requirePermission } from './require-order.ts';

const orderOf = (orderId: number, account: string, price: number): Order => ({
  ...{ orderId, account, price, side: 'buy', shares: 1, open: 1 },
  ...{ remainder: 'rest', expiresAt: Number.MAX_SAFE_INTEGER },
});

test('an order into a full book of 20,000 is refused, and the message says that the book is full', () => {
  const book = new OrderBook();
  const token = {
    ...{ tokenId: 1, propertyId: 'HB-1', isPublic: true, minimumPurchase: 1, leaving: [], book },
    royalty: { issuer: 'city', basisPoints: 0 },
  };
  const allow = (order: Order) => requirePermission(token, { receivers: new Set(), overdue: new Map() }, order);
  for (let n = 0; n < 20_000; n += 1) {
    const order = orderOf(n, `account-${Math.floor(n / 100)}`, 1 + (n % 7));
    if (n >= 19_999) allow(orderOf(n, 'newcomer', 1));
    book.place(order);
  }
  expect(() => allow(orderOf(20_000, 'newcomer', 1))).toThrow('20,000 orders for these shares are open.');
});
