import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { AuditScreen } from './audit-screen.tsx';

const show = async (from: string, to: string) => {
  const sent = stubServer({ 'GET /api/audit-log': () => refusal(400, 'Not now.') });
  await renderApp(<AuditScreen search={{ from, to, generated: 'yes' }} domains={[]} wordsOf={String} />);
  return () => sent.filter(({ path }) => path === '/api/audit-log').map(({ query }) => query.get('endDate'));
};

test('a link with an end before its start shows the error in the form, and requests no log', async () => {
  const requested = await show('2026-03-04', '2026-03-03');
  expect(await screen.findByText('The end date is before the start date.')).toBeTruthy();
  expect(screen.getByText('No log generated yet')).toBeTruthy();
  expect(requested()).toEqual([]);
});

test('a link to the log of one day requests it', async () => {
  const requested = await show('2026-03-04', '2026-03-04');
  expect(await screen.findByText("Couldn't load the audit log")).toBeTruthy();
  expect(new Set(requested())).toEqual(new Set(['2026-03-04']));
});
