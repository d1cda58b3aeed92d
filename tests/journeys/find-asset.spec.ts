import { expect, test } from '@playwright/test';

test('an asset is found by part of its name, and its journey verified in the browser', async ({ page }) => {
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
  await expect(page.getByText('The whole journey is what was recorded')).toBeVisible();
  await page.getByText('Proof and details').first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download proof' }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^cairn-block-\d+\.tlog-proof$/);
});

test('filters live in the address, come back with it, and clear at once', async ({ page }) => {
  await page.goto('/assets?category=Food&status=delivered&sortBy=name&sortOrder=asc&page=2');
  await expect(page.getByLabel('Category')).toHaveValue('Food');
  await expect(page.getByText(/Page 2 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL(/\/assets$/);
  await page.goto('/assets?search=there-is-nothing-like-it');
  await expect(page.getByText('No assets found matching your search criteria')).toBeVisible();
});

test('the filtered assets are saved as CSV', async ({ page }) => {
  await page.goto('/assets?category=Luxury');
  await expect(page.getByText(/\d+ assets/).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('assets.csv');
});

test('an asset that is not there is told, with a way on', async ({ page }) => {
  await page.goto('/assets/NOT-THERE');
  await expect(page.getByText('There is no asset NOT-THERE').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Search the assets' })).toBeVisible();
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
