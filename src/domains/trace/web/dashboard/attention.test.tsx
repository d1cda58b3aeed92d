import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { periodStatsQuery } from '../activity-queries.ts';
import Attention, { PanelAction, readTable } from './attention.tsx';

beforeEach(() => {
  localStorage.clear();
  writeToken(null);
});

const userOf = (changes: Partial<User>): User => ({
  id: '6f1a2b3c-0000-4000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
  ...changes,
});
const period = { from: '2026-03-01', to: '2026-03-07', clock: 'happened' } as const;
const empty = { page: 1, limit: 2, total: 0, totalIsEstimate: false, totalPages: 0, hasNext: false, hasPrev: false };

/** Shows the panel, and returns the accounts whose anomalies it requested. */
async function show(user: User | null) {
  const asked: (string | null)[] = [];
  stubServer({
    'GET /api/auth/me': () => json({ user }),
    'GET /api/assets': () => json({ assets: [], total_count: 0, pagination: empty }),
    'GET /api/participants/north-dock/activity': () =>
      json({
        totalEvents: 30,
        read: { events: 30, complete: true },
        byAction: [{ action: 'shipped', events: 30 }],
        byDay: [],
        assets: [],
        assetCount: 0,
        counterparties: [],
      }),
    'GET /api/recent-activities': ({ query }) => {
      asked.push(query.get('concerning'));
      return json({ activities: [] });
    },
  });
  if (user !== null) writeToken('token');
  await renderApp(<Attention period={period} live />);
  return asked;
}

test.each([
  ['a shipper', userOf({}), 'Anomalies of your assets', 'north-dock'],
  ['an administrator', userOf({ administrator: true }), 'Anomalies on this ledger', null],
  ['an auditor', userOf({ auditor: true }), 'Anomalies on this ledger', null],
  ['the government', userOf({ role: 'government' }), 'Anomalies on this ledger', null],
  ['a visitor', null, 'Anomalies on this ledger', null],
])('shows %s the anomalies that concern them, with a heading that names them', async (_, user, heading, concerning) => {
  const asked = await show(user);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  await screen.findByText(/is in order\.$/);
  expect(asked.at(-1)).toBe(concerning);
  await readTable({ period, live: true });
  expect(asked.at(-1)).toBe(concerning);
});

const anomaly = (n: number, asset = `${n}`) => ({
  id: String(n),
  action: 'shipped',
  assetId: `ODD-${asset}`,
  assetName: `Odd ${asset}`,
  participantName: 'north-dock',
  timestamp: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
  anomalies: ['out of order'],
  blockIndex: n,
});

test('shows tasks and anomalies together, so that neither moves the other', async () => {
  let answer = (_: Response) => {};
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  stubServer({
    'GET /api/auth/me': () => json({ user: userOf({}) }),
    'GET /api/assets': () => json({ assets: [], total_count: 0, pagination: empty }),
    'GET /api/participants/north-dock/activity': () => json({}),
    'GET /api/recent-activities': () => late,
  });
  writeToken('token');
  const { queryClient } = await renderApp(<Attention period={period} live />);
  await waitFor(() =>
    expect(
      queryClient.getQueriesData({ queryKey: ['dashboard-stats', 'own'] }).filter(([, data]) => data !== undefined),
    ).toHaveLength(2),
  );
  expect(screen.queryByText('Held by you')).toBeNull();
  answer(json({ activities: [] }));
  expect(await screen.findByText('Held by you')).toBeTruthy();
  expect(screen.getByText('Each of your journeys is in order.')).toBeTruthy();
});

test('several anomalies of one asset take one row, and leave room for three assets', async () => {
  const ofOne = Array.from({ length: 40 }, (_, n) => anomaly(50 - n, 'A'));
  const activities = [...ofOne, anomaly(7, 'B'), anomaly(6, 'A'), anomaly(5, 'C'), anomaly(4)];
  stubServer({
    'GET /api/auth/me': () => json({ user: null }),
    'GET /api/recent-activities': ({ query }) =>
      json({ activities: activities.slice(0, Number(query.get('limit') ?? 10)) }),
  });
  await renderApp(<Attention period={period} live />);
  expect(await screen.findByText('Odd A')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Odd A.*out of order$/),
    expect.stringMatching(/^Odd B.*out of order$/),
    expect.stringMatching(/^Odd C.*out of order$/),
  ]);
  expect(screen.getByText('1 more asset')).toBeTruthy();
});

test('shipments on their way to the user replace all anomalies but the newest', async () => {
  const asset = (assetId: string) => ({
    id: assetId,
    assetId,
    name: `Crate ${assetId}`,
    currentStatus: 'shipped',
    createdAt: '2026-03-01T08:00:00.000Z',
    recordedAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
    happenedAt: '2026-03-01T08:00:00.000Z',
    eventCount: 1,
    inShipment: true,
    anomalyCount: 0,
  });
  await show(userOf({}));
  stubServer({
    'GET /api/auth/me': () => json({ user: userOf({}) }),
    'GET /api/assets': ({ query }) => {
      const assets = query.has('addressee') ? [asset('C-1'), asset('C-2')] : [];
      return json({ assets, total_count: 7, pagination: { ...empty, total: assets.length === 0 ? 0 : 7 } });
    },
    'GET /api/recent-activities': () => json({ activities: [anomaly(3), anomaly(2), anomaly(1)] }),
  });
  cleanup();
  await renderApp(<Attention period={period} live />);
  expect(await screen.findByRole('link', { name: /Received C-2/ })).toBeTruthy();
  expect(await screen.findByText('Odd 3')).toBeTruthy();
  expect(screen.queryByText('Odd 2')).toBeNull();
});

test('the link to one’s own anomalies opens exactly those that it counts', async () => {
  writeToken('token');
  const asked: (string | null)[] = [];
  stubServer({
    'GET /api/auth/me': () => json({ user: userOf({}) }),
    'GET /api/recent-activities': ({ query }) => {
      asked.push(query.get('concerning'));
      return json({ activities: [anomaly(3), anomaly(2, '3'), anomaly(1)] });
    },
  });
  const { queryClient } = await renderApp(<PanelAction period={period} live />);
  queryClient.setQueryData<object>(periodStatsQuery(period).queryKey, { openAnomalies: 16 });
  const link = await screen.findByRole('link', { name: 'All 3 anomalies of your assets' });
  expect(link.getAttribute('href')).toMatch(/^.events.anomalous=.*true.*&concerning=north-dock$/);
  expect(asked).toEqual(['north-dock']);
});

test('the link to the anomalies of the ledger describes its count', async () => {
  writeToken('token');
  stubServer({ 'GET /api/auth/me': () => json({ user: userOf({ administrator: true }) }) });
  const { queryClient } = await renderApp(<PanelAction period={period} live />);
  queryClient.setQueryData<object>(periodStatsQuery(period).queryKey, { openAnomalies: 16 });
  const link = await screen.findByRole('link', { name: 'All 16 anomalies on the ledger' });
  expect(link.getAttribute('href')).not.toContain('concerning');
});

test('a panel without its data reports it, and loads the data again', async () => {
  let away = true;
  const answer = (body: object) => () => (away ? json({ error: 'The database is not responding.' }, 503) : json(body));
  stubServer({
    'GET /api/auth/me': () => json({ user: userOf({}) }),
    'GET /api/assets': answer({ assets: [], total_count: 0, pagination: empty }),
    'GET /api/participants/north-dock/activity': () => json({}, 503),
    'GET /api/recent-activities': answer({ activities: [] }),
  });
  writeToken('token');
  const { user } = await renderApp(<Attention period={period} live />);
  expect(await screen.findByText("Couldn't load what needs attention")).toBeTruthy();
  away = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/is in order\.$/)).toBeTruthy();
  expect(screen.getByText('Held by you')).toBeTruthy();
});
