import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a resident pays half a bill by card, announces a transfer for the rest, and the city confirms it', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident');
  const mine = page.getByRole('region', { name: 'My Properties' });
  await mine.getByRole('button', { name: 'Pay the tax on 342 Garden Hill Road' }).click();
  await expect(page).toHaveURL(/tab=pay/);
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  await form.getByLabel('Amount in dollars').fill('99999999');
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  await expect(form.getByText(/^At most \$[\d,.]+ is owed$/)).toBeVisible();

  await form.getByLabel('Amount in dollars').fill('100.25');
  await form.getByLabel('Payment method').selectOption('fiat');
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  await expect(form.getByText('$102.61 is paid, of which $2.36 is the fee of the payment method.')).toBeVisible();
  const history = page.getByRole('region', { name: 'Payment history' });
  await expect(history.getByRole('row', { name: /\$102\.61, .* Credit Card .* Completed/ })).toBeVisible();

  await form.getByRole('button', { name: 'Pay Another Amount' }).click();
  await form.getByLabel('Amount in dollars').fill('50.00');
  await form.getByLabel('Payment method').selectOption('bank');
  await form.getByRole('button', { name: /^Pay\b/ }).click();
  const notice = form.getByText(/^Transfer \$50\.00 with the reference RF/);
  await expect(notice).toBeVisible();
  const reference = /RF\w+/.exec((await notice.textContent()) ?? '')?.[0] ?? '';
  await expect(history.getByRole('row', { name: /\$50\.00, .* Bank Transfer .* Pending/ })).toBeVisible();

  const desk = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await signInAs(desk, 'demo-government');
  await desk.goto('/detroit/city');
  await desk.getByRole('button', { name: `Confirm ${reference}` }).click();
  const asked = desk.getByRole('dialog', { name: 'Confirm this transfer?' });
  await expect(asked.getByText(reference)).toBeVisible();
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.getByRole('button', { name: `Confirm ${reference}` })).toBeHidden();
  await desk.close();
  await page.goto('/detroit/properties/HB-0018-009');
  const paid = page.getByRole('region', { name: 'Payment history' });
  await expect(paid.getByRole('row', { name: /\$50\.00, .* Bank Transfer .* Completed/ })).toBeVisible();
});

test('the portal asks visitors to sign in, and refuses other roles', async ({ page }) => {
  await page.goto('/detroit/resident');
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  await signInAs(page, 'demo-shipper');
  await page.goto('/detroit/resident');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
});

test('anyone with the number of a bill looks it up and pays it without an account', async ({ page, browser }) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0012-004');
  const bill = page.getByRole('region', { name: 'Tax of 2026' });
  await expect(bill).toContainText(/2026(-[0-9A-Z]{4}){3}/);
  const number = /2026(-[0-9A-Z]{4}){3}/.exec((await bill.textContent()) ?? '')?.[0] ?? '';
  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await visitor.goto('/detroit/pay');
  await visitor.getByLabel('Bill number').fill(number.toLowerCase());
  await visitor.getByRole('button', { name: 'Look up' }).click();
  await expect(visitor.getByText('269 Main Street')).toBeVisible();
  await visitor.getByLabel('Amount in dollars').fill('12.34');
  await visitor.getByLabel('Payment method').selectOption('fiat');
  await visitor.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(visitor.getByText('$12.63 is paid, of which $0.29 is the fee of the payment method.')).toBeVisible();
  await expect(visitor.getByText('Elin Strand')).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Bill as PDF' })).toHaveCount(0);
  const receipt = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: 'Receipt as PDF' }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-pay_[0-9a-z]{20}\.pdf$/);

  // A part: other journeys pay this bill too.
  await visitor.getByRole('button', { name: 'Pay Another Amount' }).click();
  await visitor.getByLabel('Amount in dollars').fill('8.00');
  await visitor.getByLabel('Card', { exact: true }).selectOption({ label: 'TEST card that asks for a confirmation' });
  await visitor.getByRole('button', { name: /^Pay \$/ }).click();
  await visitor.getByRole('link', { name: 'Confirm the payment' }).click();
  const confirmation = visitor.getByRole('region', { name: 'Confirm with your bank' });
  await expect(confirmation).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(visitor.url());
  await expect(stranger.getByRole('region', { name: /^\$[\d,.]+$/ })).toBeVisible();
  await expect(stranger.getByRole('region', { name: 'Confirm with your bank' })).toHaveCount(0);
  await stranger.close();
  await visitor.reload();
  await confirmation.getByRole('button', { name: 'Approve' }).click();
  await expect(visitor.getByRole('button', { name: 'Receipt as PDF' })).toBeVisible();
  await visitor.close();
  const file = page.waitForEvent('download');
  await bill.getByRole('button', { name: 'Bill as PDF' }).click();
  expect((await file).suggestedFilename()).toBe(`bill-${number}.pdf`);
});
