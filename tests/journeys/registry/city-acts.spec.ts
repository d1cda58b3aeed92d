import { createHash, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Registers a property of the city and returns its id. */
async function register(page: Page): Promise<string> {
  const propertyId = `CA-${randomUUID().slice(0, 8).toUpperCase()}`;
  const token = await page.evaluate(() => localStorage.getItem('auth-token'));
  const { ok } = await page.evaluate(
    async ({ id, bearer }) => {
      const parcel = {
        propertyId: id,
        address: '7 Act Street',
        neighborhood: 'Quayside',
        propertyType: 'residential',
        squareFootage: 1000,
        lotSquareFeet: 4001,
      };
      const { status } = await fetch('/api/detroit/roll', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ parcels: [parcel] }),
      });
      return { ok: status === 200 };
    },
    { id: propertyId, bearer: token },
  );
  expect(ok).toBe(true);
  return propertyId;
}

const read = async (page: Page, id: string) => (await page.request.get(`/api/detroit/properties/${id}`)).json();

test('a clerk assesses a property, transfers a half with its deed, and splits it; its page shows the history', async ({
  page,
}) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit');
  const id = await register(page);
  await page.goto(`/detroit/properties/${id}`);
  const acts = page.getByRole('region', { name: 'City acts' });
  const sheet = page.getByRole('dialog');

  await acts.getByRole('button', { name: 'Assess' }).click();
  await sheet.getByLabel('Year').fill('2026');
  await sheet.getByLabel('Land, dollars').fill('40,000.50');
  await sheet.getByLabel('Building, dollars').fill('lots');
  await sheet.getByRole('button', { name: 'Assess' }).click();
  await expect(sheet.getByText('Enter an amount in dollars, such as 120.50')).toBeVisible();
  await sheet.getByLabel('Building, dollars').fill('60000');
  await sheet.getByRole('button', { name: 'Assess' }).click();
  await expect(page.getByText('$100,000.50').first()).toBeVisible();

  await acts.getByRole('button', { name: 'Transfer title' }).click();
  await sheet.getByLabel('Fraction of the whole').fill('1/2');
  await sheet.getByLabel('Username').fill('nobody-like-this');
  await sheet.getByRole('button', { name: 'Transfer' }).click();
  await expect(sheet.getByText('account nobody-like-this was not found')).toBeVisible();
  await sheet.getByLabel('To', { exact: true }).selectOption('A person without an account');
  await sheet.getByLabel('Name').fill('Ada Quay');
  const deed = Buffer.from('the deed');
  await sheet
    .locator('input[type=file]')
    .setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer: deed });
  await expect(sheet.getByText(/^SHA-256/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Transfer' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('region', { name: 'Ownership' }).getByText('50.0%')).toHaveCount(2);
  const { title } = await read(page, id);
  const block = await (await page.request.get(`/api/chain/blocks/${title[0].block.index}`)).text();
  expect(block).toContain(createHash('sha256').update(deed).digest('hex'));
  expect(block).not.toContain('Ada');

  await acts.getByRole('button', { name: 'Split' }).click();
  const parts = sheet.getByRole('group');
  await parts.nth(0).getByLabel('Lot, sq ft').fill('2001');
  await sheet.getByRole('button', { name: 'Split' }).click();
  await expect(page.getByText(/Retired: replaced by/)).toBeVisible();
  await expect(acts).toBeHidden();
  await page
    .getByRole('link', { name: `${id}-A` })
    .first()
    .click();
  await expect(page.getByText(/Created from/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ownership' }).getByText('50.0%')).toHaveCount(2);

  await page.getByRole('region', { name: 'City acts' }).getByRole('button', { name: 'Merge' }).click();
  await sheet.getByLabel('With these properties').fill(`${id}-b`.toLowerCase());
  await sheet.getByLabel('Property ID', { exact: true }).fill(`${id}-M`);
  await sheet.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText(/Retired: replaced by/)).toBeVisible();
  expect(await read(page, `${id}-M`)).toMatchObject({ status: 'active', replaces: [`${id}-A`, `${id}-B`] });
});

test('a clerk records the hash of a document, which anyone can compare with', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit');
  const id = await register(page);
  await page.goto(`/detroit/properties/${id}`);
  await page.getByRole('region', { name: 'City acts' }).getByRole('button', { name: 'Record a document' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(sheet.getByText('Choose the document.')).toBeVisible();
  const plan = { name: 'Survey of 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`survey of ${id}`) };
  await sheet.locator('input[type=file]').setInputFiles(plan);
  await expect(sheet.getByLabel('Title')).toHaveValue('Survey of 2026');
  await sheet.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(sheet).toBeHidden();
  const documents = page.getByRole('region', { name: 'Documents' });
  await documents.locator('input[type=file]').setInputFiles(plan);
  await expect(documents.getByText('is the recorded document “Survey of 2026”')).toBeVisible();
});
