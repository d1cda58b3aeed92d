import { asOwner } from '../support/as-owner.ts';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

// The server of this file has a broken chain, so no other file shares it.
test.use({ serverName: 'tampered' });

const index = 300;

test('an auditor sees which block was changed in the database', async ({ page, server }) => {
  await signInAs(page, 'demo-auditor');
  await asOwner(server.folder, `update blocks set data = replace(data, '"user"', '"useR"') where index = ${index}`);
  await page.goto('/blockchain?action=validate');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('The chain is broken')).toBeVisible();
  await expect(sheet.getByText(/Block 300 /).first()).toBeVisible();
  await sheet.getByRole('link', { name: /Show block 300/ }).click();
  await expect(page).toHaveURL(/block=300/);
  await expect(page.getByRole('heading', { name: 'Block 300' })).toBeVisible();
  const broken = page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: /Broken/ });
  await expect(broken).toContainText('300');
  await expect(broken.locator('[data-tilted]')).toBeVisible();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Block 300 failed verification')).toBeVisible();
  await expect(page.getByText(/no longer matches its hash/).first()).toBeVisible();

  await page.goto('/dashboard');
  const health = page.getByRole('region', { name: 'Chain Health' });
  await expect(health.getByText('Error')).toBeVisible();
  await expect(health.getByRole('link', { name: /Show block 300/ })).toBeVisible();
  await expect(page.getByText('0%', { exact: true })).toBeVisible();
});
