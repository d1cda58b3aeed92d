import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a resident sees unread notices, reads one, and opens its bill', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident');
  await page.getByRole('link', { name: /unread notice/ }).click();
  await expect(page).toHaveURL(/tab=notices/);
  const overdue = page.getByRole('listitem').filter({ hasText: 'Overdue' }).first();
  await expect(overdue).toContainText('of interest is added');
  await overdue.getByRole('button', { name: /Mark as Read/ }).click();
  await expect(overdue.getByText('unread')).toHaveCount(0);
  await expect(page.getByText('This server sends no mail.')).toBeVisible();
  await overdue.getByRole('link', { name: /Open Bill/ }).click();
  await expect(page).toHaveURL(/\/detroit\/pay\?bill=/);
});

test('a clerk previews a schedule and sets it', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city?tab=notices');
  await page.getByLabel('Days before the due day').fill('30, 0');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Enter days from 1 on')).toBeVisible();
  await page.getByLabel('Days before the due day').fill('30, 7');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Due soon, 30 days before')).toBeVisible();
  await page.getByRole('button', { name: 'Set Schedule' }).click();
  await expect(page.getByText('set by demo-government')).toBeVisible();
  await expect(page.getByText('no mail server is connected')).toBeVisible();
});

test('an administrator sets the price of ETH', async ({ page }) => {
  await signInAs(page, 'demo-admin');
  await page.goto('/payments/desk?tab=rate');
  await page.getByLabel('Dollars for one ETH').fill('2,600.50');
  await page.getByRole('button', { name: 'Set Price' }).click();
  await expect(page.getByText('$2,600.50').first()).toBeVisible();
  await expect(page.getByText('In use')).toBeVisible();
});
