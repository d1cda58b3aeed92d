import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { keysOf, openTicket, placing, TradeScreen } from './open-ticket.fixture.tsx';
import { bookOf, marketAnswers, orderOf, pagination, placedOf, propertyId, sharedOf } from './trade.fixture.ts';

const lookingUp = 'POST /api/nft/orders/look-up';
const preview = () => screen.getByRole('region', { name: 'Preview' }).textContent;

afterEach(() => sessionStorage.clear());

test('starts at the best price of the book, and follows it on a change of sides until a price is entered', async () => {
  stubServer(marketAnswers());
  const { user, ticket } = await openTicket();
  const price = ticket.getByLabelText('Price, dollars') as HTMLInputElement;
  expect(price.value).toBe('251');
  await user.click(ticket.getByRole('radio', { name: 'Sell' }));
  expect(price.value).toBe('249.50');
  await user.clear(price);
  await user.type(price, '12.345');
  await user.click(ticket.getByRole('radio', { name: 'Buy' }));
  expect(price.value).toBe('12.345');
  await user.click(ticket.getByRole('button', { name: 'Buy' }));
  expect(
    await ticket.findByText('A cent is the smallest amount: enter at most two decimals, such as 120.50'),
  ).toBeTruthy();
});

/** A market whose newest issue was never sold, with other properties, the last traded one first. */
const marketWith = (traded: readonly string[]): Record<string, Answer> => {
  const price = {
    address: '1 Main Street',
    tokenId: '7',
    lastSalePrice: 5,
    bid: null,
    ask: null,
    spread: 0.75,
    volume: { shares: 3, amount: 750.5 },
  };
  const network = {
    name: 'Local',
    isLocal: true,
    waitingCalls: 0,
    waitingSince: null,
    isPaused: false,
    refusedCalls: 0,
    differences: 0,
  };
  const totals = {
    properties: 2,
    shares: 20,
    holders: 2,
    issuedCents: 100,
    volume: { shares: 0, amount: 0 },
    trades: [],
  };
  const prices = traded.map((id) => ({ ...price, propertyId: id }));
  return { ...marketAnswers(), 'GET /api/nft/market-data': () => json({ ...totals, prices, network }) };
};

test('opens on the last traded property', async () => {
  const issued = { 'GET /api/nft/properties': () => json({ properties: [], pagination: pagination(0) }) };
  const asked = stubServer({ ...marketWith(['HB-0001-001', propertyId]), ...issued });
  await renderApp(<TradeScreen start={{}} />);
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/nft/book/HB-0001-001'));
});

test('choosing another property keeps the focus and empties the ticket', async () => {
  const other = { propertyId: 'HB-0001-001', address: '1 Quay Street' };
  stubServer({
    ...marketAnswers(),
    'GET /api/nft/properties': () => json({ properties: [sharedOf(other)], pagination: pagination(1) }),
    'GET /api/nft/book/HB-0001-001': () => json(bookOf({ ...other, asks: [], bids: [], trades: [], spread: null })),
    'GET /api/nft/candles/HB-0001-001': () => json({ candles: [] }),
  });
  const { user } = await openTicket();
  const property = screen.getByRole('combobox', { name: 'Property' });
  await user.click(property);
  await screen.findByRole('option', { name: /1 Quay Street/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect((property as HTMLInputElement).value).toBe('1 Quay Street'));
  await waitFor(() => expect((screen.getByLabelText('Price, dollars') as HTMLInputElement).value).toBe(''));
  expect(document.activeElement).toBe(property);
  expect(property.isConnected).toBe(true);
});

test('shows the volume of 24 hours, and the spread', async () => {
  stubServer(marketWith([propertyId]));
  await openTicket();
  expect((await screen.findByText('$750.50')).previousSibling?.textContent).toBe('Volume, 24 h');
  expect(screen.getByText('Spread').nextSibling?.textContent).toBe('$1.50');
});

test('asks for a price where the book has none, and says that it is empty', async () => {
  stubServer(marketAnswers({ book: bookOf({ asks: [], bids: [], trades: [], spread: null }) }));
  const { ticket } = await openTicket();
  expect((ticket.getByLabelText('Price, dollars') as HTMLInputElement).value).toBe('');
  expect(screen.getByText('No sales yet')).toBeTruthy();
  expect(screen.getByText('No purchases yet')).toBeTruthy();
});

test('computes from the book the shares that trade and wait, and the missing cash', async () => {
  stubServer(marketAnswers());
  const { user, ticket } = await openTicket();
  expect(await ticket.findByText('$3,000.00')).toBeTruthy();
  expect(preview()).toContain('Waits6 shares, $1,506.00 held');
  expect(ticket.queryByRole('link', { name: 'Add Cash' })).toBeNull();
  await user.clear(ticket.getByLabelText('Price, dollars'));
  await user.type(ticket.getByLabelText('Price, dollars'), '252.50');
  await user.clear(ticket.getByLabelText('Shares'));
  await user.type(ticket.getByLabelText('Shares'), '12');
  expect(preview()).toContain('Trades now10 shares, $251.90 on average');
  expect(preview()).toContain('Waits2 shares, $505.00 held');
  // An offer below the limit may be gone by then: the limit bounds the payment, and the server requires that much.
  expect(preview()).toContain('You likely pay now$2,519.00');
  expect(preview()).toContain('You pay at most$3,030.00');
  expect(preview()).toContain('Of the property1.2%');
  expect(preview()).toContain('Network feeNone to you, ≤ 720,000 gas');
  expect(preview()).toContain('$3,000.00, $30.00 missing');
  expect(ticket.getByRole('link', { name: 'Add Cash' }).getAttribute('href')).toBe('/nft?tab=portfolio');
  await user.click(ticket.getByRole('radio', { name: 'Sell' }));
  expect(preview()).toContain('Trades now0 shares');
  expect(preview()).toContain('Free shares15 shares');
});

test('shows the royalty of shares that trade now and of those that wait, and the proceeds of a sale', async () => {
  stubServer(marketAnswers());
  const { user, ticket } = await openTicket({ side: 'sell' });
  await user.clear(ticket.getByLabelText('Price, dollars'));
  await user.type(ticket.getByLabelText('Price, dollars'), '248');
  expect(preview()).toContain('Trades now3 shares, $249.50 on average');
  expect(preview()).toContain('Royalty2.5%: $18.71 now, $43.40 on the rest');
  expect(preview()).toContain('You likely receive now$729.79');
  expect(preview()).toContain('If all sells, at least$2,418.00');
});

test('takes the price of a row of the book, and gives it the focus', async () => {
  stubServer(marketAnswers());
  const { user, ticket } = await openTicket();
  await user.click(screen.getByRole('button', { name: 'Use $249.50, 3 shares' }));
  const price = ticket.getByLabelText('Price, dollars') as HTMLInputElement;
  expect(price.value).toBe('249.50');
  expect(document.activeElement).toBe(price);
});

test('places an order with Enter, and shows a receipt that has the focus', async () => {
  const sent = stubServer({ ...marketAnswers(), [placing]: () => json(placedOf()) });
  const { user, ticket } = await openTicket();
  await user.type(ticket.getByLabelText('Price, dollars'), '{Enter}');
  expect(await ticket.findByRole('heading', { name: 'Bought 4 of 10 shares' })).toBeTruthy();
  expect(sent.find(({ path }) => path === '/api/nft/trade')?.body).toEqual({
    type: 'buy',
    propertyId,
    shareAmount: 10,
    pricePerShare: 251,
    expirationDays: 7,
    timeInForce: 'GTC',
    postOnly: false,
  });
  expect(ticket.getByText('You paid').parentElement?.textContent).toBe('You paid$1,004.00');
  expect(ticket.getByText(/^6 shares wait at \$251\.00 until/)).toBeTruthy();
  expect(ticket.getByText('On the way')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('Bought 4 of 10 shares');
  expect(ticket.queryByRole('button', { name: 'Buy 10 Shares' })).toBeNull();
  await user.click(ticket.getByRole('button', { name: 'New Order' }));
  expect(document.activeElement).toBe(ticket.getByLabelText('Shares'));
});

test('looks up an unanswered order by its key until the server answers, also after leaving the page', async () => {
  const first = stubServer(marketAnswers());
  const { user, ticket } = await openTicket();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  expect(await ticket.findByText('This order may have been placed')).toBeTruthy();
  expect(await ticket.findByText(/The server does not answer\./)).toBeTruthy();
  expect(screen.queryByText('Trading Failed')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Buy 10 Shares' })).toBeNull();
  document.body.replaceChildren();

  const second = stubServer({ ...marketAnswers(), [lookingUp]: () => json({ answer: placedOf() }) });
  const again = await openTicket();
  expect(await again.ticket.findByRole('heading', { name: 'Bought 4 of 10 shares' })).toBeTruthy();
  expect(keysOf(first)[0]).toMatch(/^\w{16,}$/);
  expect(keysOf(second)).toEqual([]);
  expect(second.filter(({ path }) => path === '/api/nft/orders/look-up').map(({ body }) => body)).toEqual([
    { key: keysOf(first)[0] },
  ]);
});

test('offers the form again, with what was ordered, if an unanswered order was not placed', async () => {
  stubServer({ ...marketAnswers(), [lookingUp]: () => json({ answer: null }) });
  const { user, ticket } = await openTicket();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  expect(await ticket.findByText('Nothing was ordered')).toBeTruthy();
  expect(ticket.getByText(/Buy 10 shares at \$251\.00: this order did not reach the market\./)).toBeTruthy();
  expect(ticket.getByRole('button', { name: 'Buy 10 Shares' })).toBeTruthy();
});

test('shows a refusal at its field, and sends the next order with another key', async () => {
  const message = 'The purchase may cost $2,500.00, and you have $3.00 free.';
  const sent = stubServer({
    ...marketAnswers(),
    [placing]: () => refusal(409, message, [], {}, 'market.not_enough_cash'),
  });
  const { user, ticket } = await openTicket();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  expect(await ticket.findByText(message)).toBeTruthy();
  const shares = ticket.getByLabelText('Shares');
  expect(shares.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(shares);
  expect(await screen.findByText('Trading Failed')).toBeTruthy();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  await waitFor(() => expect(new Set(keysOf(sent)).size).toBe(2));
});

test('sends nothing offline, and shows why', async () => {
  const sent = stubServer(marketAnswers());
  const { user, ticket } = await openTicket();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  expect(await ticket.findByText(/You are offline\. Nothing was sent\./)).toBeTruthy();
  expect(keysOf(sent)).toEqual([]);
  vi.restoreAllMocks();
});

test('keeps each price in its row while the pointer is over the book', async () => {
  const state: { book?: object } = {};
  stubServer(marketAnswers(state));
  const { user, queryClient } = await openTicket();
  const prices = () => screen.getAllByRole('button', { name: /^Use / }).map((button) => button.textContent);
  expect(prices()).toEqual(['$252.50', '$251.00', '$249.50']);
  await user.hover(screen.getByRole('button', { name: 'Use $251.00, 4 shares' }));
  state.book = bookOf({
    asks: [
      { pricePerShare: 250.75, shares: 1, orders: 1 },
      { pricePerShare: 252.5, shares: 9, orders: 2 },
    ],
  });
  await act(() => queryClient.invalidateQueries({ queryKey: ['market'] }));
  expect(await screen.findByText('1 new price waits')).toBeTruthy();
  expect(prices()).toEqual(['$252.50', '$251.00', '$249.50']);
  expect(screen.getByText('Gone')).toBeTruthy();
  await user.unhover(screen.getByRole('button', { name: 'Use $251.00, 0 shares' }));
  await user.hover(document.body);
  await waitFor(() => expect(prices()).toEqual(['$252.50', '$250.75', '$249.50']));
});

test('cancels an order and shows how much of it was traded', async () => {
  const state: { open?: readonly object[] } = { open: [orderOf()] };
  const sent = stubServer({
    ...marketAnswers(state),
    'POST /api/nft/orders/95/cancel': () => {
      state.open = [];
      return json(orderOf({ status: 'canceled', open: 0 }));
    },
  });
  const { user } = await openTicket();
  await user.click(await screen.findByRole('button', { name: 'Cancel: Buy 6 at $251.00' }));
  expect(await screen.findByText('4 of 10 shares were traded.')).toBeTruthy();
  expect(await screen.findByText('No open orders. Place one with the ticket.')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('does not claim that an order is as it was when the answer to its cancellation was lost', async () => {
  const state: { open?: readonly object[] } = { open: [orderOf()] };
  stubServer({
    ...marketAnswers(state),
    'POST /api/nft/orders/95/cancel': () => {
      state.open = [];
      return Promise.reject(new TypeError('Failed to fetch'));
    },
  });
  const { user } = await openTicket();
  await user.click(await screen.findByRole('button', { name: 'Cancel: Buy 6 at $251.00' }));
  expect(await screen.findByText('No Answer')).toBeTruthy();
  expect(screen.queryByText(/The order is as it was/)).toBeNull();
  expect(await screen.findByText('No open orders. Place one with the ticket.')).toBeTruthy();
});

test('cancels all orders, and keeps the focus in their list', async () => {
  const state: { open?: readonly object[] } = { open: [orderOf(), orderOf({ orderId: '96', pricePerShare: 250 })] };
  stubServer({
    ...marketAnswers(state),
    'POST /api/nft/orders/cancel-all': () => {
      state.open = [];
      return json({ canceled: 2 });
    },
  });
  const { user } = await openTicket();
  await user.click(await screen.findByRole('button', { name: 'Cancel All' }));
  const none = await screen.findByText('No open orders. Place one with the ticket.');
  expect(document.activeElement?.contains(none)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('takes the toast about a refused order back with the next order', async () => {
  let isRefused = true;
  stubServer({ ...marketAnswers(), [placing]: () => (isRefused ? refusal(409, 'Not today.') : json(placedOf())) });
  const { user, ticket } = await openTicket();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  const toast = await screen.findByText('Trading Failed', { selector: '[data-state] *' });
  expect(toast).toBeTruthy();
  isRefused = false;
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  expect(await ticket.findByRole('heading', { name: 'Bought 4 of 10 shares' })).toBeTruthy();
  expect(screen.queryByText('Trading Failed')).toBeNull();
});

test('warns of tax owed on the property', async () => {
  stubServer(marketAnswers({ book: bookOf({ taxOwed: 90_000 }) }));
  await openTicket();
  expect(screen.getByText('Property tax owed: $900.00.')).toBeTruthy();
});

test('offers a retry when the book cannot be read', async () => {
  let isDamaged = true;
  const answers = marketAnswers();
  const path = `GET /api/nft/book/${propertyId}`;
  stubServer({
    ...answers,
    [path]: (request) => (isDamaged ? refusal(403, 'Not today.') : (answers[path]?.(request) ?? refusal(500, ''))),
  });
  const { user } = await renderApp(<TradeScreen start={{ property: propertyId }} />);
  expect(await screen.findByText("Couldn't load the order book")).toBeTruthy();
  isDamaged = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Order ticket' })).toBeTruthy();
});

test('reports that a property has no shares', async () => {
  stubServer({
    ...marketAnswers(),
    [`GET /api/nft/book/${propertyId}`]: () => refusal(404, 'Shares not found', [], {}, 'market.token_not_found'),
  });
  await renderApp(<TradeScreen start={{ property: propertyId }} />);
  expect(await screen.findByText(`No shares of ${propertyId}`)).toBeTruthy();
});
