import { expect, test } from '../support/journey.ts';
import { assetOfMaker, recordFromAsset, stepsOf } from '../support/record.ts';
import { signUp } from '../support/sign-up.ts';

test('a retailer signs up, confirms an arrival and hands it over, and cannot act for other roles', async ({ page }) => {
  const username = await signUp(page, 'retailer');
  const assetId = await assetOfMaker(page, { shipped: true });
  const form = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await page.goto('/events');
  await page
    .getByRole('region', { name: 'On its way' })
    .getByRole('link', { name: `Received ${assetId}` })
    .click();
  await form.getByLabel('Location').fill('Shop, goods inward');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByRole('button', { name: 'Evidence' })).toBeVisible();
  await recordFromAsset(page, assetId, 'delivered', 'Shop, counter');
  await page.goto(`/assets/${assetId}`);
  await expect(stepsOf(page).filter({ hasText: username })).toHaveCount(2);
  await expect(page.getByRole('definition').filter({ hasText: username })).toBeVisible();

  await page.goto('/events?action=add');
  await expect(form.getByLabel('Action Type').locator('option').filter({ hasText: 'Shipped' })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Add Event' })).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByText('Access Restricted')).toBeVisible();
});
