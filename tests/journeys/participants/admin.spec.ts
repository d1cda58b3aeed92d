import { readFile } from 'node:fs/promises';
import { findViolations } from '../support/accessibility.ts';
import { asOwner } from '../support/as-owner.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const PASSWORD = 'three wise stones';

async function newcomer(page: Page): Promise<{ user: string; token: string }> {
  const user = `admin-case-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
  const data = { user, password: PASSWORD, role: 'retailer', email: `${user}@example.com` };
  const { token } = (await (await page.request.post('/api/register', { data })).json()) as { token: string };
  return { user, token };
}

test('an administrator finds an account and changes its role, which the log shows', async ({ page }) => {
  const { user, token } = await newcomer(page);
  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Account of demo-admin' }).click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL('/admin');
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${user}@example`);
  await page.getByRole('row', { name: new RegExp(user) }).click();
  const sheet = page.getByRole('dialog', { name: user });
  await sheet.getByLabel('Role').selectOption('resident');
  await expect(sheet.getByRole('region', { name: 'Changes to save' })).toContainText('resident');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`${user} updated`, { exact: true })).toBeVisible();
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ user: { role: 'resident' } });

  await sheet.getByRole('link', { name: 'View its log entries' }).click();
  await expect(page).toHaveURL(new RegExp(`tab=log&who=${user}`));
  const entry = page.getByRole('row', { name: new RegExp(`demo-admin account changed ${user}`) });
  await expect(entry).toContainText('retailer');
  await expect(entry).toContainText('resident');
});

test('a role change long after the sign-in asks for the password first', async ({ page, server }) => {
  const { user, token } = await newcomer(page);
  await signInAs(page, 'demo-admin', { recent: true });
  await asOwner(server.folder, `update sessions set proven_at = proven_at - interval '10 minutes'`);
  await page.goto(`/admin?search=${user}`);
  await page.getByRole('row', { name: new RegExp(user) }).click();
  const sheet = page.getByRole('dialog', { name: user });
  await sheet.getByLabel('Role').selectOption('government');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Current password').fill('not this one');
  await dialog.getByLabel('Current password').press('Enter');
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await dialog.getByLabel('Current password').fill('cairn-demo');
  await dialog.getByLabel('Current password').press('Enter');
  await expect(page.getByText(`${user} updated`, { exact: true })).toBeVisible();
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ user: { role: 'government' } });
});

test('a one-time link restores access to an account, and its sessions can be ended from here', async ({
  page,
  browser,
}) => {
  const { user, token } = await newcomer(page);
  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto(`/admin?search=${user}`);
  await page.getByRole('row', { name: new RegExp(user) }).click();
  const sheet = page.getByRole('dialog', { name: user });
  await sheet.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('1 session ended', { exact: true })).toBeVisible();
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  expect(me.status()).toBe(401);
  await sheet.getByRole('button', { name: 'Create reset link' }).click();
  const link = (await sheet.getByText(/#reset=/).textContent()) ?? '';

  const other = await browser.newPage();
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill('four wise stones');
  await other.getByLabel('Confirm new password').fill('four wise stones');
  await other.getByRole('button', { name: 'Update password' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByLabel('Username').fill(user);
  await dialog.getByLabel('Password', { exact: true }).fill('four wise stones');
  await dialog.locator('button[type=submit]').click();
  await expect(other.getByRole('region', { name: 'Account', exact: true })).toContainText(user);
  await other.goto('/');
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill('five wise stones');
  await other.getByLabel('Confirm new password').fill('five wise stones');
  await other.getByRole('button', { name: 'Update password' }).click();
  await expect(other.getByText('This link is not valid. Links work once and expire after 24 hours.')).toBeVisible();
  await other.close();
});

test('the last administrator keeps the flag, and administrators cannot deactivate their own account', async ({
  page,
}) => {
  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto('/admin?search=demo-admin');
  await page.getByRole('row', { name: /demo-admin/ }).click();
  const sheet = page.getByRole('dialog', { name: 'demo-admin' });
  await expect(sheet.getByRole('switch', { name: 'Active' })).toBeDisabled();
  await sheet.getByRole('switch', { name: 'Administrator' }).click();
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByText('demo-admin is the last active administrator.')).toBeVisible();
});

test('an auditor has read-only access, and background jobs show their state', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  // By its name: other journeys add accounts, and a page lists the first ones.
  await page.goto('/admin?search=demo-maker');
  await expect(page.getByText('You have read-only access.')).toBeVisible();
  await expect(page.getByText('@example.com')).toHaveCount(0);
  await page.getByRole('row', { name: /demo-maker/ }).click();
  const sheet = page.getByRole('dialog', { name: 'demo-maker' });
  await expect(sheet.getByLabel('Role')).toBeDisabled();
  await expect(sheet.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Background jobs' }).click();
  await expect(page).toHaveURL(/tab=jobs/);
  await expect(page.getByRole('region', { name: 'Verifier' })).toContainText('valid');
  await page.getByRole('button', { name: 'Validate now' }).click();
  await expect(page.getByRole('row', { name: /valid .* All blocks are valid/ }).first()).toBeVisible();
});

test('the role other without the auditor mark sees totals and jobs, but no account', async ({ page }) => {
  const user = `other-case-${Date.now().toString(36)}`;
  const data = { user, password: PASSWORD, role: 'other', email: `${user}@example.com` };
  const { token } = (await (await page.request.post('/api/register', { data })).json()) as { token: string };
  await page.addInitScript((value) => localStorage.setItem('auth-token', value), token);
  await page.goto('/admin');
  await expect(page.getByText('You see totals and your own validations.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Totals', 'Background jobs']);
  await expect(page.getByRole('region', { name: 'Accounts by role' })).toContainText('Manufacturer');
  await expect(page.getByText('demo-maker')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await page.goto('/admin?tab=log');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Totals');
});

test('other roles see that access is restricted', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/admin');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await page.getByRole('button', { name: 'Account of demo-maker' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
});

test('the sheet of an account has no accessibility violations, and nothing is cut off at 320 px', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto('/profile');
  const id = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('auth-token')}`;
    return (await (await fetch('/api/auth/me', { headers: { authorization } })).json()).user.id as string;
  });
  await page.goto(`/admin?account=${id}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('exports all filtered accounts to CSV, not only the visible page', async ({ page }) => {
  await signInAs(page, 'demo-admin', { recent: true });
  await page.goto('/admin');
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const prefix = `csv-${Date.now().toString(36)}`;
  for (let n = 0; n < 26; n += 1) {
    const data = { user: `${prefix}-${n}`, role: 'shipper' };
    const answer = await page.request.post('/api/register', { data, headers: { authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
  }
  await page.goto(`/admin?search=${prefix}&role=shipper`);
  await expect(page.getByText('26 accounts', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(header).toContain('Account,Display name,Email,Role');
  expect(rows.filter((row) => row.startsWith(`${prefix}-`))).toHaveLength(26);
});
