import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { Guard } from '#domains/participants/web/index.ts';
import { canOpenPortal } from '#domains/registry/contract/capabilities.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { BecomeResident } from './become-resident.tsx';

const account: User = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  username: 'acme-coffee',
  role: 'other',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};

test('explains to an account of another role how to get into the portal, and that a bill can be paid without it', async () => {
  writeToken('token');
  stubServer({ 'GET /api/auth/me': () => json({ user: account }) });
  await renderApp(
    <Guard capability={canOpenPortal} help={({ username }) => <BecomeResident username={username} />}>
      {() => <p>Portal</p>}
    </Guard>,
  );
  await screen.findByRole('heading', { name: 'Access Restricted' });
  expect(screen.getByText(account.username).closest('li')?.textContent).toMatch(/^Ask the city to make your account/);
  expect(screen.getByRole('link', { name: 'pay a bill by its number' }).getAttribute('href')).toBe('/detroit/pay');
});
