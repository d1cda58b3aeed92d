import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a resident chooses two properties, sees what a payment pays on each, and pays them together', async ({
  page,
}) => {
  await signInAs(page, 'demo-resident');
  await page.goto('/detroit/resident');
  await page.getByRole('button', { name: 'Pay several together' }).click();
  await expect(page).toHaveURL(/property=several/);
  const choice = page.getByRole('region', { name: 'Properties to pay' });
  const boxes = choice.getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of (await boxes.all()).slice(2)) await box.uncheck();
  const lines = page.getByRole('region', { name: 'Bills to pay' });
  // One of them owes the tax of two years.
  await expect(lines.getByRole('row')).toHaveCount(4);

  const form = page.getByRole('region', { name: 'Pay 3 bills together' });
  await form.getByLabel('Amount in dollars').fill('25.50');
  await expect(lines.getByRole('row').nth(1)).toContainText('$25.50');
  await expect(lines.getByRole('row').nth(2)).toContainText('$0.00');
  await form.getByLabel('Payment method').selectOption('fiat');
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('$26.10 is paid, of which $0.60 is the fee of the payment method.')).toBeVisible();
  await page.getByRole('link', { name: /^Payment pay_/ }).click();
  // The other property got none of it.
  await expect(page.getByRole('region', { name: '$26.10' }).getByRole('link', { name: /^HB-/ })).toHaveCount(1);
});
