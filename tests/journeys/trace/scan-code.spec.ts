import { collectComplaints } from '../support/complaints.ts';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('the self-hosted decoder reads a QR code in an image', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/assets/HLX-2026-025');
  const code = await page.getByRole('img', { name: /QR code of/ }).screenshot();
  await page.goto('/events?action=add');
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: code });
  await expect(page.getByLabel('Asset ID').last()).toHaveValue('HLX-2026-025');
});

test('the decoder is self-hosted, and the content policy allows it to run', async ({ page, baseURL }) => {
  const complaints = collectComplaints(page, baseURL ?? '');
  await signInAs(page, 'demo-maker');
  await page.goto('/events?action=add');
  await page.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByRole('dialog', { name: 'Scan a code' })).toBeVisible();
  expect(complaints).toEqual([]);
});
