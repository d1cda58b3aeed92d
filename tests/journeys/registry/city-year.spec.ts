import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';
import { installWallet } from '../support/test-wallet.ts';

// A server of its own, because the year counts every cent of its properties.
test.use({ serverName: 'city-year' });

const ids = ['YR-1', 'YR-2', 'YR-3'] as const;
const BILL_CENTS = 177_300;

const owed = async (page: Page, id: string): Promise<number> =>
  (await (await page.request.get(`/api/detroit/properties/${id}`)).json()).taxOwed;

/** Fills and sends the pay form of a property as its owner. */
async function pay(page: Page, id: string, amount: string, method: string, card?: string): Promise<Locator> {
  await page.goto(`/detroit/resident?tab=pay&property=${id}`);
  const form = page.getByRole('region', { name: 'Pay', exact: true });
  await form.getByLabel('Amount in dollars').fill(amount);
  await form.getByLabel('Payment method').selectOption(method);
  if (card !== undefined) await form.getByLabel('Card').selectOption({ label: card });
  await form.getByRole('button', { name: /^Pay \$/ }).click();
  return form;
}

test('a city and a resident go through a year, and every cent is where it belongs', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(480_000);
  await signInAs(page, 'demo-government');

  // The roll, the assessments, the rates and the levy.
  await page.goto('/detroit/city?tab=roll');
  await expect(page.locator('main#content')).toBeAttached();
  const rows = ids.map((id, n) => `${id},${n + 1} Year Street,Yearside,residential,900,@demo-resident`);
  const roll = ['property_id,address,neighborhood,use,square_footage,owners', ...rows].join('\n');
  await page
    .getByLabel('Choose a CSV or GeoJSON file')
    .setInputFiles({ name: 'roll.csv', mimeType: 'text/csv', buffer: Buffer.from(roll) });
  await page.getByRole('button', { name: 'Import 3 properties' }).click();
  await expect(page.getByText('3 registered, 0 corrected, 0 unchanged, 0 rejected.')).toBeVisible();

  await page.goto('/detroit/city?tab=taxes');
  const rates = page.getByRole('region', { name: 'Rates' });
  const year = await rates.getByLabel('Tax year').inputValue();
  await rates.getByRole('button', { name: 'Set Rates' }).click();
  await expect(page.getByText('Rates Set', { exact: true })).toBeVisible();
  for (const id of ids) {
    await page.goto(`/detroit/properties/${id}`);
    await page.getByRole('region', { name: 'City acts' }).getByRole('button', { name: 'Assess' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Year').fill(year);
    await sheet.getByLabel('Land, dollars').fill('40,000');
    await sheet.getByLabel('Building, dollars').fill('60000');
    await sheet.getByRole('button', { name: 'Assess' }).click();
    await expect(sheet).toBeHidden();
  }
  await page.goto('/detroit/city?tab=taxes');
  const levy = page.getByRole('region', { name: 'Levy', exact: true });
  await levy.getByLabel('Tax year').selectOption(year);
  await levy.getByLabel('Neighborhood').selectOption('Yearside');
  await levy.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(levy.getByText(/would be billed \$5,319\.00 in all/)).toBeVisible();
  await levy.getByRole('button', { name: `Levy ${year}` }).click();
  await expect(levy.getByText('were billed $5,319.00 in all')).toBeVisible();

  // The resident pays by all four methods.
  const home = await browser.newPage({ baseURL: server.origin });
  await installWallet(home, server.origin);
  await signInAs(home, 'demo-resident');
  let form = await pay(home, ids[1], '40.00', 'fiat', 'TEST card that pays and is disputed two minutes later');
  await expect(form.getByText(/^\$40\.94 is paid/)).toBeVisible();
  form = await pay(home, ids[0], '100.00', 'fiat', 'TEST card that pays immediately');
  await expect(form.getByText(/^\$102\.35 is paid/)).toBeVisible();
  form = await pay(home, ids[0], '50.25', 'usdc');
  await form.getByRole('button', { name: 'Get sample funds' }).click();
  await expect(form.getByText(/They have no value anywhere/)).toBeVisible();
  await form.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await expect(form.getByText('Paid, final')).toBeVisible();
  form = await pay(home, ids[0], '20.00', 'eth');
  await form.getByRole('button', { name: 'Pay with Test Wallet' }).click();
  await expect(form.getByText('Paid, final')).toBeVisible();
  form = await pay(home, ids[0], '200.00', 'bank');
  const announced = form.getByText(/^Transfer \$200\.00 with the reference RF/);
  await expect(announced).toBeVisible();
  const reference = /RF\w+/.exec((await announced.textContent()) ?? '')?.[0] ?? '';
  form = await pay(home, ids[1], '300.00', 'bank');
  await expect(form.getByText(/^Transfer \$300\.00 with the reference RF/)).toBeVisible();
  form = await pay(home, ids[2], '1773.00', 'fiat', 'TEST card that pays immediately');
  await expect(form.getByText(/^\$1,814\.67 is paid/)).toBeVisible();

  // The statement brings one transfer, with more than was announced. The other one is confirmed by hand, and bounces.
  await page.goto('/payments/statements');
  // Above 12, the day cannot be read as a month.
  const now = new Date();
  const booked = `${Math.max(14, now.getDate())}.${String(now.getMonth() + 1).padStart(2, '0')}.${now.getFullYear()}`;
  const lines = ['Booked;Purpose;Betrag;Payer;Entry id', `${booked};Tax ${reference};250,00;Ada Quay;Y-1`];
  await page.getByLabel('Choose a bank statement, or drop it here').setInputFiles({
    name: 'year.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await page.getByRole('button', { name: 'Read File' }).click();
  await page.getByLabel('Bank account').fill('City operating account');
  await page.getByRole('button', { name: 'Send 1 Line' }).click();
  await expect(page.getByRole('region', { name: 'Lines' }).getByText(`Settled a payment for ${ids[0]}`)).toBeVisible();
  await page.goto('/detroit/city');
  await page.getByRole('link', { name: '$300.00' }).click();
  const confirmation = page.getByRole('region', { name: 'Confirm', exact: true });
  await confirmation.getByLabel('Arrived, in dollars').fill('3OO');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirmation.getByText('Enter an amount in dollars, such as 120.50')).toBeVisible();
  await confirmation.getByLabel('Arrived, in dollars').fill('300');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  const bounced = page.getByRole('region', { name: 'Take back' });
  await bounced.getByLabel('Reason').fill('The bank returned the transfer');
  await bounced.getByRole('button', { name: 'Take Back' }).click();
  const asked = page.getByRole('dialog', { name: 'Take back this payment?' });
  await asked.getByRole('button', { name: 'Take Back' }).click();
  await expect(page.getByText(/block #[\d,]+: The bank returned the transfer/)).toBeVisible();
  await expect(bounced).toBeHidden();

  // The third property is sold, and split.
  await page.goto(`/detroit/properties/${ids[2]}`);
  const acts = page.getByRole('region', { name: 'City acts' });
  const sheet = page.getByRole('dialog');
  await acts.getByRole('button', { name: 'Transfer title' }).click();
  await sheet.getByLabel('To', { exact: true }).selectOption('A person without an account');
  await sheet.getByLabel('Name').fill('Bo Pier');
  await sheet.getByRole('button', { name: 'Transfer' }).click();
  await expect(sheet).toBeHidden();
  await acts.getByRole('button', { name: 'Split' }).click();
  await sheet.getByRole('button', { name: 'Split' }).click();
  await expect(page.getByText(/Retired: replaced by/)).toBeVisible();
  await page
    .getByRole('region', { name: 'Title history' })
    .getByRole('button', { name: /^Verify/ })
    .click();
  await expect(page.getByText(/^(\d+) of \1 verified in this browser/)).toBeVisible();

  // The cardholder disputes the first payment.
  const history = home.getByRole('region', { name: 'Payment history' });
  await expect(async () => {
    await home.goto(`/detroit/properties/${ids[1]}`);
    await expect(history.getByText('-$40.94')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 200_000 });

  expect([await owed(page, ids[0]), await owed(page, ids[1]), await owed(page, ids[2])]).toEqual([
    BILL_CENTS - 10_000 - 5025 - 2000 - 25_000,
    BILL_CENTS,
    0,
  ]);
  await home.close();
  expect(await (await page.request.get('/api/chain/validate')).json()).toMatchObject({ valid: true });
});
