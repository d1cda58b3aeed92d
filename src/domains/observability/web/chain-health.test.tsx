import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { ChainHealth } from './chain-health.tsx';

const health = {
  status: 'ok',
  blockchain_valid: true,
  blockchain_state: 'valid',
  blockchain_length: 3,
  total_participants: 1,
  blockGeneration: {
    percent: 100,
    objectivePercent: 95,
    explanation: '1 of the last 1 event saved within 0.1 seconds.',
  },
  networkSync: {
    percent: 100,
    objectivePercent: 100,
    explanation: 'Every block is checked and signed.',
  },
  demo: false,
  billing: true,
  version: '0.0.0-test',
  startedAt: '2026-01-01T00:00:00.000Z',
};
const show = async (change: object) => {
  stubServer({ 'GET /api/health': () => json({ ...health, ...change }) });
  await renderApp(<ChainHealth />);
  await screen.findByText('Data Integrity');
};

test('names the servers that this one cannot be compared with', async () => {
  await show({});
  expect(screen.queryByText(/can't be reached/)).toBeNull();
  cleanup();
  await show({ unreachable_peers: ['ledger.test/two'] });
  expect(screen.getByText(/can't be reached: ledger\.test\/two\./)).toBeTruthy();
});

test.each([
  ['valid', 'Verified'],
  ['unknown', 'Not verified'],
  ['invalid', 'Error'],
])('shows the state %s as %s', async (state, words) => {
  await show({ blockchain_state: state });
  expect(screen.getByText(words)).toBeTruthy();
});
