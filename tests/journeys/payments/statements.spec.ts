import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const statement = (lines: readonly string[]) => ({
  name: 'march.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Booked;Purpose;Betrag;Payer;Entry id', ...lines].join('\r\n')),
});

/** Announces a bank transfer for a property and returns its reference. */
async function announce(page: Page, propertyId: string, amount: number): Promise<string> {
  const login = await page.request.post('/api/auth/login', {
    data: { username: 'demo-government', password: 'cairn-demo' },
  });
  const { token } = await login.json();
  const answer = await page.request.post(`/api/payments/property/${propertyId}`, {
    data: { amount, paymentMethod: 'bank' },
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()).payment.reference;
}

async function owingProperty(page: Page): Promise<{ id: string; owed: number }> {
  const answer = await page.request.get('/api/detroit/properties?owed=yes&sortBy=taxOwed&sortOrder=desc&limit=1');
  const [property] = (await answer.json()).properties;
  return { id: property.propertyId, owed: property.taxOwed };
}

test('a statement settles the payments that it names, skips known lines, and other money is assigned by hand', async ({
  page,
}) => {
  const { id, owed } = await owingProperty(page);
  const reference = await announce(page, id, 1200);
  const lines = [
    `14.03.2026;Steuer ${reference};12,00;Ada Quay;E-1`,
    `14.03.2026;For ${id};3,50;Bo Pier;E-2`,
    '14.03.2026;Electricity;-80,10;Works;E-3',
  ];
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city');
  await expect(page.locator('main#content')).toBeAttached();
  await page.getByRole('link', { name: 'Bank statements' }).click();
  const file = page.getByLabel('Choose a bank statement, or drop it here');
  await file.setInputFiles(statement(lines));
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('$12.00');
  await page.getByRole('button', { name: 'Read File' }).click();
  await page.getByLabel('Bank account').fill('City operating account');
  await page.getByRole('button', { name: 'Send 3 Lines' }).click();

  const outcomes = page.getByRole('region', { name: 'Outcomes' });
  await expect(outcomes.getByRole('definition').first()).toHaveText('1');
  const table = page.getByRole('region', { name: 'Lines' });
  await expect(table.getByText(`Settled a payment for ${id}`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption({ label: 'To decide (1)' });
  await expect(page).toHaveURL(/outcome=candidates/);
  await table.getByText(`Bo Pier · For ${id}`).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Assign ${id}` })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const answer = await page.request.get(`/api/detroit/properties/${id}`);
  expect((await answer.json()).taxOwed).toBe(owed - 1550);

  await page.getByRole('link', { name: 'All statements' }).click();
  await file.setInputFiles(statement([...lines, '15.03.2026;Birthday;1,00;Cy;E-4']));
  // The columns of this file are stored.
  await page.getByRole('button', { name: 'Read File' }).click();
  await expect(page.getByLabel('Bank account')).toHaveValue('City operating account');
  await page.getByRole('button', { name: 'Send 4 Lines' }).click();
  await expect(outcomes.getByText('Known already').locator('xpath=following-sibling::dd[1]')).toHaveText('3');
});

test('refuses a file that is not a statement, with the reason', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/payments/statements');
  const bomb = '<!DOCTYPE a [<!ENTITY b "b">]><Document>&b;</Document>';
  await page
    .getByLabel('Choose a bank statement, or drop it here')
    .setInputFiles({ name: 'bomb.xml', mimeType: 'text/xml', buffer: Buffer.from(bomb) });
  await expect(page.getByRole('alert')).toContainText('document type');
});
