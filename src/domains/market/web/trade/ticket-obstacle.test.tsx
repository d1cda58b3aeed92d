import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import type { MarketSearch } from '../market-search.ts';
import { bookOf, marketAnswers, placedOf, propertyId, user as trader } from './trade.fixture.ts';
import { TradeTab } from './trade-tab.tsx';

const placing = 'POST /api/nft/trade';

function Screen({ start }: { start: MarketSearch }) {
  const [search, setSearch] = useState(start);
  return (
    <TradeTab
      user={trader}
      search={search}
      onChange={(next) => setSearch((now) => ({ ...now, ...next }) as MarketSearch)}
    />
  );
}

const open = async (start: MarketSearch = {}) => {
  const app = await renderApp(<Screen start={{ property: propertyId, ...start }} />);
  const ticket = within(await screen.findByRole('region', { name: 'Order ticket' }));
  return { ...app, ticket };
};
const keysOf = (sent: ReturnType<typeof stubServer>) =>
  sent.filter(({ path }) => path === '/api/nft/trade').map(({ headers }) => headers.get('idempotency-key'));

afterEach(() => sessionStorage.clear());

test('says before an order that the account may not buy shares that are not public', async () => {
  stubServer({
    ...marketAnswers({ book: bookOf({ allowPublicTrading: false }) }),
    [`GET /api/nft/receivers/${propertyId}`]: () =>
      json({ allowPublicTrading: false, decidedBy: 'city', mayDecide: false, mayReceive: false, receivers: [] }),
  });
  const { user, ticket } = await open();
  const reason = 'Your account may not buy these shares unless the city allows it.';
  expect(await ticket.findByText(reason)).toBeTruthy();
  const button = ticket.getByRole('button', { name: 'Buy 10 Shares' });
  expect([
    button.hasAttribute('disabled'),
    document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  ]).toEqual([true, reason]);
  await user.click(ticket.getByRole('radio', { name: 'Sell' }));
  expect(ticket.getByRole('button', { name: 'Sell 10 Shares' }).hasAttribute('disabled')).toBe(false);
});

test('lets an account on the list buy', async () => {
  const sent = stubServer({
    ...marketAnswers({ book: bookOf({ allowPublicTrading: false }) }),
    [placing]: () => json(placedOf()),
    [`GET /api/nft/receivers/${propertyId}`]: () =>
      json({ allowPublicTrading: false, decidedBy: 'city', mayDecide: false, mayReceive: true, receivers: [] }),
  });
  const { user, ticket } = await open();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  await waitFor(() => expect(keysOf(sent)).toHaveLength(1));
});

test('says before a sale that overdue tax halts the issuer, who may buy', async () => {
  const taxed = { taxOwed: 90_000, taxOverdue: 40_000, salesHalted: true };
  const sent = stubServer(marketAnswers({ book: bookOf({ ...taxed, issuedByYou: true }) }));
  const { user, ticket } = await open({ side: 'sell' });
  expect(
    ticket.getByText(/^You issued these shares, .* until \$400\.00 of overdue property tax are paid\.$/),
  ).toBeTruthy();
  await user.type(ticket.getByLabelText('Price, dollars'), '{Enter}');
  expect(keysOf(sent)).toEqual([]);
  await user.click(ticket.getByRole('radio', { name: 'Buy' }));
  expect(ticket.getByRole('button', { name: 'Buy 10 Shares' }).hasAttribute('disabled')).toBe(false);
});
