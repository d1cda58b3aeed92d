import { asOwner } from '../support/as-owner.ts';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a visitor signs up, is signed in, signs out, and signs in again', async ({ page }) => {
  const username = `journey-${Date.now().toString(36)}`;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Account' }).first().click();
  await expect(dialog.getByText('Email is required for registration')).toBeVisible();
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('three wise stones');
  await expect(dialog.getByLabel('Role')).toHaveValue('manufacturer');
  await dialog.getByLabel('Role').selectOption('shipper');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await expect(page.getByText(`${username}@example.com`)).toBeVisible();
  await expect(page.getByRole('menu').getByText('shipper')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill('three wise stones');
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
});

test('the dialog reports a wrong password, and editing or switching clears the error', async ({ page }) => {
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('demo-retailer');
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('another');
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByLabel('Username')).toHaveValue('');
});

test('an expired token signs out silently', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('auth-token', 'cairn_gone'));
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull();
  await expect(page.getByText('Authentication required')).toBeHidden();
});

test('guards show who may enter, and navigation and quick actions match the role', async ({ page }) => {
  await page.goto('/events');
  await expect(page.locator('main#content')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await expect(page.getByText('You need to sign in to access this feature.')).toBeVisible();
  const load = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  await load;
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await signInAs(page, 'demo-auditor');
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Events' }),
  ).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Validate Chain' })).toBeVisible();
});

test('after too many wrong passwords a countdown is shown', async ({ page, server }) => {
  const username = `nobody-${Date.now().toString(36)}`;
  await page.clock.install();
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  for (let n = 0; n < 6; n += 1) {
    const data = { username, password: 'a wrong guess' };
    await page.request.post('/api/auth/login', { data });
  }
  // The first wait is 2 s from the attempt on, which a slow machine takes to check its password and to press the button.
  await asOwner(
    server.folder,
    `update sign_in_failures set blocked_until = last_failed_at + interval '1 minute' where blocked_until > last_failed_at`,
  );
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByRole('alert')).toContainText('Too many failed sign-ins. Try again in');
  await expect(dialog.locator('button[type=submit]')).toBeDisabled();
  await expect(dialog.locator('button[type=submit]')).toHaveText(/Try again in \d+ s/);
  await page.clock.fastForward(60_000);
  await expect(dialog.locator('button[type=submit]')).toHaveText('Sign In');
});

test('a returning user is recognized before the server responds, and forgotten at sign-out', async ({ page }) => {
  const username = `back-${Date.now().toString(36)}`;
  const account = { username, password: 'six-or-more', role: 'shipper', email: `${username}@example.org` };
  const { token } = await (await page.request.post('/api/register', { data: account })).json();
  await page.goto('/assets');
  await page.evaluate((kept) => localStorage.setItem('auth-token', kept), token);
  await page.reload();
  const menu = page.getByRole('button', { name: `Account of ${username}` });
  await expect(menu).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('session-user'))).not.toContain('@example.org');

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/me', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(menu).toBeVisible();
  answer();
  await page.unrouteAll({ behavior: 'wait' });

  await page.evaluate((other) => localStorage.setItem('auth-token', other), `${token.slice(0, -6)}AAAAAA`);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('session-user'))).toBeNull();
});
