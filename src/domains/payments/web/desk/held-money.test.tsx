import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { HeldMoneyTable } from './held-money.tsx';

const pagination = {
  total: 0,
  totalIsEstimate: false,
  page: 1,
  limit: 20,
  totalPages: 0,
  hasPrev: false,
  hasNext: false,
};
const open = async (suspenseCents: number) => {
  stubServer({
    'GET /api/payments/held': () => json({ money: [], openCents: 0, openFormatted: '$0.00', pagination }),
    'GET /api/payments/statements': () => json({ statements: [], pagination, suspenseCents }),
  });
  await renderApp(<HeldMoneyTable show="open" page={1} onPageChange={() => undefined} />);
  await screen.findByText('No money by card, USDC or ETH is waiting');
};

test('links to waiting money of bank statements', async () => {
  await open(12_345);
  expect(await screen.findByText('$123.45 by bank transfer waits with the bank statements.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Suspense' })).toBeTruthy();
});

test('does not mention bank statements if none of their money waits', async () => {
  await open(0);
  expect(screen.queryByText(/waits with the bank statements/)).toBeNull();
});
