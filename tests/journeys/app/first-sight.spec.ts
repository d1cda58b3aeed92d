import { readFileSync } from 'node:fs';
import { expect, test } from '../support/journey.ts';
import { holdBack } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false });

  test('every page shows a heading', async ({ page }) => {
    test.setTimeout(120_000);
    const pages = Object.keys(JSON.parse(readFileSync('dist/web/pages.json', 'utf8')));
    for (const path of pages) {
      await page.goto(path.replace('$assetId', 'HLX-2026-025').replace('$username', 'alpenrail'));
      await expect(page.locator('h1, h2').filter({ visible: true }).first(), path).toBeVisible();
    }
  });

  test('pages show their own heading, and an asset’s page its name and status', async ({ page }) => {
    for (const [path, heading] of [
      ['/assets', 'Asset Tracking'],
      ['/blockchain', 'Blockchain'],
      ['/participants', 'Participants'],
      ['/dashboard', 'Every step on record, for anyone to verify.'],
      ['/nothing/here', 'Page not found'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    const { asset } = (await (await page.request.get('/api/assets/HLX-2026-025')).json()) as {
      asset: { name: string; currentStatus: string };
    };
    await page.goto('/assets/HLX-2026-025');
    await expect(page).toHaveTitle(`${asset.name} · Cairn`);
    await expect(page.getByRole('heading', { level: 1, name: asset.name })).toBeVisible();
    const badge = page.locator('[data-tone]').filter({ hasText: asset.currentStatus });
    await expect(badge).toBeVisible();
    const tones = { manufactured: 'blue', shipped: 'yellow', delivered: 'green', 'in transit': 'purple' };
    expect(tones).toHaveProperty(asset.currentStatus, await badge.getAttribute('data-tone'));
    await page.goto('/assets/NOT-THERE');
    await expect(page.getByRole('heading', { level: 1, name: 'NOT-THERE' })).toBeVisible();
  });

  test('the name of an asset is always text, even if it contains markup', async ({ page }) => {
    const login = { username: 'demo-maker', password: 'cairn-demo' };
    const { token } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { token: string };
    const name = `<img src=x onerror=alert(1)> "quoted" & 'more'`;
    const assetId = `HTML-${Date.now().toString(36)}`;
    const recorded = await page.request.post('/api/add-event', {
      headers: { authorization: `Bearer ${token}` },
      data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: { name } },
    });
    expect(recorded.status()).toBe(200);
    await page.goto(`/assets/${assetId}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.locator('main img')).toHaveCount(0);
  });
});

test('a button pressed before the app has loaded, or while it takes over, performs its action', async ({ page }) => {
  for (const isHeld of [false, true]) {
    let load = () => {};
    const isWanted = new Promise<void>((resolve) => (load = resolve));
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) => isWanted.then(() => route.continue()));
    await page.goto('/assets', { waitUntil: 'commit' });
    const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
    await signIn.hover();
    if (isHeld) await page.mouse.down();
    else await signIn.click({ clickCount: 2 });
    const script = page.waitForResponse(/\/assets\/index-[^/]+\.js$/);
    load();
    await (await script).finished();
    if (isHeld) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      await page.mouse.up();
    }
    await expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused();
    await page.unroute(/\/assets\/index-[^/]+\.js$/);
  }
});

test('looks up text that is typed and submitted before the app has loaded', async ({ page }) => {
  const load = await holdBack(page, /\/assets\/index-[^/]+\.js$/);
  await page.goto('/detroit/pay', { waitUntil: 'commit' });
  const field = page.getByLabel('Bill number');
  await field.pressSequentially('2026-0000-0000-0000');
  await field.press('Enter');
  load();
  await expect(page).toHaveURL(/bill=2026-0000-0000-0000/);
  await expect(field).toHaveValue('2026-0000-0000-0000');
});

test('hides content for visitors from a signed-in user while the app loads', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.route(/\/assets\/index-[^/]+\.js$/, () => {});
  for (const [path, heading] of [
    ['/dashboard', 'Dashboard'],
    ['/events', 'Events'],
    ['/audit', 'Audit Trail'],
    ['/testing', 'API Testing'],
    ['/observability', 'Observability'],
    ['/profile', 'Profile Settings'],
    ['/admin', 'Administration'],
    ['/chat', 'AI Assistant'],
    ['/role-demo', 'Role Demo'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
    if (path !== '/dashboard') await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    for (const words of ['Sign In', 'Create Account', 'Authentication Required', 'Sign in to save it'])
      await expect(page.getByText(words, { exact: true }).filter({ visible: true }), words).toHaveCount(0);
  }
});
