import { expect, test } from '../support/journey.ts';
import { assetOfMaker } from '../support/record.ts';
import { signInAs } from '../support/sign-in.ts';

test.use({ permissions: ['geolocation'], geolocation: { latitude: 60.39299, longitude: 5.32415 } });

test('a new asset records its location, inputs and quantity, and its map and lineage show them', async ({ page }) => {
  const input = await assetOfMaker(page);
  await signInAs(page, 'demo-maker');
  await page.goto('/assets?action=add');
  const sheet = page.getByRole('dialog', { name: 'Add Asset' });
  const assetId = `MAP-${Date.now().toString(36)}`;
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Location').fill('Bergen dock 4');
  await sheet.getByLabel('Made from').fill(input);
  await sheet.getByText('Position and quantity').click();
  await sheet.getByRole('button', { name: 'Use my position' }).click();
  await expect(sheet.getByRole('textbox', { name: /^Position/ })).toHaveValue('60.3930, 5.3242');
  await sheet.getByRole('textbox', { name: /^Quantity/ }).fill('12,5');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(sheet.getByText('Choose the unit of the quantity')).toBeVisible();
  await sheet.getByLabel('Unit').selectOption('kilograms');
  await sheet.getByText('Review what will be recorded').click();
  const review = sheet.getByRole('region', { name: 'What will be recorded' });
  for (const said of ['"latitude": 60.393', '"quantity": 12.5', '"uom": "KGM"', `"${input}"`])
    await expect(review).toContainText(said);
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();

  await page.goto(`/assets/${assetId}?tab=map`);
  const map = page.getByRole('region', { name: 'Map of the journey' });
  await map.getByRole('button', { name: 'Stop 1, Bergen dock 4' }).click();
  await expect(page).toHaveURL(/step=\d+/);
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('button', { pressed: true })).toContainText(
    'Bergen dock 4',
  );
  await page.getByRole('tab', { name: 'Lineage' }).click();
  await expect(
    page.getByRole('list', { name: 'Made from' }).getByRole('link', { name: new RegExp(input) }),
  ).toBeVisible();
});

test('a journey without positions explains how to add them', async ({ page }) => {
  const assetId = await assetOfMaker(page);
  await page.goto(`/assets/${assetId}?tab=map`);
  await expect(page.getByText('No step has coordinates')).toBeVisible();
});
