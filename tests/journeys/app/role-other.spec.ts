import { expect, test } from '../support/journey.ts';
import { assetOfMaker } from '../support/record.ts';
import { signUp } from '../support/sign-up.ts';

test('the role other signs up, audits, exports the log, validates, and may not record', async ({ page }) => {
  await signUp(page, 'other');
  const assetId = await assetOfMaker(page);
  await page.getByRole('link', { name: 'Audit Trail' }).first().click();
  await page.getByRole('combobox', { name: 'Asset' }).fill(assetId);
  await page.getByRole('option', { name: new RegExp(assetId) }).click();
  await page.getByRole('button', { name: 'Generate Audit Log' }).click();
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('row', { name: assetId })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download CSV' }).click();
  const file = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString();
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain(assetId);

  await page.getByRole('link', { name: 'Validate the whole chain now' }).click();
  await expect(page.getByText('All blocks are valid')).toBeVisible();

  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await page.goto(`/assets/${assetId}`);
  await expect(page.getByRole('link', { name: 'Recall report' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Event for this asset' })).toHaveCount(0);
});
