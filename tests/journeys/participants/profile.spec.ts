import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const PASSWORD = 'three wise stones';

/** Creates a separate account, with its first session in this page. */
async function enterAsNewcomer(page: Page): Promise<string> {
  const user = `profile-${Date.now().toString(36)}-${Math.floor(Math.random() * 1e6).toString(36)}`;
  const data = { user, password: PASSWORD, role: 'retailer', email: `${user}@example.com` };
  const { token } = (await (await page.request.post('/api/register', { data })).json()) as { token: string };
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('signed-in') === null) localStorage.setItem('auth-token', kept);
    sessionStorage.setItem('signed-in', 'yes');
  }, token);
  return user;
}
const signInElsewhere = (page: Page, username: string, password = PASSWORD) =>
  page.request.post('/api/auth/login', { data: { username, password }, headers: { 'user-agent': 'curl/8' } });

test('the account menu opens the profile, which shows the account', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account of demo-auditor' }).click();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(page).toHaveURL('/profile');
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await expect(account).toContainText('demo-auditor@example.com');
  await expect(account).toContainText('Auditor');
  await expect(account).toContainText('active');
  await expect(account.getByRole('button', { name: /Copy user ID/ })).toHaveText(/[0-9a-f]{8}…/);
});

test('the profile asks visitors to sign in, and appears right after', async ({ page }) => {
  const user = await enterAsNewcomer(page);
  await page.addInitScript(() => localStorage.removeItem('auth-token'));
  await page.goto('/profile?edit=password');
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(user);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.locator('button[type=submit]').click();
  await expect(page.getByLabel('Current password')).toBeVisible();
  await expect(page).toHaveURL('/profile?edit=password');
});

test('changing the password requires the current one, and ends the other sessions', async ({ page }) => {
  const user = await enterAsNewcomer(page);
  await signInElsewhere(page, user);
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Password', exact: true });
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/edit=password/);
  await card.getByLabel('Current password').fill('not this one');
  await card.getByLabel('New password', { exact: true }).fill('short');
  await card.getByLabel('Confirm new password').fill('other');
  await card.getByRole('button', { name: 'Update password' }).click();
  await expect(card.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(card.getByText("New passwords don't match")).toBeVisible();

  await card.getByLabel('New password', { exact: true }).fill('four wise stones');
  await card.getByLabel('Confirm new password').fill('four wise stones');
  await card.getByRole('button', { name: 'Update password' }).click();
  await expect(card.getByText('The current password is wrong.')).toBeVisible();

  await card.getByLabel('Current password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText('1 other session has ended.', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Security log' })).toContainText('Password changed');
  expect((await signInElsewhere(page, user)).status()).toBe(401);
  expect((await signInElsewhere(page, user, 'four wise stones')).status()).toBe(200);
});

test('sessions can be listed and ended, and the log shows what happened', async ({ page }) => {
  const user = await enterAsNewcomer(page);
  const other = (await (await signInElsewhere(page, user)).json()) as { token: string };
  await signInElsewhere(page, user, 'a wrong guess');
  await signInElsewhere(page, user);
  await page.goto('/profile');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByText('current', { exact: true })).toHaveCount(1);
  await sessions.getByRole('button', { name: 'End the session of curl' }).first().click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${other.token}` } });
  expect(me.status()).toBe(401);
  const log = page.getByRole('list', { name: 'Security log' });
  for (const words of ['Failed sign-in', 'Session ended', 'Account created']) await expect(log).toContainText(words);
});

test('users can export their own data as JSON', async ({ page }) => {
  const user = await enterAsNewcomer(page);
  await page.goto('/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`cairn-${user}.json`);
  const data = JSON.parse(Buffer.concat(await (await file.createReadStream()).toArray()).toString());
  expect(data).toMatchObject({ user: { username: user, email: `${user}@example.com` } });
});
