import { findViolations } from '../support/accessibility.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { holdBack } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const field = (page: Page) => palette(page).getByRole('combobox');

async function open(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('pasted identifiers are recognized and offered first', async ({ page }) => {
  const { chain } = (await (await page.request.get('/api/chain?limit=1')).json()) as { chain: { hash: string }[] };
  await page.goto('/blockchain');
  for (const [pasted, offered, url] of [
    ['hlx-2026-025', 'HLX-2026-025', /\/assets\/HLX-2026-025$/],
    ['LUM-B01', 'Batch LUM-B01', /\/assets\?batch=LUM-B01$/],
    ['#12', 'Block #12', /\/blockchain\?block=12$/],
    [chain[0]?.hash ?? '', 'Block with hash', /\/blockchain\?block=[0-9a-f]{64}$/],
    ['apotek-nord', 'apotek-nord', /\/participants\/apotek-nord$/],
  ] as const) {
    await open(page);
    await field(page).fill(pasted);
    await expect(palette(page).getByRole('option', { selected: true })).toContainText(offered);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url);
    await expect(palette(page)).toBeHidden();
  }
  await open(page);
  const recent = palette(page).getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveCount(6);
  await expect(recent.first()).toContainText('apotek-nord');
  await recent.filter({ hasText: 'Clear recent places' }).click();
  await open(page);
  await expect(palette(page).getByRole('group', { name: 'Pages' })).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test('pages and actions are navigated with the arrow keys, and match the role', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/assets');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await expect(field(page)).toBeFocused();
  await expect(palette(page).getByRole('option', { name: 'Validate Chain' })).toBeVisible();
  await expect(palette(page).getByRole('option', { name: 'Add Event' })).toHaveCount(0);
  await expect(palette(page).getByRole('option', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(palette(page).getByRole('option', { name: 'Blockchain' })).toHaveAttribute('aria-selected', 'true');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeFocused();

  await open(page);
  await field(page).fill('nothing is called so');
  await expect(palette(page).getByText(/No results for/)).toBeVisible();
});

test('shortcuts perform the listed actions, but not while typing, and can be turned off', async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/dashboard');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText('New event')).toBeVisible();
  await page.keyboard.press('Escape');

  for (const [keys, url] of [
    ['gb', /\/blockchain/],
    ['gp', /\/participants/],
    ['ge', /\/events$/],
    ['n', /\/events\?action=add/],
  ] as const) {
    await page.keyboard.type(keys);
    await expect(page).toHaveURL(url);
  }
  await page.getByRole('dialog').getByLabel('Location').fill('gd t');
  await expect(page).toHaveURL(/\/events\?action=add/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  const before = await dark();
  await page.keyboard.press('t');
  await expect.poll(dark).toBe(!before);

  await page.keyboard.press('?');
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await open(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.keyboard.press('?');
  await expect(sheet).toBeHidden();
  expect(await dark()).toBe(!before);
});

test('text typed right after a slash goes into the page’s search, or into the global one', async ({ page }) => {
  // The page's code is still loading when the keys are pressed.
  const release = await holdBack(page, /\/assets\/assets\.index[^/]*\.js$/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await page.keyboard.type('ga/HLX-2026');
  release();
  await expect(page.getByRole('combobox', { name: 'Search assets' })).toHaveValue('HLX-2026');
  await expect(page).toHaveURL(/search=HLX-2026/);

  const releasePalette = await holdBack(page, /\/assets\/palette[^/]*\.js$/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
  await page.keyboard.type('/HLX-2026-003');
  releasePalette();
  await expect(field(page)).toHaveValue('HLX-2026-003');
});
