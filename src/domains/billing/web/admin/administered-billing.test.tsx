import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { subscriptionOf, trialOf } from '../billing.fixture.ts';
import { AdministeredBilling } from './administered-billing.tsx';

async function show(subscription: object) {
  const more = { username: 'ann', owed: 0, credit: 0, readOnlySince: null };
  stubServer({
    'GET /api/subscription/administration/subscriptions/ann': () =>
      json({ subscription: { ...subscription, ...more }, invoices: [], events: [] }),
  });
  await renderApp(<AdministeredBilling username="ann" />);
  return (label: string) => screen.getByText(label).nextElementSibling?.textContent;
}

test('a subscription after a trial shows the end of its period', async () => {
  const shownAt = await show(subscriptionOf({ trialEnd: '2026-01-01T10:00:00.000Z' }));
  await screen.findByText('Period until');
  expect(shownAt('Period until')).toMatch(/Dec(ember)? 7, 2026/);
});

test('a trial shows when it ends', async () => {
  const shownAt = await show(trialOf());
  await screen.findByText('Trial ends');
  expect(shownAt('Trial ends')).toMatch(/Dec(ember)? 7, 2026/);
});
