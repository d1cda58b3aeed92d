import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { entriesFor } from '../navigation.ts';
import { BottomBar } from './bottom-bar.tsx';

afterEach(() => writeToken(null));

const user = {
  id: '6f1a2b3c-0000-4000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};

test('marks the dashboard on the start page for signed-in users, and no entry for visitors', async () => {
  stubServer({ 'GET /api/auth/me': () => json({ user }) });
  const { queryClient } = await renderApp(<BottomBar entries={entriesFor(null)} shown={4} />);
  const dashboard = screen.getByRole('link', { name: 'Dashboard' });
  expect(dashboard.getAttribute('aria-current')).toBeNull();
  writeToken('token');
  await queryClient.invalidateQueries();
  await waitFor(() => expect(dashboard.getAttribute('aria-current')).toBe('page'));
});
