import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, refusal, stubServer } from '#platform/web/testing/stub-server.ts';
import { writeToken } from '#platform/web/token-store.ts';
import { accountOf } from './accounts.fixture.ts';
import { Guard } from './guard.tsx';

const canShip = { name: 'ship', title: 'Ship', heldBy: ['manufacturer', 'shipper'] };
const page = <Guard capability={canShip}>{(user) => <p>For {user.username}</p>}</Guard>;

test('asks a signed-out visitor to sign in and shows nothing of the page', async () => {
  stubServer({});
  await renderApp(page);
  expect(screen.getByRole('heading', { name: 'Authentication Required' })).toBeTruthy();
  expect(screen.getByText('You need to sign in to access this feature.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign In to Continue' })).toBeTruthy();
  expect(screen.queryByText('For acme-coffee')).toBeNull();
});

test('names the role of the account and the required roles', async () => {
  writeToken('token');
  stubServer({ 'GET /api/auth/me': () => json({ user: accountOf('retailer') }) });
  await renderApp(page);
  expect(await screen.findByRole('heading', { name: 'Access Restricted' })).toBeTruthy();
  const facts = screen.getAllByRole('definition').map((each) => each.textContent);
  expect(facts).toEqual(['retailer', 'manufacturershipper']);
  expect(screen.queryByText('For acme-coffee')).toBeNull();
});

test('shows the page to an account that holds the capability', async () => {
  writeToken('token');
  stubServer({ 'GET /api/auth/me': () => json({ user: accountOf('shipper') }) });
  await renderApp(page);
  expect(await screen.findByText('For acme-coffee')).toBeTruthy();
});

test('shows neither the page nor a refusal until the server confirms the session', async () => {
  writeToken('token');
  let answer: (response: Response) => void = () => {};
  stubServer({ 'GET /api/auth/me': () => new Promise<Response>((resolve) => (answer = resolve)) });
  await renderApp(page);
  expect(screen.getByText('Checking your session')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
  answer(json({ user: accountOf('manufacturer') }));
  expect(await screen.findByText('For acme-coffee')).toBeTruthy();
});

test('reports that the session could not be checked, instead of asking a signed-in user to sign in', async () => {
  writeToken('token');
  vi.stubGlobal('navigator', { onLine: false });
  stubServer({});
  const { user } = await renderApp(page);
  expect(await screen.findByRole('heading', { name: "Couldn't check your session" })).toBeTruthy();
  expect(screen.queryByText('Authentication Required')).toBeNull();
  vi.stubGlobal('navigator', { onLine: true });
  stubServer({ 'GET /api/auth/me': () => json({ user: accountOf('shipper') }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('For acme-coffee')).toBeTruthy();
});

test('shows the header of the page while the session is checked', async () => {
  writeToken('token');
  stubServer({ 'GET /api/auth/me': () => new Promise<Response>(() => {}) });
  await renderApp(<Guard heading={{ title: 'Ship goods' }}>{() => <p>Goods</p>}</Guard>);
  expect(screen.getByRole('heading', { level: 1, name: 'Ship goods' })).toBeTruthy();
  expect(screen.queryByText('Goods')).toBeNull();
});

test('treats a rejected token as signed out', async () => {
  writeToken('ended');
  stubServer({ 'GET /api/auth/me': () => refusal(401, 'Authentication required') });
  await renderApp(page);
  expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeTruthy();
});

test('admits an administrator, and the holder of any one of several capabilities', async () => {
  writeToken('token');
  const administrator = { ...accountOf('other'), administrator: true };
  stubServer({ 'GET /api/auth/me': () => json({ user: administrator }) });
  const canRule = { name: 'rule', title: 'Rule', heldBy: ['administrator'] };
  await renderApp(<Guard capability={[canShip, canRule]}>{(user) => <p>For {user.username}</p>}</Guard>);
  expect(await screen.findByText('For acme-coffee')).toBeTruthy();
});
