import { expect, test } from '../support/journey.ts';
import { recordFromAsset, stepsOf } from '../support/record.ts';
import { signUp } from '../support/sign-up.ts';

test('a manufacturer signs up, creates and ships an asset, corrects an event, audits and validates', async ({
  page,
}) => {
  const username = await signUp(page, 'manufacturer');
  const assetId = `MADE-${Date.now().toString(36)}`;
  await page.getByRole('link', { name: 'Assets', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add Asset' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Name').fill('Journey valve');
  await sheet.getByLabel('Category').selectOption('IoT');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(sheet.getByRole('button', { name: 'Evidence' })).toBeVisible();

  await recordFromAsset(page, assetId, 'shipped', 'Bergn');
  await page.goto(`/assets/${assetId}`);
  await expect(stepsOf(page)).toHaveCount(2);
  await stepsOf(page)
    .last()
    .getByRole('link', { name: /^Correct/ })
    .click();
  await sheet.getByLabel('Location').fill('Bergen');
  await sheet.getByLabel('Reason').fill('typing error');
  await sheet.getByRole('button', { name: 'Record the Correction' }).click();
  await sheet.getByRole('link', { name: /journey/ }).click();
  await expect(stepsOf(page).filter({ hasText: 'No longer counts' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Verify', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Verify again' }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Lineage' }).click();
  await expect(page.getByText('No lineage recorded')).toBeVisible();

  await page.goto(`/audit?participant=${username}`);
  await page.getByRole('button', { name: 'Generate Audit Log' }).click();
  await expect(page.getByRole('region', { name: 'Audit log' }).getByRole('row', { name: assetId })).toHaveCount(3);
  await page.getByRole('link', { name: 'Validate the whole chain now' }).click();
  await expect(page.getByText('All blocks are valid')).toBeVisible();
});

test('a manufacturer cannot correct someone else’s event', async ({ page }) => {
  await signUp(page, 'manufacturer');
  const { activities } = await (await page.request.get('/api/recent-activities?limit=1&clock=recorded')).json();
  await page.goto(`/events?action=correct&block=${activities[0].blockIndex}`);
  await expect(page.getByRole('dialog').getByText("You can't correct this event")).toBeVisible();
});
