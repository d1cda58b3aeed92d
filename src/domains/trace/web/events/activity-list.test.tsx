import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Activity } from '#domains/trace/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { stubServer } from '#platform/web/testing/stub-server.ts';
import { ActivityList } from './activity-list.tsx';

const LONG = `https://id.gs1.org/01/04012345111118/21/${'A'.repeat(80)}`;
const activity = (assetName: string | undefined): Activity => ({
  id: '7',
  action: 'shipped',
  assetId: LONG,
  ...(assetName === undefined ? {} : { assetName }),
  participantName: 'acme-coffee',
  timestamp: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-02T08:00:00.000Z',
  blockIndex: 7,
  anomalies: [],
});

test.each([
  ['without a name', undefined],
  ['with its id as its name', LONG],
  ['with a name', 'Arabica'],
])('the id of an asset %s is shown in full at any width', async (_, name) => {
  stubServer({});
  await renderApp(<ActivityList label="Events" clock="happened" activities={[activity(name)]} />);
  const id = screen.getByText(LONG, { selector: 'code' });
  expect(id.closest('[class*="truncate"]')).toBeNull();
  expect(id.className).toContain('wrap-anywhere');
});
