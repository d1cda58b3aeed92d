import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChainVerdict } from '#domains/ledger/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DashboardStats } from './dashboard-stats.tsx';

const verdict: ChainVerdict = {
  state: 'valid',
  valid: true,
  totalBlocks: 2,
  verifiedBlocks: 2,
  checkpointSize: 2,
  validatedAt: '2026-03-04T05:06:07.000Z',
};
const totals = {
  totalAssets: 7,
  totalEvents: 7,
  activeParticipants: 7,
  chainIntegrity: 100,
  openAnomalies: 0,
  daily: [],
  byStatus: { manufactured: 7, shipped: 0, delivered: 0, 'in transit': 0, unknown: 0 },
};

test('the integrity of the chain is not shown before it is known', async () => {
  let answer = (_: Response) => {};
  stubServer({
    'GET /api/dashboard-stats': () => json(totals),
    'GET /api/chain/validate': () => new Promise<Response>((resolve) => (answer = resolve)),
  });
  const period = { from: '2026-03-01', to: '2026-03-04', clock: 'recorded' as const };
  await renderApp(<DashboardStats period={period} today="2026-03-04" compare={false} live={false} opensEvents />);
  await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(3));
  expect(screen.queryByText('100%')).toBeNull();
  expect(screen.queryByText(/blocks checked/)).toBeNull();
  answer(json(verdict));
  expect(await screen.findByText('100%')).toBeTruthy();
  expect(screen.getByText('2 of 2 blocks checked')).toBeTruthy();
});
