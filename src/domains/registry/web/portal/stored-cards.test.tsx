import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StoredCard } from '#domains/payments/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { paymentMethods } from '../payments/payments.fixture.ts';
import { StoredCards } from './stored-cards.tsx';

const id = 'crd_0123456789abcdefghij';
const card: StoredCard = {
  id,
  state: 'ready',
  label: 'Visa ending in 4242',
  url: null,
  addedAt: '2026-07-01T12:00:00Z',
};

test('removes a card only after a confirmation that names the autopays that end', async () => {
  const sent = stubServer({
    'GET /api/payments/methods': () => json(paymentMethods),
    [`DELETE /api/payments/stored-cards/${id}`]: () => json({ removed: true }),
  });
  const { user } = await renderApp(<StoredCards cards={[card]} page="portal" endsWith={() => ['269 Main Street']} />);
  await user.click(screen.getByRole('button', { name: 'Remove Visa ending in 4242' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Visa ending in 4242?' }));
  expect(dialog.getByText('269 Main Street')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove Visa ending in 4242' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove card' }));
  await expect.poll(() => sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});
