import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signInAs } from './support/sign-in.ts';

const routes = [
  '/',
  '/landing',
  '/role-demo',
  '/role-demo?tab=manufacturer',
  '/dashboard',
  '/assets',
  '/assets/HLX-2026-025',
  '/assets/HLX-2026-025?tab=map',
  '/assets/NOT-THERE',
  '/blockchain',
  '/blockchain?view=graph',
  '/blockchain?action=validate',
  '/blockchain?block=5&compare=4',
  '/audit?generated=yes',
  '/participants',
  '/participants?action=add',
  '/participants/alpenrail',
  '/profile',
  '/profile?edit=password',
  '/events',
  '/events?action=add',
  '/chat',
  '/chat?q=Where%20is%20it',
  '/observability',
  '/observability?tab=traces',
  '/observability?tab=routes',
  '/observability?tab=setup',
  '/api-docs',
  '/api-docs?language=python#post_add_event',
  '/api-docs?search=validation',
  '/testing',
  '/testing?operation=post_add_event',
  '/testing?tab=history',
  '/testing?tab=saved',
  '/nothing/here',
];
const firstRouteMax = 170_000;
const lazyRouteMax = 120_000;
/** What Web Vitals call good. */
const layoutShiftMax = 0.1;

/** Until what the page shows first is there: nothing is busy, and motion has ended. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every route is free of accessibility violations (${colorScheme})`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await signInAs(page, 'demo-maker');
    const told: string[] = [];
    for (const route of routes) {
      await page.goto(route);
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations)
        told.push(`${route} ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
    }
    expect(told).toEqual([]);
  });
}

test('no request leaves for another origin, and the content policy is never hit', async ({ page, baseURL }) => {
  test.setTimeout(240_000);
  const outside: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await signInAs(page, 'demo-maker');
  for (const route of routes) {
    await page.goto(route);
    await settled(page);
  }
  await page.goto('/events?action=add');
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByRole('dialog', { name: 'Scan a code' })).toBeVisible();
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a QR code in an image is read, by the decoder that is served from here', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/assets/HLX-2026-025');
  const code = await page.getByRole('img', { name: /QR code of/ }).screenshot();
  await page.goto('/events?action=add');
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: code });
  await expect(page.getByLabel('Asset ID').last()).toHaveValue('HLX-2026-025');
});

test('nothing is cut off or scrolls sideways at 320 px', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'demo-maker');
  for (const route of routes) {
    await page.goto(route);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(320);
  }
});

test('the first route is small, and so is what every other route adds', async ({ page }) => {
  test.setTimeout(240_000);
  const loaded = new Set<string>();
  page.on('response', (response) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(new URL(response.url()).pathname)?.[1];
    if (name) loaded.add(name);
  });
  const sizes = new Map<string, number>();
  for (const name of await readdir('dist/web/assets')) {
    if (name.endsWith('.js')) sizes.set(name, gzipSync(await readFile(`dist/web/assets/${name}`)).length);
  }
  const total = () => [...loaded].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  await page.goto('/');
  await settled(page);
  const first = total();
  expect(first).toBeLessThanOrEqual(firstRouteMax);
  test.info().annotations.push({ type: 'size', description: `/ ${first} bytes` });
  for (const route of routes.slice(1)) {
    const before = total();
    await page.goto(route);
    await settled(page);
    expect(total() - before, route).toBeLessThanOrEqual(lazyRouteMax);
    test.info().annotations.push({ type: 'size', description: `${route} +${total() - before} bytes` });
  }
});

for (const width of [390, 1440]) {
  test(`nothing moves under the reader while a page comes in (${width} px)`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 850 });
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const moved: string[] = [];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const look = async (some: readonly string[]) => {
      for (const route of some) {
        await page.goto(route);
        await settled(page);
        const sum = await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
        if (sum > layoutShiftMax) moved.push(`${route} ${sum.toFixed(3)}`);
      }
    };
    await look(['/', '/dashboard', '/assets', '/role-demo']);
    await signInAs(page, 'demo-maker');
    await look(routes);
    expect(moved).toEqual([]);
  });
}

test('a stopped server is told, and its return too', async ({ page }) => {
  await page.route('**/api/chain/live', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByText(/Connection lost, retrying/)).toBeVisible();
  await page.unroute('**/api/chain/live');
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 35_000 });
  await expect(page.getByText(/Connection lost, retrying/)).toBeHidden();
});
