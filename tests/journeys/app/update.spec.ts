import { expect, type Page, test } from '../support/front.ts';
import { signInAs } from '../support/sign-in.ts';
import { untilStored } from '../support/stored-app.ts';

// A browser stores a whole build twice in each.
test.describe.configure({ timeout: 180_000 });

const buildOf = (page: Page) => page.locator('html').getAttribute('data-build');

/** Returns the names of the scripts and styles that the page has loaded. */
const loadedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.(js|css)$/.test(name) && name.includes('/assets/')),
  );

/** Restarts the server with the next build, and waits until the browser has stored it. */
async function deployNext(page: Page, front: { set(state: 'up' | 'down'): Promise<void>; deploy(): void }) {
  await front.set('down');
  front.deploy();
  await front.set('up');
  await expect.poll(() => page.evaluate(() => caches.keys()), { timeout: 60_000 }).toContainEqual('build:next');
  // An open dialog hides the rest of the page from screen readers, but not visually. The cache exists before its files
  // do.
  const update = page.locator('header').getByRole('button', { name: 'Update', includeHidden: true });
  await expect(update).toBeVisible({ timeout: 60_000 });
}

test('a new version waits for a half-filled form, which keeps its files, and opens with the next page', async ({
  page,
  front,
}) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events');
  await untilStored(page);
  const first = await buildOf(page);
  await page.getByRole('button', { name: 'Add Event' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Action Type').selectOption('shipped');
  await form.getByLabel('Asset ID').fill('HLX-2026-025');
  await form.getByLabel('Location').fill('Dock 7');

  await deployNext(page, front);
  await expect(form.getByLabel('Location')).toHaveValue('Dock 7');
  // Code that this page has not loaded yet, and that the server no longer has.
  await form.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByRole('dialog', { name: /Scan/ })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await buildOf(page)).toBe(first);
  expect((await loadedFiles(page)).filter((name) => name.includes('/next.'))).toEqual([]);
  await expect(form.getByLabel('Location')).toHaveValue('Dock 7');
  await form.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click();
  await expect(page).toHaveTitle(/Assets/);
  await expect.poll(() => buildOf(page)).toBe('next');
  await expect(page.getByRole('region', { name: 'Assets', exact: true }).getByRole('row')).toHaveCount(11);
  expect((await loadedFiles(page)).filter((name) => !name.includes('/next.'))).toEqual([]);
});

test('a new version opens on request', async ({ page, front }) => {
  await page.goto('/assets?search=oak');
  await untilStored(page);
  await deployNext(page, front);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => buildOf(page)).toBe('next');
  expect(new URL(page.url()).search).toBe('?search=oak');
});

test('ignores an incomplete deployment, and the app keeps working without a connection', async ({ page, front }) => {
  await page.goto('/assets');
  await untilStored(page);
  const first = await buildOf(page);
  await front.set('down');
  front.deploy('without its pages');
  await front.set('up');
  // Resolves when the next worker has given up.
  const ended = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const next = registration.installing;
    if (next === null) return 'not seen';
    await new Promise<void>((resolve) => {
      next.addEventListener('statechange', () => next.state === 'installing' || resolve());
    });
    return next.state;
  });
  expect(await ended).toBe('redundant');
  await front.set('down');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await buildOf(page)).toBe(first);
});
