import { expect, type Page } from '../support/journey.ts';

export type Own = { subscription: { planId: string; status: string; userCount: number; assetCount: number } | null };

/** Reads a response of the subscription API as the account of the page. */
export async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const headers = { authorization: `Bearer ${token}` };
  return (await (await page.request.get(`/api/subscription/${path}`, { headers })).json()) as Answer;
}

/** Signs a company up by the button of the landing page, which starts its trial. */
export async function signUpForTrial(page: Page): Promise<string> {
  const username = `company-${Date.now().toString(36)}`;
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Account' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('three wise stones');
  await dialog.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect
    .poll(async () => (await read<Own>(page, 'subscription')).subscription)
    .toMatchObject({ planId: 'starter', status: 'trial', userCount: 10, assetCount: 100 });
  return username;
}

export const moveOn = async (page: Page, by: '1 Day' | '1 Week' | '1 Month') => {
  const clock = page.getByRole('region', { name: 'Billing time of the demo' });
  const before = await clock.locator('strong').textContent();
  await clock.getByRole('button', { name: by }).click();
  await expect(clock.locator('strong')).not.toHaveText(before ?? '');
};
