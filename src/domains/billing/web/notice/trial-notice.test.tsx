import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { plans, trialOf } from '../billing.fixture.ts';
import { startStarterTrial } from '../start-starter-trial.ts';
import AccountNotices from './account-notices.tsx';

test('the dashboard shows when a trial that began with the account ends, until the notice is closed', async () => {
  stubServer({
    'POST /api/subscription/trial': () => json({ subscription: trialOf({ planId: 'starter' }), plan: plans[0] }),
  });
  const { user, queryClient, router } = await renderApp(<AccountNotices />);
  expect(screen.queryByRole('status')).toBeNull();
  await startStarterTrial(queryClient);
  const notice = await screen.findByRole('status');
  expect(notice.querySelector('time')?.dateTime).toBe('2026-12-07T10:00:00.000Z');
  expect(screen.getByRole('link', { name: 'Show Subscription' }).getAttribute('href')).toBe('/subscription');
  await router.navigate({ to: '/assets' });
  expect(screen.queryByRole('status')).toBeNull();
  await router.navigate({ to: '/' });
  await user.click(await screen.findByRole('button', { name: 'Close this notice' }));
  expect(screen.queryByRole('status')).toBeNull();
});
