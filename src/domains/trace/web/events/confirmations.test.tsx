import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { Confirmations } from './confirmations.tsx';

beforeEach(() => writeToken('token'));
afterEach(() => writeToken(null));

const at = '2026-03-01T08:00:00.000Z';
const user = {
  id: '6f1a2b3c-0000-4000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: at,
};
const assetOf = (assetId: string) => ({
  ...{ id: assetId, assetId, name: assetId, currentStatus: 'shipped', createdAt: at, updatedAt: at, recordedAt: at },
  ...{ happenedAt: at, eventCount: 2, inShipment: true, anomalyCount: 0 },
});

/** Answers a page of a list with `total` assets. */
const pageOf = (prefix: string, total: number, limit: number) =>
  json({
    assets: Array.from({ length: Math.min(limit, total) }, (_, at) => assetOf(`${prefix}-${at + 1}`)),
    total_count: total,
    pagination: {
      ...{ page: 1, limit, total, totalIsEstimate: false },
      ...{ totalPages: Math.ceil(total / limit), hasNext: total > limit, hasPrev: false },
    },
  });

async function show(addressed: number, open: number) {
  stubServer({
    'GET /api/auth/me': () => json({ user }),
    'GET /api/assets': ({ query }) => {
      const limit = Number(query.get('limit'));
      return query.get('open') === 'true' ? pageOf('OPEN', open, limit) : pageOf('MINE', addressed, limit);
    },
  });
  return renderApp(<Confirmations />);
}
const groups = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => {
    const group = screen.getByRole('region', { name: heading.textContent.split(':')[0] ?? '' });
    return [heading.textContent, within(group).queryAllByRole('listitem').length];
  });

test('shipments addressed to the account come first, with the whole count and a link to all of them', async () => {
  await show(7, 23);
  const all = await screen.findByRole('link', { name: 'Show all 7' });
  expect(all.getAttribute('href')).toBe('/assets?addressee=north-dock');
  expect(groups()).toEqual([
    ['Addressed to you: 7', 4],
    ['Open to anyone: 23', 0],
  ]);
});

test('open shipments fill the remaining rows, and more of them can be shown', async () => {
  const { user: reader } = await show(1, 23);
  await screen.findByRole('heading', { name: 'Open to anyone: 23' });
  expect(groups()).toEqual([
    ['Addressed to you: 1', 1],
    ['Open to anyone: 23', 3],
  ]);
  expect(screen.queryByRole('link', { name: /^Show all/ })).toBeNull();
  await reader.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Received OPEN-23' });
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
