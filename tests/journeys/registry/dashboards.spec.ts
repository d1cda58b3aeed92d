import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Reads a route as the account signed in on the page. */
const read = async (page: Page, path: string) => {
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const response = await page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status()).toBe(200);
  return response.json();
};
const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });
const topOf = async (page: Page, region: string) =>
  (await page.getByRole('region', { name: region, exact: true }).boundingBox())?.y ?? Number.NaN;
const leftOf = async (page: Page, region: string) =>
  (await page.getByRole('region', { name: region, exact: true }).boundingBox())?.x ?? Number.NaN;

test('the dashboard of a resident begins with what is owed, and on a phone links to the portal', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'demo-resident');
  await page.goto('/dashboard');
  const { user } = await read(page, '/api/auth/me');
  const { properties } = await read(page, `/api/participants/${user.id}/properties`);
  const owing: { taxOwed: number; address: string }[] = properties.filter(
    (one: { taxOwed: number }) => one.taxOwed > 0,
  );
  expect(owing.length).toBeGreaterThan(1);
  const taxes = page.getByRole('region', { name: 'Your property taxes' });
  await expect(taxes.getByText(dollars(owing.reduce((sum, { taxOwed }) => sum + taxOwed, 0)))).toBeVisible();
  await expect(taxes.getByText(`owed on ${owing.length} properties`)).toBeVisible();
  const { unread } = await read(page, '/api/detroit/notices?limit=1');
  await expect(taxes.getByRole('link', { name: `Unread notices ${unread}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
  expect(await topOf(page, 'Your property taxes')).toBeLessThan(await topOf(page, 'Totals'));
  const most = owing.reduce((a, b) => (b.taxOwed > a.taxOwed ? b : a));
  await taxes.getByRole('link', { name: most.address }).click();
  await expect(page).toHaveURL(/\/detroit\/resident\?.*tab=pay/);
  await expect(page.getByRole('region', { name: 'Pay', exact: true })).toContainText(
    `${dollars(most.taxOwed)} is owed`,
  );
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link').nth(1)).toHaveText('Resident portal');
  await expect(bar.getByRole('link', { name: 'Resident portal' })).toHaveAttribute('aria-current', 'page');
  await expect(bar.getByRole('button', { name: 'More pages' })).not.toHaveAttribute('aria-current');
});

test('the dashboard of the city counts the open work, and links to it', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/dashboard');
  const transfers = (await read(page, '/api/detroit/payments?status=pending&method=bank&limit=1')).pagination.total;
  const appeals = (await read(page, '/api/detroit/appeals?state=open&limit=1')).pagination.total;
  const held = (await read(page, '/api/payments/held?show=open')).pagination.total;
  const waiting = page.getByRole('region', { name: 'Waiting at the city' });
  expect(transfers).toBeGreaterThan(0);
  for (const line of [
    `Transfers to confirm ${transfers}`,
    `Appeals to decide ${appeals}`,
    `Money in suspense ${held}`,
    /^Tax owed to the city \$/,
  ])
    await expect(waiting.getByRole('link', { name: line })).toBeVisible();
  await waiting.getByRole('link', { name: 'Appeals to decide' }).click();
  await expect(page).toHaveURL(/\/detroit\/city\?tab=appeals/);
});

test('on a phone what needs attention comes before the totals, but not for a visitor', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Every step on record, for anyone to verify.' })).toBeVisible();
  expect(await topOf(page, 'Totals')).toBeLessThan(await topOf(page, 'Needs attention'));
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Held by you' })).toBeVisible();
  expect(await topOf(page, 'Needs attention')).toBeLessThan(await topOf(page, 'Totals'));
});

for (const [account, title] of [
  ['demo-maker', 'Needs attention'],
  ['demo-resident', 'Your property taxes'],
  ['demo-government', 'Waiting at the city'],
] as const)
  test(`on a desktop ${account} reads ${title} first, next to the totals`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAs(page, account);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: title })).toBeVisible();
    await expect(page.locator('main').getByRole('region').first()).toHaveAccessibleName(title);
    expect(await topOf(page, title)).toBe(await topOf(page, 'Totals'));
    expect(await leftOf(page, title)).toBeLessThan(await leftOf(page, 'Totals'));
  });
