import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Story } from './story.tsx';

const health = {
  status: 'ok',
  blockchain_valid: true,
  blockchain_state: 'valid',
  blockchain_length: 1,
  total_participants: 0,
  blockGeneration: { percent: null, objectivePercent: 95, explanation: '' },
  networkSync: { percent: 100, objectivePercent: 100, explanation: '' },
  demo: false,
  version: '1.0.0',
  startedAt: '2026-03-01T08:00:00.000Z',
};

// happy-dom has no layout, so nothing ever intersects.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

test('is a plain list of seven steps in three chapters, the last of which verifies', async () => {
  stubServer({ 'GET /api/health': () => json(health) });
  await renderApp(<Story />);
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Manufacture',
    'Transport',
    'Verify',
  ]);
});

test('is marked as an example on a ledger without the crate, and leads to the newest block', async () => {
  const sent = stubServer({ 'GET /api/health': () => json(health) });
  await renderApp(<Story />);
  expect(await screen.findByText(/This is an example/)).toBeTruthy();
  const last = within(screen.getAllByRole('listitem').at(-1) as HTMLElement);
  expect(last.getByRole('link', { name: /newest block/ }).getAttribute('href')).toBe('#newest-block');
  expect(last.queryByRole('button')).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/api/health']);
});

test('is an example if the crate of a demo ledger cannot be read', async () => {
  stubServer({
    'GET /api/health': () => json({ ...health, demo: true }),
    'GET /api/assets/KVC-BERGEN-1': () => json({ error: 'No such asset' }, 404),
  });
  await renderApp(<Story />);
  expect(await screen.findByText(/This is an example/)).toBeTruthy();
});
