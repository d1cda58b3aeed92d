import { appStarted } from '../support/app-started.ts';
import { expect, type Locator, test } from '../support/journey.ts';
import { answered, blockLiveEvents, holdBack, stopClock, watchCalls } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

const skeletonRows = (busy: Locator) => busy.locator('tbody[aria-hidden] tr');

test('the dashboard lists the newest 10 activities, and shows 3 skeleton rows while loading', async ({ page }) => {
  await blockLiveEvents(page);
  const release = await holdBack(page, /\/api\/recent-activities\?/);
  await page.goto('/dashboard');
  await appStarted(page);
  const panel = page.getByRole('region', { name: 'Recent Activity' });
  await expect(panel.locator('[aria-busy=true] ul > li')).toHaveCount(3);
  release();
  await expect(page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(10);
});

test('assets are listed 10 per page, newest first, with one skeleton row for each', async ({ page }) => {
  const release = await holdBack(page, /\/api\/assets\?/);
  const calls = watchCalls(page);
  const table = page.getByRole('region', { name: 'Assets', exact: true });
  await page.goto('/assets?limit=25');
  await expect(skeletonRows(table)).toHaveCount(25);
  await page.goto('/assets');
  await expect(skeletonRows(table)).toHaveCount(10);
  release();
  await expect(table.locator('tbody:not([aria-hidden]) tr')).toHaveCount(10);
  const query = calls.findLast(({ pathname }) => pathname === '/api/assets')?.searchParams;
  expect(Object.fromEntries(query ?? [])).toEqual({ sortBy: 'createdAt', sortOrder: 'desc', page: '1', limit: '10' });
});

test('the participants table shows 5 skeleton rows while loading', async ({ page }) => {
  const release = await holdBack(page, /\/api\/participants-list/);
  await page.goto('/participants');
  const table = page.getByRole('region', { name: 'Participants', exact: true });
  await expect(skeletonRows(table)).toHaveCount(5);
  release();
  await expect(skeletonRows(table)).toHaveCount(0);
});

test('changing a filter returns to page 1, and changing the page keeps the filter', async ({ page }) => {
  await page.goto('/assets?page=2');
  const table = page.getByRole('region', { name: 'Assets', exact: true });
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  const release = await holdBack(page, /\/api\/assets\?.*search=2026/);
  await page.getByLabel('Search assets').fill('2026');
  await expect(page).toHaveURL('/assets?search=2026');
  // The rows still belong to page 2: the next page is computed from the requested page.
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/assets?search=2026&page=2');
  release();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(11);
});

test('a search is sent once, 300 ms after the last key', async ({ page }) => {
  await page.clock.install();
  await blockLiveEvents(page);
  await page.goto('/assets');
  await expect(page.getByRole('region', { name: 'Assets', exact: true }).getByRole('row')).toHaveCount(11);
  const calls = watchCalls(page);
  await stopClock(page);
  const box = page.getByLabel('Search assets');
  for (const keys of ['pu', 'mp']) {
    await box.pressSequentially(keys);
    await page.clock.runFor(299);
  }
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/assets?search=pump');
  await answered(page);
  const searches = calls.filter(({ pathname }) => pathname === '/api/assets');
  expect(searches.map(({ searchParams }) => searchParams.get('search'))).toEqual(['pump']);
});

test('a toast stays for 5 s, even after another one was dismissed by hand', async ({ page }) => {
  await page.clock.install();
  await page.route('**/api/chatbot', (route) => route.abort());
  await page.goto('/chat');
  await page.getByRole('textbox', { name: 'Your question' }).fill('Is the chain intact?');
  await page.getByRole('button', { name: 'Send' }).click();
  const toast = page.locator('li[data-state]').filter({ hasText: 'Failed to send message. Please try again.' });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  await stopClock(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  let passed = 0;
  await expect(async () => {
    passed += 10;
    await page.clock.runFor(10);
    await expect(toast).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.runFor(4999 - passed);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(passed + 1);
  await expect(toast).toHaveCount(0);
});

test('swiping a toast by more than 50 px dismisses it, and less does not', async ({ page }) => {
  await page.route('**/api/chatbot', (route) => route.abort());
  await page.goto('/chat');
  await page.getByRole('textbox', { name: 'Your question' }).fill('Is the chain intact?');
  await page.getByRole('button', { name: 'Send' }).click();
  const toast = page.locator('li[data-state]').filter({ hasText: 'Failed to send message. Please try again.' });
  // Its timer stops under the pointer.
  await toast.hover();
  const swipe = async (pixels: number) => {
    const { x, y, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 20 + pixels / 2, y + height / 2);
    await page.mouse.move(x + 20 + pixels, y + height / 2);
    await page.mouse.up();
  };
  await swipe(49);
  await expect(toast).toHaveAttribute('data-swipe', 'cancel');
  await expect(toast).toHaveAttribute('data-state', 'open');
  await swipe(51);
  await expect(toast).toHaveCount(0);
});

test('a tooltip opens after 700 ms under the pointer', async ({ page }) => {
  await page.clock.install();
  await page.goto('/blockchain');
  const button = page.getByRole('button', { name: 'Older blocks' });
  await expect(button).toBeEnabled();
  await stopClock(page);
  await button.hover();
  const tooltip = page.getByRole('tooltip');
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toHaveText('Older blocks');
});

test('the chain’s scroll bar shows while scrolling, and hides 600 ms later', async ({ page }) => {
  await page.clock.install();
  await page.goto('/blockchain');
  const strip = page.getByRole('listbox', { name: 'Blocks' });
  await expect(strip.getByRole('option', { selected: true })).toBeVisible();
  await stopClock(page);
  await page.clock.runFor(1000);
  const bar = () => strip.evaluate((box) => getComputedStyle(box).scrollbarColor);
  const hidden = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)';
  expect(await bar()).toBe(hidden);
  await strip.evaluate((box) => box.scrollBy(-100, 0));
  await expect.poll(bar).not.toBe(hidden);
  await page.clock.runFor(599);
  expect(await bar()).not.toBe(hidden);
  await page.clock.runFor(1);
  expect(await bar()).toBe(hidden);
});

test('a hash shows its first 16 characters and an ellipsis', async ({ page }) => {
  const block = await (await page.request.get('/api/chain/blocks/1')).json();
  await page.goto('/blockchain?block=1');
  const details = page.getByRole('main');
  for (const hash of [block.prev_hash, block.hash])
    await expect(details.getByText(`${hash.slice(0, 16)}…`, { exact: true }).first()).toBeVisible();
});

test('actions in the URL open their forms, and closing a form removes its action', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  for (const [path, action, title] of [
    ['/events', 'add', 'Add Supply Chain Event'],
    ['/assets', 'add', 'Add Asset'],
    ['/blockchain', 'validate', 'Validate Chain'],
  ] as const) {
    await page.goto(`${path}?action=${action}`);
    const form = page.getByRole('dialog', { name: title });
    await expect(form).toBeVisible();
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(path);
  }
});

test('a busy button shows its progress and cannot be pressed twice', async ({ page }) => {
  const release = await holdBack(page, /\/api\/(auth\/login|register|add-event)$/);
  const waits = async (words: string) => {
    const button = page.getByRole('dialog').getByRole('button', { name: words });
    await expect(button).toBeVisible();
    await expect(button).toBeDisabled();
  };
  await page.goto('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Username').fill('demo-maker');
  await page.getByLabel('Password', { exact: true }).fill('cairn-demo');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await waits('Processing...');

  await signInAs(page, 'demo-maker');
  await page.goto('/participants?action=add');
  await page
    .getByRole('dialog')
    .getByLabel('Username')
    .fill(`held-${Date.now().toString(36)}`);
  await page.getByRole('dialog').getByLabel('Role').selectOption('retailer');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Participant' }).click();
  await waits('Adding...');

  await page.goto('/assets?action=add');
  await page
    .getByRole('dialog')
    .getByLabel('Asset ID')
    .fill(`HELD-${Date.now().toString(36)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add to Blockchain' }).click();
  await waits('Adding...');
  release();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
});
