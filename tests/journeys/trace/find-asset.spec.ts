import { appStarted } from '../support/app-started.ts';
import { expect, test } from '../support/journey.ts';
import { assetOfMaker } from '../support/record.ts';
import { signInAs } from '../support/sign-in.ts';

test('an asset can be found by part of its name, and its journey verified in the browser', async ({ page }) => {
  await page.goto('/assets');
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.keyboard.press('/');
  await page.keyboard.type('monoclonal');
  await expect(page).toHaveURL(/search=monoclonal/);
  await page.getByLabel('Category').selectOption('Pharma');
  await expect(page).toHaveURL(/category=Pharma/);
  await page
    .getByRole('link', { name: /Monoclonal/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /Monoclonal/ })).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).first().click();
  await expect(page.getByText(/^(\d+) of \1 steps verified$/)).toBeVisible();
  await expect(page.getByText('Content unchanged · Signed')).toBeVisible();
  await page.getByText('Proof and details').first().click();
  await page.getByRole('button', { name: 'Evidence' }).nth(1).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download proof', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^cairn-block-\d+\.tlog-proof$/);
});

test('a journey is not verified if this browser has seen another log, although every block of it holds', async ({
  page,
}) => {
  await page.goto('/assets/HLX-2026-025');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText(/^\d+ of \d+ steps verified$/)).toBeVisible();
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('ledger:trusted-log') ?? '{}');
    localStorage.setItem('ledger:trusted-log', JSON.stringify({ ...seen, root: '0'.repeat(64) }));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('This journey failed verification')).toBeVisible();
  await expect(page.getByText(/steps verified/)).toHaveCount(0);
});

test('filters are in the URL, are restored from it, and clear together', async ({ page }) => {
  await page.goto('/assets?category=Food&status=delivered&sortBy=name&sortOrder=asc&page=2');
  await expect(page.getByLabel('Category')).toHaveValue('Food');
  await expect(page.getByText(/Page 2 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/assets$/);
  await page.goto('/assets?search=there-is-nothing-like-it');
  await expect(page.getByText('No assets found matching your search criteria')).toBeVisible();
});

test('the filtered assets can be exported to CSV', async ({ page }) => {
  await page.goto('/assets?category=Luxury');
  await expect(page.getByText(/\d+ assets/).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('assets.csv');
});

test('a missing asset is reported, with a next step', async ({ page }) => {
  await page.goto('/assets/NOT-THERE');
  await expect(page.getByText('No asset named NOT-THERE').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Search assets' })).toBeVisible();
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a filter shows how many assets match, and a batch can be chosen from the frequent ones', async ({ page }) => {
  await page.goto('/assets?category=Luxury');
  await expect(page.getByText('22 assets').first()).toBeVisible();
  await expect(page.getByLabel('Category').locator('option', { hasText: 'Luxury (22)' })).toBeAttached();
  await page.getByLabel('Rows per page').selectOption('25');
  await expect(page).toHaveURL(/limit=25/);
  await page.getByLabel('Batch').fill('LUM-B01');
  await page.getByRole('option', { name: /LUM-B01/ }).click();
  await expect(page).toHaveURL(/batch=LUM-B01/);
  await expect(page.getByText('6 assets').first()).toBeVisible();
});

test('an id opens its asset directly, and a typo finds the intended one', async ({ page }) => {
  await page.goto('/assets');
  await expect(page.getByRole('row')).toHaveCount(11);
  const box = page.getByRole('combobox', { name: 'Search assets' });
  // The key handler may load a moment after the page, so a key pressed too early is pressed again.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(box).toHaveValue('');
  await page.keyboard.type('hlx-2026-025');
  await expect(page.getByRole('option', { name: /HLX-2026-025/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/assets\/HLX-2026-025/);
  await page.goto('/assets?search=Arabika');
  await page
    .getByRole('button', { name: /Arabica/ })
    .first()
    .click();
  await expect(page).toHaveURL(/search=Washed/);
});

test('recent searches are listed, and searches can be saved by name and reopened', async ({ page }) => {
  await page.goto('/assets?category=Pharma');
  // Enter has no effect before the app has taken over.
  await expect(page.getByText(/^\d+ assets$/)).toBeVisible();
  await page.getByLabel('Search assets').fill('insulin');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=insulin/);
  await page.getByRole('button', { name: /^Saved/ }).click();
  await page.getByLabel('Name of this search').fill('Our insulin');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/assets');
  await page.getByLabel('Search assets').click();
  await expect(page.getByRole('option', { name: 'insulin' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Saved/ }).click();
  await page.getByRole('button', { name: /^Our insulin/ }).click();
  await expect(page).toHaveURL(/category=Pharma/);
  await expect(page).toHaveURL(/search=insulin/);
});

test('the assets that the user holds are one choice, in the URL, and equal the ledger', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/assets');
  // The prerendered page has the field too, but no choices yet.
  await appStarted(page);
  await page.getByRole('combobox', { name: 'Participant' }).click();
  await page.getByRole('option', { name: 'Held by me', exact: true }).click();
  await expect(page).toHaveURL(/custodian=demo-maker/);
  const held: { assets: { custodian?: string }[]; total_count: number } = await (
    await page.request.get('/api/assets?custodian=demo-maker&limit=100')
  ).json();
  expect(held.assets.every(({ custodian }) => custodian === 'demo-maker')).toBe(true);
  await expect(page.getByText(`${held.total_count} assets`, { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: `Held by you ${held.total_count}` }).click();
  await expect(page).toHaveURL(/custodian=demo-maker/);
});

test('a table fades at its edge while columns are hidden there', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/assets');
  // Rows that arrive after the scrolling make the table wider.
  await expect(page.getByRole('region', { name: 'Assets', exact: true })).toHaveAttribute('aria-busy', 'false');
  const box = page.getByRole('table', { name: 'Assets' }).locator('..');
  await expect(box).toHaveClass(/fading-edge/);
  await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(box).not.toHaveClass(/fading-edge/);
});

test('the address of an asset in another spelling opens the page of the recorded one', async ({ page }) => {
  const assetId = await assetOfMaker(page, { assetId: `https://stones.example/${Date.now()}/Granit%C3%A9` });
  const spelled = assetId.replace('https://stones', 'HTTPS://Stones').replace('%C3%A9', '%c3%a9');
  await page.goto(`/assets/${encodeURIComponent(spelled)}?tab=custody`);
  await expect(page.getByRole('button', { name: 'Copy Asset ID' })).toContainText(assetId);
  await expect(page).toHaveURL((url) => url.pathname.endsWith(encodeURIComponent(assetId)));
  await expect(page).toHaveURL(/tab=custody/);
});
