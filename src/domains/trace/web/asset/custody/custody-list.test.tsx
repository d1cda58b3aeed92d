import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { CustodyList } from './custody-list.tsx';

const received = (blockIndex: number, participant: string, day: number): HistoryEvent => ({
  blockIndex,
  participant,
  takenBy: participant,
  action: blockIndex === 1 ? 'manufactured' : 'received',
  status: 'delivered',
  timestamp: new Date(Date.UTC(2026, 2, day)).toISOString(),
  recordedAt: new Date(Date.UTC(2026, 3, blockIndex)).toISOString(),
  blockHash: 'a'.repeat(64),
  anomalies: [],
  meta: {},
});
const asset = { assetId: 'A-1', inShipment: false } as Asset;
const show = (history: HistoryEvent[]) => {
  stubServer({});
  return renderApp(<CustodyList asset={asset} history={history} complete />);
};

test('a handover recorded late is named, and gives no period that ends before it began', async () => {
  await show([received(1, 'maker', 1), received(2, 'shop', 9), received(3, 'hub', 5)]);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toHaveLength(3);
  expect(items[0]).toContain('8 days');
  expect(items[1]).toContain(', handed over before that, on ');
  expect(items[1]).not.toMatch(/ to |under a minute/);
  expect(screen.getByText(/^In the order of recording/).textContent).toContain('1 handover happened before one above.');
});

test('handovers in the order in which they happened need no explanation', async () => {
  await show([received(1, 'maker', 1), received(2, 'hub', 5), received(3, 'shop', 9)]);
  expect(screen.queryByText(/^In the order of recording/)).toBeNull();
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain(' to ');
});
