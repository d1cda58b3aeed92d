import { expect, type Locator, type Page, test } from '@playwright/test';
import { signUp } from './support/sign-up.ts';

/** Tabs on until the focus is there, as somebody without a mouse has to. */
async function tabTo(page: Page, target: Locator, atMost = 60): Promise<void> {
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('the main task of each screen is done with the keyboard alone', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page, 'manufacturer');
  const assetId = `KEYS-${Date.now().toString(36)}`;
  const sheet = page.getByRole('dialog');

  await page.goto('/assets');
  const add = page.getByRole('button', { name: 'Add Asset' });
  await expect(add).toBeVisible();
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await tabTo(page, sheet.getByLabel('Asset ID'));
  await page.keyboard.type(assetId);
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('link', { name: 'Download proof' })).toBeVisible();
  await tabTo(page, sheet.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('/');
  await page.keyboard.type(assetId);
  const row = page.getByRole('row', { name: assetId });
  await expect(row).toBeVisible();
  await tabTo(page, row.getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}`));
  const verify = page.getByRole('button', { name: 'Verify', exact: true }).first();
  await expect(verify).toBeVisible();
  await tabTo(page, verify);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Verify again' }).first()).toBeVisible();

  await page.goto('/blockchain');
  await expect(page.getByRole('heading', { name: /^Block \d/ })).toBeVisible();
  const before = await page.getByRole('heading', { name: /^Block \d/ }).textContent();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: /^Block \d/ })).not.toHaveText(before ?? '');

  await page.goto('/audit');
  const generate = page.getByRole('button', { name: 'Generate Audit Log' });
  await expect(generate).toBeVisible();
  await tabTo(page, generate);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Audit log' }).getByRole('row')).toHaveCount(26);
});
