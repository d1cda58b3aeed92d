import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Levies } from './levies.tsx';

const levy = {
  id: '0190a1b2-0000-4000-8000-000000000001',
  year: 2026,
  preview: false,
  neighborhood: null,
  propertyType: null,
  state: 'finished',
  startedBy: 'clerk',
  total: 3,
  levied: 1,
  unchanged: 2,
  exempt: 0,
  notAssessed: 0,
  rejected: 0,
  totalCents: 100,
  totalFormatted: '$1.00',
  problem: null,
  startedAt: '2026-03-02T10:00:00.000Z',
  finishedAt: '2026-03-02T10:00:01.000Z',
};
const open = async (levies: readonly object[]) => {
  stubServer({
    'GET /api/detroit/levy-jobs': () => json({ levies }),
    'GET /api/detroit/neighborhoods': () => json({ neighborhoods: [] }),
  });
  await renderApp(<Levies years={[2026]} />);
};

test('counts one property in the singular', async () => {
  await open([levy]);
  expect(await screen.findByText(/^1 property was billed \$1\.00 in all\./)).toBeTruthy();
});

test('states that no levy was started here, and where other bills are', async () => {
  await open([]);
  expect(await screen.findByText('No levy has been started here')).toBeTruthy();
});

test.each([
  [0, true],
  [2, false],
])('with %i properties to bill after a preview, disables the levy: %s', async (levied, disabled) => {
  await open([{ ...levy, preview: true, levied }]);
  await screen.findByText(/would be billed/);
  expect((screen.getByRole('button', { name: 'Levy 2026' }) as HTMLButtonElement).disabled).toBe(disabled);
});

test('counts properties without an assessment apart from exempt ones', async () => {
  await open([{ ...levy, exempt: 3, notAssessed: 2 }]);
  expect(await screen.findByText(/3 exempt, 2 not assessed, 0 rejected\.$/)).toBeTruthy();
});
