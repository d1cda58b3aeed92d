import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { openTicket, placing } from './open-ticket.fixture.tsx';
import { marketAnswers, orderOf, placedOf } from './trade.fixture.ts';

afterEach(() => sessionStorage.clear());

test('a receipt follows its order: later trades, waiting shares, and canceled shares', async () => {
  const state: { open?: readonly object[]; closed?: readonly object[] } = { open: [orderOf()] };
  stubServer({ ...marketAnswers(state), [placing]: () => json(placedOf()) });
  const { user, ticket, queryClient } = await openTicket();
  await user.type(ticket.getByLabelText('Price, dollars'), '{Enter}');
  expect(await ticket.findByText(/^6 shares wait at \$251\.00 until/)).toBeTruthy();
  state.open = [orderOf({ filled: 7, open: 3 })];
  await act(() => queryClient.invalidateQueries({ queryKey: ['market'] }));
  expect(await ticket.findByText(/^3 shares traded since, at \$251\.00\. 3 shares wait at/)).toBeTruthy();
  expect(ticket.getByRole('heading', { name: 'Bought 7 of 10 shares' })).toBeTruthy();
  state.open = [];
  state.closed = [orderOf({ filled: 7, open: 0, tradedFor: 1757, status: 'canceled' })];
  await act(() => queryClient.invalidateQueries({ queryKey: ['market'] }));
  expect(await ticket.findByText('3 shares traded since, at $251.00. 3 shares were canceled.')).toBeTruthy();
  expect(await screen.findByText('Bought 7 of 10 for $1,757.00')).toBeTruthy();
});
