import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { billingWeb } from '#domains/billing/web/manifest.tsx';
import { RecordingNotices, setRecordingNotices } from '#platform/web/recording-notices.tsx';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { accountOf } from '../billing.fixture.ts';

const show = async (readOnlySince: string | null) => {
  const sent = stubServer({
    'GET /api/subscription/account': () => json(accountOf({ overdue: 50, readOnlySince })),
  });
  setRecordingNotices(billingWeb.recordingNotice === undefined ? [] : [billingWeb.recordingNotice]);
  await renderApp(<RecordingNotices />);
  return sent;
};

test('a form that records says that the account is suspended before anything is filled in', async () => {
  await show('2026-11-20T10:00:00.000Z');
  expect(await screen.findByText(/nothing new can be recorded/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay Invoices' }).getAttribute('href')).toContain('/subscription');
});

test('and nothing to an account that may record', async () => {
  const sent = await show(null);
  await expect.poll(() => sent.length).toBe(1);
  expect(screen.queryByRole('link', { name: 'Pay Invoices' })).toBeNull();
});
