import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Portfolio } from './portfolio.tsx';

const show = async (portfolio: object) => {
  stubServer({ 'GET /api/nft/portfolio': () => json(portfolio) });
  await renderApp(<Portfolio />);
};
const holding = (propertyId: string, change: object) => ({
  propertyId,
  tokenId: '7',
  address: `${propertyId} Road`,
  shares: 12,
  held: 2,
  percentage: 1.2,
  lastSalePrice: 250.5,
  value: 3006,
  ...change,
});
const movement = {
  at: '2026-11-23T10:00:00.000Z',
  blockIndex: 95,
  shares: 2,
  propertyId: 'HB-1',
  pricePerShare: 250.5,
};

test('adds up what was sold before, and names what has no price', async () => {
  await show({
    address: `0x${'ab'.repeat(20)}`,
    cash: { free: 1000.25, held: 501 },
    holdings: [
      holding('HB-1', {}),
      holding('HB-2', { shares: 1, held: 0, percentage: 0, lastSalePrice: null, value: null }),
    ],
    movements: [],
  });
  const totals = within(await screen.findByRole('region', { name: 'Your totals' }));
  for (const amount of ['$1,000.25', '$501.00', '$3,006.00']) expect(await totals.findByText(amount)).toBeTruthy();
  expect(totals.getByText('Without 1 property of which none was ever sold')).toBeTruthy();
  const [, first, second] = within(screen.getByRole('region', { name: 'Holdings' })).getAllByRole('row');
  expect(first?.textContent).toContain('1.2%$250.50$3,006.00');
  expect(second?.textContent).toContain('less than 0.1%Never sold–');
  expect(screen.getByRole('link', { name: 'Sell shares of HB-1 Road' }).getAttribute('href')).toContain('side=sell');
});

test('lists two equal trades of one block as two movements, with their signs', async () => {
  await show({
    address: null,
    cash: { free: 0, held: 0 },
    holdings: [],
    movements: [
      { ...movement, type: 'buy', amount: -501 },
      { ...movement, type: 'buy', amount: -501 },
      { ...movement, type: 'royalty', amount: 12.52 },
    ],
  });
  const rows = within(await screen.findByRole('region', { name: 'Movements of cash' })).findAllByRole('row');
  expect((await rows).slice(1).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('-$501.00'),
    expect.stringContaining('-$501.00'),
    expect.stringContaining('+$12.52'),
  ]);
});

test('says what to do without shares and cash', async () => {
  await show({ address: null, cash: { free: 0, held: 0 }, holdings: [], movements: [] });
  expect((await screen.findByRole('link', { name: 'Buy Shares' })).getAttribute('href')).toBe('/nft?tab=trade');
  expect(screen.getByText(/^Cash to trade with is paid in at the city/)).toBeTruthy();
});
