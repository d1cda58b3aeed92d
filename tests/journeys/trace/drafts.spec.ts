import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('templates fill the form, drafts can be saved, resumed and deleted, and typed input survives a reload', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Delivery' }).click();
  await expect(sheet.getByLabel('Location')).toHaveValue('Customer Location');
  await sheet.getByLabel('Asset ID').fill('DRAFT-1');
  await sheet.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(sheet.getByRole('region', { name: 'Drafts' })).toContainText('DRAFT-1');
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('');

  await page.reload();
  await sheet.getByRole('button', { name: 'Resume' }).click();
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('DRAFT-1');
  await expect(sheet.getByRole('region', { name: 'Drafts' })).toBeHidden();
  await page.reload();
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('DRAFT-1');

  await sheet.getByRole('button', { name: 'Save as Draft' }).click();
  await sheet.getByRole('button', { name: /Delete the draft/ }).click();
  await expect(sheet.getByRole('region', { name: 'Drafts' })).toBeHidden();
  await sheet.getByRole('button', { name: 'Manufacturing' }).click();
  await sheet.getByRole('button', { name: 'Clear Form' }).click();
  await expect(sheet.getByLabel('Location')).toHaveValue('');
});
