import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { ForYou } from './for-you.tsx';

beforeEach(() => localStorage.clear());

const userOf = (role: User['role']): User => ({
  id: 'u1',
  username: 'north-dock',
  role,
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
});
const asset = {
  id: 'HLX-1',
  assetId: 'HLX-1',
  name: 'Vaccine, 200 doses',
  currentStatus: 'shipped',
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
  happenedAt: '2026-03-01T08:00:00.000Z',
  eventCount: 2,
  inShipment: true,
  anomalyCount: 0,
};
const listOf = (total: number, assets: readonly object[]) =>
  json({
    assets,
    total_count: total,
    pagination: { page: 1, limit: 2, total, totalIsEstimate: false, totalPages: 1, hasNext: false, hasPrev: false },
  });
const activityOf = (...actions: string[]) =>
  json({
    totalEvents: actions.length,
    read: { events: actions.length, complete: true },
    byAction: actions.map((action) => ({ action, events: 1 })),
    byDay: [],
    assets: [],
    assetCount: 0,
    counterparties: [],
  });

async function show(role: User['role'], actions: readonly string[]) {
  stubServer({
    'GET /api/assets': ({ query }) => (query.get('addressee') === 'north-dock' ? listOf(1, [asset]) : listOf(25, [])),
    'GET /api/participants/north-dock/activity': () => activityOf(...actions),
  });
  return renderApp(<ForYou user={userOf(role)} live isReady />);
}
const steps = async () =>
  within(await screen.findByRole('region', { name: 'First steps' }))
    .getAllByRole('listitem')
    .map((step) => [step.textContent, within(step).queryByRole('link') === null ? 'done' : 'to do']);

test('counts assets on their way to the user and assets it holds, and links to both lists', async () => {
  await show('shipper', ['received', 'shipped']);
  const arriving = await screen.findByRole('link', { name: 'On its way to you 1' });
  expect(arriving.getAttribute('href')).toBe('/assets?addressee=north-dock');
  expect(screen.getByRole('link', { name: 'Held by you 25' }).getAttribute('href')).toBe(
    '/assets?custodian=north-dock',
  );
});

test('offers to record the arrival of a shipment', async () => {
  await show('shipper', []);
  const record = await screen.findByRole('link', { name: 'Received HLX-1' });
  expect(record.getAttribute('href')).toBe('/events?action=add&record=received&id=HLX-1');
});

test('checks the first steps of each role off by its own events', async () => {
  await show('manufacturer', ['manufactured']);
  expect(await steps()).toEqual([
    ['Create your first asset', 'done'],
    ['Ship it', 'to do'],
    ['Verify its journey in this browser', 'to do'],
  ]);
  cleanup();
  await show('retailer', []);
  expect((await steps()).map(([words]) => words)).toEqual([
    'Receive an asset that reached you',
    'Check its quality',
    'Verify its journey in this browser',
  ]);
});

test('the checklist ends when all steps are done, and never shows to an account with many events', async () => {
  localStorage.setItem(
    'ledger:trusted-log',
    JSON.stringify({ verifierKey: 'k', size: 3, root: 'ab'.repeat(32), since: 1 }),
  );
  await show('shipper', ['received', 'shipped']);
  await screen.findByRole('link', { name: 'Held by you 25' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  cleanup();
  localStorage.clear();
  await show(
    'shipper',
    Array.from({ length: 21 }, () => 'quality_check'),
  );
  await screen.findByRole('link', { name: 'Held by you 25' });
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});
