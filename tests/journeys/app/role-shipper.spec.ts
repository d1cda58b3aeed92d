import { expect, test } from '../support/journey.ts';
import { assetOfMaker, recordFromAsset, stepsOf } from '../support/record.ts';
import { signUp } from '../support/sign-up.ts';

test('a shipper signs up, receives an asset, ships it on, and cannot act for other roles', async ({ page }) => {
  const username = await signUp(page, 'shipper');
  const assetId = await assetOfMaker(page, { shipped: true });
  await recordFromAsset(page, assetId, 'received', 'Transit hall 2');
  await recordFromAsset(page, assetId, 'shipped', 'Transit hall 2, gate 7');
  await page.goto(`/assets/${assetId}`);
  await expect(stepsOf(page).filter({ hasText: username })).toHaveCount(2);
  await page.getByRole('tab', { name: 'Custody' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Custody' }).getByText(username).first()).toBeVisible();

  await page.goto('/events?action=add');
  const actions = page.getByRole('dialog').getByLabel('Action Type').locator('option');
  await expect(actions.filter({ hasText: 'Received' })).toHaveCount(1);
  await expect(actions.filter({ hasText: 'Manufactured' })).toHaveCount(0);
  await page.goto('/assets');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Asset' })).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await page.goto('/blockchain?action=validate');
  await expect(page.getByText(/Manufacturers and the role other can start a full validation/)).toBeVisible();
});
