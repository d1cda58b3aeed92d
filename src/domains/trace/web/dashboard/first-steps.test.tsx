import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { FirstSteps } from './first-steps.tsx';

const user = { id: 'account-1', username: 'ann', role: 'manufacturer' } as User;
const activity = {
  totalEvents: 0,
  read: { events: 0, complete: true },
  byAction: [],
  byDay: [],
  assets: [],
  assetCount: 0,
  counterparties: [],
};

beforeEach(() => {
  const verified = { verifierKey: 'key', size: 1, root: '0'.repeat(64), since: 1 };
  localStorage.setItem('ledger:trusted-log', JSON.stringify(verified));
});

test.each([
  ['to do without an asset of the account', undefined, '0 of 3'],
  ['done once there is an asset', 'PRD-1', '1 of 3'],
])('the verification in a browser that has verified something is %s', async (_, newest, done) => {
  stubServer({ 'GET /api/participants/ann/activity': () => json(activity) });
  await renderApp(<FirstSteps user={user} newest={newest} />);
  expect(await screen.findByText(done)).toBeTruthy();
});
