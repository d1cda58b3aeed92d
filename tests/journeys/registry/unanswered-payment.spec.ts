import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Lets the next payment reach the server, and loses its answer. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test('a payment with a lost answer turns into its outcome automatically, and pays once', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0018-009');
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  await form.getByLabel('Amount in dollars').fill('17.31');
  await form.getByLabel('Payment method').selectOption('fiat');
  await loseAnswer(page, '**/api/payments/property/HB-0018-009');
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  await expect(form.getByText('$17.72 is paid, of which $0.41 is the fee of the payment method.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Payment history' });
  await expect(history.getByRole('row', { name: /\$17\.72.* Credit Card .* Completed/ })).toHaveCount(1);
  await page.reload();
  await expect(form.getByLabel('Amount in dollars')).toBeVisible();
});

test('a payment that never reached the server is reported as not recorded', async ({ page }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0018-009');
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  await form.getByLabel('Amount in dollars').fill('17.33');
  await page.route('**/api/payments/property/HB-0018-009', (route) => route.abort(), { times: 1 });
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  await expect(form.getByText('Nothing was recorded, and nothing is paid')).toBeVisible();
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  await expect(form.getByText(/^Transfer \$17\.33 with the reference RF/)).toBeVisible();
});

test('a payment sent during a network failure is found once the connection is back', async ({ page, browser }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=several');
  const lines = page.getByRole('region', { name: 'Bills to pay' });
  await expect(lines).toBeVisible();
  const together = page.getByRole('region', { name: /together$/ });
  await together.getByLabel('Amount in dollars').fill('3.21');
  await loseAnswer(page, '**/api/detroit/payments/properties');
  await page.route('**/look-up', (route) => route.abort());
  await together.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(together.getByText('A payment may have gone through')).toBeVisible();
  await page.reload();
  await expect(together.getByText('A payment may have gone through')).toBeVisible();
  await page.unroute('**/look-up');
  await together.getByRole('button', { name: 'Look Up Again' }).click();
  const transfer = together.getByText(/^Transfer \$3\.21 with the reference RF/);
  await expect(transfer).toBeVisible();

  await page.goto('/detroit/resident?tab=pay&property=HB-0012-004');
  const bill = page.getByRole('region', { name: 'Tax of 2026' });
  const number = /2026(-[0-9A-Z]{4}){3}/.exec((await bill.textContent()) ?? '')?.[0] ?? '';
  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await visitor.goto(`/detroit/pay?bill=${number}`);
  await visitor.getByLabel('Amount in dollars').fill('2.22');
  await loseAnswer(visitor, `**/api/detroit/bills/${number}/payments`);
  await visitor.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(visitor.getByText(/^Transfer \$2\.22 with the reference RF/)).toBeVisible();
  await visitor.close();
  await page.goto('/detroit/properties/HB-0012-004');
  const history = page.getByRole('region', { name: 'Payment history' });
  await expect(history.getByRole('row', { name: /\$2\.22.* Bank Transfer/ })).toHaveCount(1);
});
