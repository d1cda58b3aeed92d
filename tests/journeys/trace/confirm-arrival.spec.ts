import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a retailer confirms an arrival from the list of assets on their way', async ({ page }) => {
  await signInAs(page, 'demo-retailer');
  await page.goto('/events');
  const arrivals = page.getByRole('region', { name: 'On its way' });
  await arrivals
    .getByRole('link', { name: /^Received / })
    .first()
    .click();
  await expect(page).toHaveURL(/action=add&record=received&id=/);
  const assetId = new URL(page.url()).searchParams.get('id') ?? '';
  const form = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await expect(form.getByPlaceholder('PRD-2024-XXX')).toHaveValue(assetId);
  await form.getByLabel('Location').fill('Shop, goods inward');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true }).first()).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/record=/);
  await page.goto(`/assets/${encodeURIComponent(assetId)}`);
  await expect(page.getByText('Shop, goods inward').first()).toBeVisible();
});

test('an asset offers the event form only to users who may record', async ({ page }) => {
  await page.goto('/assets/HLX-2026-025');
  await expect(page.getByRole('link', { name: 'Recall report' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add Event for this asset' })).toHaveCount(0);
  await signInAs(page, 'demo-shipper');
  await page.goto('/assets/HLX-2026-025');
  await page.getByRole('link', { name: 'Add Event for this asset' }).click();
  await expect(page.getByPlaceholder('PRD-2024-XXX')).toHaveValue('HLX-2026-025');
});
