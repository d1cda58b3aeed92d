import { expect, type Page } from '@playwright/test';

/** Creates an account through the dialog, as a newcomer does, and returns its username. */
export async function signUp(page: Page, role: 'manufacturer' | 'shipper' | 'retailer' | 'other'): Promise<string> {
  const username = `${role}-${Date.now().toString(36)}`;
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('three wise stones');
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.locator('button[type=submit]').click();
  await expect(page.getByRole('button', { name: `Account of ${username}` })).toBeVisible();
  return username;
}
