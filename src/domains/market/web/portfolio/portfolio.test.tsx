import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Portfolio } from './portfolio.tsx';

const show = async (portfolio: object, answers: Readonly<Record<string, Answer>> = {}) => {
  const wallets = { wallets: [], log: [], network: { name: 'Local ledger chain', chainId: 7, isLocal: true } };
  stubServer({
    'GET /api/nft/portfolio': () => json(portfolio),
    'GET /api/nft/wallets': () => json(wallets),
    'GET /api/nft/withdrawals': () =>
      json({
        ...{ withdrawals: [], arrivals: [], balances: [], sendBackTo: null, contractAddress: null },
        network: { name: 'Local ledger chain', isLocal: true, confirmations: 1 },
      }),
    'GET /api/nft/cash/deposits': () => json({ deposits: [], owed: 0, pagination }),
    'GET /api/nft/cash/payouts': () => json({ payouts: [], pagination }),
    ...answers,
  });
  await renderApp(<Portfolio user={{ id: 'account-1', username: 'ann', role: 'resident' } as User} />);
};
const pagination = {
  total: 0,
  totalIsEstimate: false,
  page: 1,
  limit: 25,
  totalPages: 0,
  hasPrev: false,
  hasNext: false,
};
const empty = { address: null, cash: { free: 0, held: 0 }, holdings: [], movements: [] };
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
  address: 'HB-1 Road',
  pricePerShare: 250.5,
};

test('adds up holdings with a last price and the cost of lots, and marks those without a price or cost', async () => {
  const lot = (propertyId: string, shares: number, cost: number | null) => ({
    ...{ propertyId, shares, cost, acquiredAt: movement.at },
  });
  const statement = {
    ...{ from: '2026-11-23', to: '2026-11-23', address: null, cash: { opening: 0, closing: 0 }, gain: 0 },
    ...{ movements: [], sales: [], lots: [lot('HB-1', 10, 1000.5), lot('HB-1', 2, 300), lot('HB-2', 1, null)] },
  };
  await show(
    {
      address: `0x${'ab'.repeat(20)}`,
      cash: { free: 1000.25, held: 501 },
      holdings: [
        holding('HB-1', {}),
        holding('HB-2', { shares: 1, held: 0, percentage: 0, lastSalePrice: null, value: null }),
      ],
      movements: [],
    },
    { 'GET /api/nft/statement': () => json(statement) },
  );
  const totals = within(await screen.findByRole('region', { name: 'Your totals' }));
  for (const amount of ['$1,000.25', '$501.00', '$3,006.00']) expect(await totals.findByText(amount)).toBeTruthy();
  expect(totals.getByText('Without 1 property of which no share was ever sold')).toBeTruthy();
  await screen.findByText('$1,300.50');
  const [, first, second] = within(screen.getByRole('region', { name: 'Holdings' })).getAllByRole('row');
  expect(first?.textContent).toContain('HB-112$1,300.50$3,006.00$250.501.2%');
  expect(second?.textContent).toContain('Not known–Never soldless than 0.1%');
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
    expect.stringMatching(/HB-1 Road.*-\$501\.00/),
    expect.stringContaining('-$501.00'),
    expect.stringContaining('+$12.52'),
  ]);
});

test('shows the next steps without shares and cash', async () => {
  await show(empty);
  expect((await screen.findByRole('link', { name: 'Buy Shares' })).getAttribute('href')).toBe('/nft?tab=trade');
  expect(screen.getByText(/^Add cash to trade with/)).toBeTruthy();
});
