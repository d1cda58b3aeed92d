import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { keysOf, openTicket, placing } from './open-ticket.fixture.tsx';
import { bookOf, marketAnswers, placedOf, propertyId } from './trade.fixture.ts';

afterEach(() => sessionStorage.clear());

test('warns before an order that the account may not buy shares that are not public', async () => {
  stubServer({
    ...marketAnswers({ book: bookOf({ allowPublicTrading: false }) }),
    [`GET /api/nft/receivers/${propertyId}`]: () =>
      json({ allowPublicTrading: false, decidedBy: 'city', mayDecide: false, mayReceive: false, receivers: [] }),
  });
  const { user, ticket } = await openTicket();
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
  const { user, ticket } = await openTicket();
  await user.click(ticket.getByRole('button', { name: 'Buy 10 Shares' }));
  await waitFor(() => expect(keysOf(sent)).toHaveLength(1));
});

test('warns before a sale that overdue tax halts the issuer, who may still buy', async () => {
  const taxed = { taxOwed: 90_000, taxOverdue: 40_000, salesHalted: true };
  const sent = stubServer(marketAnswers({ book: bookOf({ ...taxed, issuedByYou: true }) }));
  const { user, ticket } = await openTicket({ side: 'sell' });
  expect(
    ticket.getByText(/^You issued these shares, .* until \$400\.00 of overdue property tax is paid\.$/),
  ).toBeTruthy();
  await user.type(ticket.getByLabelText('Price, dollars'), '{Enter}');
  expect(keysOf(sent)).toEqual([]);
  await user.click(ticket.getByRole('radio', { name: 'Buy' }));
  expect(ticket.getByRole('button', { name: 'Buy 10 Shares' }).hasAttribute('disabled')).toBe(false);
});
