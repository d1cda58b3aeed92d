import { expect, test } from '@playwright/test';
import { signInAs } from './support/sign-in.ts';

test('an event is recorded, and a second page sees it live', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = `JRN-${Date.now().toString(36)}`;
  const watcher = await context.newPage();
  await watcher.goto('/dashboard');
  await expect(watcher.getByText('Live', { exact: true })).toBeVisible();

  await page.goto('/assets?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(sheet.getByText('Asset ID is required')).toBeVisible();
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Name').fill('Journey pump');
  await sheet.getByLabel('Category').selectOption('IoT');
  await sheet.getByLabel('Location').fill('Tromsø');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Block #\d+ has been added to the blockchain\.$/)).toBeVisible();
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('');
  await sheet.getByRole('button', { name: 'Verify' }).click();
  await expect(sheet.getByText('is what was recorded')).toBeVisible();
  await expect(watcher.getByRole('link', { name: assetId }).first()).toBeVisible();

  await page.goto('/events?action=add');
  await sheet.getByRole('button', { name: 'Shipping' }).click();
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Additional Metadata').fill('carrier:Rail, nothing');
  await sheet.getByText('Review what will be recorded').click();
  await expect(sheet.getByRole('region', { name: 'What will be recorded' })).toContainText('Distribution Center');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
  await page.goto(`/assets/${assetId}`);
  await expect(
    page.getByRole('list', { name: 'Journey' }).getByRole('listitem').filter({ hasText: 'Shipped' }),
  ).toHaveCount(1);
});

test("the server's refusal stands at the field", async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Action Type').selectOption('shipped');
  await sheet.getByLabel('Asset ID').fill('NO-SUCH-ASSET');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Failed to Add Event', { exact: true })).toBeVisible();
  await expect(sheet.getByLabel('Asset ID')).toHaveAttribute('aria-invalid', 'true');
});
