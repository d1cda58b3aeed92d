import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Receipt } from './receipt.tsx';

const hash = 'ab'.repeat(32);
const at = '2026-03-01T08:00:00.000Z';
const block = {
  index: 12,
  timestamp: 1_790_000_000,
  prev_hash: hash,
  hash,
  data: { action: 'quality_check', asset_id: 'HLX-1', meta: {}, role: 'shipper', user: 'north-dock' },
};
const asset = {
  id: 'HLX-1',
  assetId: 'HLX-1',
  name: 'Vaccine, 200 doses',
  currentStatus: 'delivered',
  createdAt: at,
  recordedAt: at,
  updatedAt: at,
  happenedAt: at,
  eventCount: 7,
  inShipment: false,
  anomalyCount: 1,
};
const stepOf = (blockIndex: number, anomalies: readonly string[]) => ({
  blockIndex,
  blockHash: hash,
  action: 'quality_check',
  participant: 'north-dock',
  timestamp: at,
  recordedAt: at,
  status: 'delivered',
  anomalies,
  meta: {},
});

async function show(newest: object) {
  const sent = stubServer({
    'GET /api/assets/HLX-1': ({ query }) => {
      const page = Number(query.get('page'));
      const pagination = {
        page,
        limit: 1,
        total: 7,
        totalIsEstimate: false,
        totalPages: 7,
        hasNext: page < 7,
        hasPrev: page > 1,
      };
      return json({
        asset,
        history: [page === 7 ? newest : stepOf(1, [])],
        pagination,
        custodyRules: { protectedFrom: 0, receiptsOnlyFrom: 0 },
      });
    },
  });
  await renderApp(<Receipt block={block} />);
  await screen.findByRole('link', { name: 'Vaccine, 200 doses' });
  return sent;
}

test('names the action and the asset, with its number of steps', async () => {
  await show(stepOf(12, []));
  expect(screen.getByText('Quality check')).toBeTruthy();
  expect(screen.getByText(/7 steps so far/)).toBeTruthy();
  expect(screen.queryByText('not in custody')).toBeNull();
});

test('shows that the recorded event is an anomaly, and explains it', async () => {
  await show(stepOf(12, ['not in custody']));
  expect(screen.getByText('not in custody')).toBeTruthy();
  expect(screen.getByText(/Custody and status didn't change\./)).toBeTruthy();
});

test('does not show the anomaly of a later event as its own', async () => {
  await show(stepOf(13, ['not in custody']));
  expect(screen.queryByText('not in custody')).toBeNull();
});
