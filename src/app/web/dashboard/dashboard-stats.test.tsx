import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ChainVerdict } from '#domains/ledger/contract.ts';
import AssetsByStatus from '#domains/trace/web/dashboard/assets-by-status.tsx';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DashboardStats } from './dashboard-stats.tsx';
import PeriodPanel from './period-panel.tsx';

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

test('does not show the integrity of the chain before it is known', async () => {
  let answer = (_: Response) => {};
  stubServer({
    'GET /api/dashboard-stats': () => json(totals),
    'GET /api/chain/validate': () => new Promise<Response>((resolve) => (answer = resolve)),
  });
  const period = { from: '2026-03-01', to: '2026-03-04', clock: 'happened' } as const;
  await renderApp(<DashboardStats period={period} today="2026-03-04" compare={false} live={false} opensEvents />);
  await waitFor(() => expect(screen.getAllByText('7')).toHaveLength(3));
  expect(screen.queryByText('100%')).toBeNull();
  expect(screen.queryByText(/blocks checked/)).toBeNull();
  answer(json(verdict));
  expect(await screen.findByText('100%')).toBeTruthy();
  expect(screen.getByText('2 of 2 blocks checked')).toBeTruthy();
});

test('shows each total with its own change, comparison and line, and links to the rows that it counts', async () => {
  const daily = [
    { day: '2026-03-03', assets: 1, events: 9 },
    { day: '2026-03-04', assets: 3, events: 2 },
  ];
  const period = {
    from: '2026-03-03',
    to: '2026-03-04',
    assets: 4,
    events: 11,
    daily,
    previous: { from: '2026-03-01', to: '2026-03-02', assets: 6, events: 3 },
  };
  stubServer({
    'GET /api/dashboard-stats': () => json({ ...totals, totalAssets: 40, totalEvents: 110, period }),
    'GET /api/chain/validate': () => json(verdict),
  });
  const asked = { from: '2026-03-03', to: '2026-03-04', clock: 'recorded' } as const;
  await renderApp(<DashboardStats period={asked} today="2026-03-04" compare live={false} opensEvents />);
  await screen.findByText('110');
  const stat = (label: string) => screen.getByText(label).closest('dl > *') as HTMLElement;
  const heights = (label: string) =>
    (stat(label).querySelector('polyline')?.getAttribute('points') ?? '')
      .split(' ')
      .map((at) => Number(at.split(',')[1]));
  expect(stat('Total Assets').textContent).toContain('+4 in 2 days, 2 fewer than before');
  expect(stat('Blockchain Events').textContent).toContain('+11 in 2 days, 8 more than before');
  // Assets rise and events fall; a picture counts from its upper edge.
  expect([heights('Total Assets'), heights('Blockchain Events')]).toEqual([
    [21, 3],
    [3, 21],
  ]);
  const rows = within(stat('Blockchain Events')).getByRole('link', { name: '+11 in 2 days' });
  expect(rows.getAttribute('href')).toBe('/events?clock=recorded&from=2026-03-03&to=2026-03-04');
  expect(within(stat('Total Assets')).getAllByRole('link')).toHaveLength(1);
});

test('panels drawn from the totals show that these could not be loaded, and appear with them', async () => {
  let away = true;
  stubServer({
    'GET /api/dashboard-stats': () => (away ? json({ error: 'The database is not responding.' }, 503) : json(totals)),
    'GET /api/chain/validate': () => json(verdict),
  });
  const period = { from: '2026-03-01', to: '2026-03-04', clock: 'happened' } as const;
  const { user } = await renderApp(
    <>
      <DashboardStats period={period} today="2026-03-04" compare={false} live={false} opensEvents />
      <PeriodPanel period={period} live={false} />
      <AssetsByStatus period={period} live={false} />
    </>,
  );
  for (const title of [
    'The totals could not be loaded',
    "Couldn't load the events by day",
    "Couldn't load the assets by status",
  ])
    expect(await screen.findByText(title)).toBeTruthy();
  away = false;
  await user.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('link', { name: '7 manufactured' })).toBeTruthy();
  expect(screen.queryByText(/load/)).toBeNull();
});
