import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const account = (page: Page, username: string) => page.getByRole('button', { name: `Account of ${username}` });

test('the avatar menu shows who is signed in, and returns the focus', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/assets');
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const me = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
  const { user } = (await me.json()) as { user: { id: string } };
  await expect(account(page, 'demo-maker')).toContainText('DM');
  await account(page, 'demo-maker').click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('demo-maker', { exact: true })).toBeVisible();
  await expect(menu.getByText('demo-maker@example.com')).toBeVisible();
  await expect(menu.getByText('manufacturer')).toBeVisible();
  await expect(menu.getByText(`${user.id.slice(0, 8)}…`, { exact: true })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Profile Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account(page, 'demo-maker')).toBeFocused();
});

test('each role has its quick actions', async ({ browser, baseURL }) => {
  const offered = {
    'demo-maker': ['Add Event', 'Add Asset', 'Validate Chain'],
    'demo-shipper': ['Add Event'],
    'demo-retailer': [],
    'demo-auditor': ['Validate Chain'],
  };
  for (const [username, actions] of Object.entries(offered)) {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await signInAs(page, username);
    await page.goto('/blockchain');
    await expect(account(page, username)).toBeVisible();
    const banner = page.getByRole('banner');
    const first = banner.getByRole('link', { name: /^(Add Event|Add Asset|Validate Chain)$/ });
    await expect(first).toHaveText(actions.slice(0, 1));
    if (actions.length > 1) {
      await banner.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menuitem')).toHaveText(actions.slice(1));
    } else await expect(banner.getByRole('button', { name: 'More actions' })).toHaveCount(0);
    await context.close();
  }
});

test('a phone shows four entries, and the rest in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await expect(bar.getByRole('link')).toHaveCount(4);
  await bar.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: 'More' });
  await sheet.getByRole('link', { name: 'Role Demo' }).click();
  await expect(page).toHaveURL(/\/role-demo$/);
  await expect(sheet).toBeHidden();
});

test('every page ends with the copyright, the API link and the observability credit', async ({ page }) => {
  for (const path of ['/', '/assets', '/nothing/here']) {
    await page.goto(path);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(`© ${new Date().getFullYear()} Cairn`);
    await expect(footer).toContainText('powered by an AI observability platform');
    await expect(footer.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api-docs');
  }
});

test('the navigation bar fits any window, regardless of the number of entries', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  for (const width of [320, 640, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/chat');
    await expect(page.getByRole('button', { name: 'Account of demo-maker' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('going offline is marked immediately and announced; lists stay and show their age', async ({ page, context }) => {
  await page.goto('/assets');
  await expect(page.getByRole('row')).toHaveCount(11);
  const height = await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top);
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Events you record are saved on this device")).toBeAttached();
  await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Loaded .* ago$/)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(11);
  expect(await page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top)).toBe(height);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByText('Back online.', { exact: true })).toBeAttached({ timeout: 35_000 });
  await expect(page.getByText(/^Loaded .* ago$/)).toBeHidden();
});

test('a printed page omits screen controls and uses dark ink', async ({ page }) => {
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  await page.emulateMedia({ colorScheme: 'light' });
  await signInAs(page, 'demo-maker');
  await page.goto('/assets/HLX-2026-025');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const onLight = await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ink).not.toBe(onLight);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(ink).toBe('rgb(0, 0, 0)');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('a stopped server shows a notice, and its return clears it', async ({ page }) => {
  await page.route('**/api/chain/live', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByText("The server can't be reached.")).toBeAttached();
  await page.unroute('**/api/chain/live');
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 35_000 });
  await expect(page.getByText("The server can't be reached.")).toHaveCount(0);
});
