import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { rememberAssetNames, rememberedAssetName } from './asset-names.ts';
import { newEntry } from './outbox/outbox-entry.ts';
import { entryTitle } from './outbox/outbox-title.ts';
import { readSent, rememberSent } from './outbox/sent-events.ts';
import { SentList } from './outbox/sent-list.tsx';
import { assetsQuery } from './queries.ts';

beforeEach(() => localStorage.clear());

const account = '0190a1b2-0000-7000-8000-000000000003';
const shipped = (asset_id: string, meta = {}) => ({ user: 'fjordline', action: 'shipped', asset_id, meta });
const entryOf = (assetId: string, meta = {}) =>
  newEntry({ key: assetId, account, body: shipped(assetId, meta) }, Date.now());
const block = { index: 7, hash: 'ab'.repeat(32) };

test('an event of the outbox has the name of an asset that was in a list', async () => {
  const times = {
    happenedAt: '2026-03-01T08:00:00.000Z',
    recordedAt: '2026-03-01T08:00:00.000Z',
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
  };
  const asset = { id: account, assetId: 'A-1', name: 'Crate of coffee', currentStatus: 'shipped', ...times };
  const state = { inShipment: false, eventCount: 1, anomalyCount: 0, lastBlockIndex: 7 };
  const pagination = {
    total: 1,
    totalIsEstimate: false,
    page: 1,
    limit: 10,
    totalPages: 1,
    hasPrev: false,
    hasNext: false,
  };
  stubServer({ 'GET /api/assets': () => json({ assets: [{ ...asset, ...state }], pagination, total_count: 1 }) });
  expect(entryTitle(entryOf('A-1'))).toBe('Shipped · A-1');
  await createQueryClient().fetchQuery(assetsQuery({}));
  expect(entryTitle(entryOf('A-1'))).toBe('Shipped · Crate of coffee · A-1');
});

test('sent events are listed by the names of their assets, and by ID without one', async () => {
  stubServer({});
  rememberAssetNames([{ assetId: 'A-1', name: 'Crate of coffee' }]);
  const entries = [entryOf('A-1'), entryOf('B-1', { name: 'Sack of rice' }), entryOf('C-1')];
  rememberSent(
    account,
    entries.map((entry, position) => ({ ...entry, position, block })),
    Date.now(),
  );
  await renderApp(<SentList sent={readSent(account).map((sent, n) => ({ ...sent, block: n }))} />);
  const names = screen.getAllByRole('link', { name: /-1$/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['C-1', 'Sack of rice B-1', 'Crate of coffee A-1']);
});

test('a device stores the 300 names that it read last', () => {
  rememberAssetNames([{ assetId: 'A-0', name: 'Zero' }]);
  rememberAssetNames(Array.from({ length: 299 }, (_, n) => ({ assetId: `A-${n + 1}`, name: `Name ${n + 1}` })));
  rememberAssetNames([{ assetId: 'A-0', name: 'Zero again' }]);
  rememberAssetNames([{ assetId: 'B-1', name: 'One more' }]);
  expect(['A-0', 'A-1', 'A-2'].map(rememberedAssetName)).toEqual(['Zero again', undefined, 'Name 2']);
});
