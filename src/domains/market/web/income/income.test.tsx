import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DistributeIncome } from './distribute-income.tsx';
import { OwnIncome } from './own-income.tsx';

const pagination = {
  ...{ total: 1, totalIsEstimate: false, page: 1, limit: 25, totalPages: 1 },
  ...{ hasPrev: false, hasNext: false },
};
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('does not claim that nothing was claimed when the answer was lost', async () => {
  let toClaim = 12.5;
  stubServer({
    'GET /api/nft/income': () => json({ toClaim, income: [], pagination }),
    'POST /api/nft/income/claim': () => {
      toClaim = 0;
      return lost();
    },
  });
  const { user } = await renderApp(<OwnIncome />);
  await user.click(await screen.findByRole('button', { name: 'Claim $12.50' }));
  expect(await screen.findByText(/^No answer\. It may have been claimed\./)).toBeTruthy();
  expect(screen.queryByText(/Nothing more was claimed/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Claim $12.50' })).toBeNull());
});

test('income without an answer may have been distributed, and is sent again with the same key', async () => {
  const portfolio = { address: `0x${'cd'.repeat(20)}`, cash: { free: 500, held: 0 }, holdings: [], movements: [] };
  const sent = stubServer({ 'GET /api/nft/portfolio': () => json(portfolio), 'POST /api/nft/income': lost });
  const { user } = await renderApp(<DistributeIncome propertyId="HB-1" sharesHere={10} />);
  await user.click(screen.getByRole('button', { name: 'Distribute Income' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Amount, dollars'), '100');
  await user.type(dialog.getByLabelText('What it is'), 'Rent');
  await user.click(dialog.getByRole('button', { name: 'Distribute' }));
  expect(await dialog.findByText(/^No answer\. The income may have been distributed\./)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Distribute' }));
  const keys = () =>
    sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(1);
});
