import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a declined TEST card pays nothing; one that needs a confirmation pays after it, and the city refunds a part', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident?tab=pay&property=HB-0012-004');
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  await form.getByLabel('Payment method').selectOption('fiat');
  await expect(form.getByText('TEST', { exact: true })).toBeVisible();
  await expect(form.getByText(/The fee is \$[\d,.]+, \$[\d,.]+ in total\. Pays the oldest bill first/)).toBeVisible();
  await form.getByLabel('Amount in dollars').fill('31.25');
  await form.getByLabel('Card').selectOption({ label: 'TEST card that is declined' });
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(form.getByRole('alert')).toContainText('Use another card, or pay by bank transfer. Nothing was paid.');

  await form.getByLabel('Card').selectOption({ label: 'TEST card that asks for a confirmation' });
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  await form.getByRole('link', { name: 'Confirm the payment' }).click();
  const confirmation = page.getByRole('region', { name: 'Confirm with your bank' });
  await expect(confirmation.getByText('TEST', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Confirm the payment of $31.98 to complete it.')).toBeVisible();
  await confirmation.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByText('$31.98 is paid, of which $0.73 is the fee of the payment method.')).toBeVisible();
  await expect(confirmation).toBeHidden();

  const desk = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await signInAs(desk, 'demo-government');
  await desk.goto(page.url());
  const refund = desk.getByRole('region', { name: 'Refund' });
  await refund.getByLabel('Refund in dollars').fill('40');
  await refund.getByLabel('Reason').fill('Paid twice');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('At most $31.98 is left')).toBeVisible();
  await refund.getByLabel('Refund in dollars').fill('1.25');
  await refund.getByRole('button', { name: 'Refund' }).click();
  const asked = desk.getByRole('dialog', { name: 'Refund this payment?' });
  await expect(asked.getByText('$1.25')).toBeVisible();
  await asked.getByRole('button', { name: 'Refund' }).click();
  await expect(desk.getByText(/block #[\d,]+: Paid twice/)).toBeVisible();
  await expect(refund.getByText('$30.73 is left')).toBeVisible();
  await desk.close();

  await page.reload();
  await expect(page.getByText('-$1.25')).toBeVisible();
  await expect(page.getByText('Paid twice')).toHaveCount(0);
});
