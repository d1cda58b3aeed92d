import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#domains/participants/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { rememberUser } from '../remembered-user.ts';
import { ProfileScreen } from './profile-screen.tsx';

const user: User = {
  id: '6f1a2b3c-0000-4000-8000-000000000001',
  username: 'north-dock',
  role: 'shipper',
  administrator: false,
  auditor: false,
  status: 'active',
  createdAt: '2026-03-01T08:00:00.000Z',
};
const unknown = 'Known once the server responds';

beforeEach(() => {
  writeToken('token');
  rememberUser('token', { ...user, email: 'north@example.org' });
});

test('without the server, reports the email as unknown instead of absent', async () => {
  stubServer({});
  await renderApp(<ProfileScreen search={{}} hash="" />);
  expect(await screen.findByText(unknown)).toBeTruthy();
  expect(screen.queryByText('Not given')).toBeNull();
});

test('reports that an account has no email once the server has confirmed it', async () => {
  stubServer({ 'GET /api/auth/me': () => json({ user }) });
  const { queryClient } = await renderApp(<ProfileScreen search={{}} hash="" />);
  await queryClient.refetchQueries({ queryKey: ['session'] });
  expect(await screen.findByText('Not given')).toBeTruthy();
  expect(screen.queryByText(unknown)).toBeNull();
});
