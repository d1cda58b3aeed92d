import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Sends a request as the signed-in account. */
const send = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async (request) => {
      const bearer = localStorage.getItem('auth-token');
      const response = await fetch(request.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify(request.body),
      });
      return response.status;
    },
    { path, body },
  );

/** Registers a property of the demo resident, assessed at $100,000 and levied. */
async function registerBilled(page: Page, address: string): Promise<string> {
  const propertyId = `TA-${randomUUID().slice(0, 8).toUpperCase()}`;
  const whole = { numerator: 1, denominator: 1 };
  const parcel = {
    propertyId,
    address,
    neighborhood: 'Quayside',
    propertyType: 'residential',
    squareFootage: 1000,
    owners: [{ owner: { username: 'demo-resident' }, fraction: whole }],
  };
  expect(await send(page, '/api/detroit/roll', { parcels: [parcel] })).toBe(200);
  const assessed = { year: 2026, land: 2_000_000, building: 8_000_000 };
  expect(await send(page, `/api/detroit/properties/${propertyId}/assessments`, assessed)).toBe(200);
  expect(await send(page, '/api/detroit/levies', { year: 2026, propertyIds: [propertyId] })).toBe(200);
  return propertyId;
}

test('an exemption granted late corrects the bill, and its owner sees what it saves', async ({ page, browser }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit');
  const id = await registerBilled(page, '8 Relief Street');
  await page.goto(`/detroit/properties/${id}`);
  const acts = page.getByRole('region', { name: 'City acts' });
  const sheet = page.getByRole('dialog');
  await acts.getByRole('button', { name: 'Exempt' }).click();
  await sheet.getByLabel('Kind').selectOption('homestead');
  await sheet.getByRole('button', { name: 'Grant' }).click();
  await expect(sheet.getByText('State the reason')).toBeVisible();
  await sheet.getByLabel('Reason').fill('Lives there since March');
  await sheet.getByRole('button', { name: 'Grant' }).click();
  await expect(page.getByRole('region', { name: 'Exemptions' }).getByText('Homestead: $25,000.00')).toBeVisible();

  await acts.getByRole('button', { name: 'Correct a bill' }).click();
  await sheet.getByLabel('Reason').fill('Exempt since March');
  await sheet.getByRole('button', { name: 'Preview' }).click();
  await expect(sheet.getByText('Corrected tax')).toBeVisible();
  await sheet.getByRole('button', { name: 'Correct', exact: true }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('region', { name: 'Title history' }).getByRole('radio', { name: 'Taxes' }).click();
  await expect(page.getByText(/Tax of 2026 corrected/)).toBeVisible();

  const home = await (await browser.newContext()).newPage();
  await signInAs(home, 'demo-resident');
  await home.goto(`/detroit/resident?tab=pay&property=${id}`);
  await expect(home.getByText('Homestead: $25,000.00 of the value is exempt', { exact: false })).toBeVisible();
  await home.goto(`/detroit/resident?tab=relief&property=${id}`);
  await expect(home.getByText('Lives there since March')).toBeVisible();
  const publicPage = await (await page.request.get(`/api/detroit/properties/${id}`)).text();
  expect(publicPage).not.toMatch(/homestead|Lives there/i);
});

test('an owner appeals, the city grants it, and the page shows the outcome', async ({ page, browser }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit');
  const address = `${randomUUID().slice(0, 6)} Appeal Street`;
  const id = await registerBilled(page, address);
  const home = await (await browser.newContext()).newPage();
  await signInAs(home, 'demo-resident');
  await home.goto(`/detroit/resident?tab=relief&property=${id}`);
  await home.getByLabel('The right value, dollars').fill('60,000');
  await home.getByLabel('Why it is too high').fill('The garage was taken down.');
  const photo = { name: 'garage.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(`garage of ${id}`) };
  await home.locator('input[type=file]').setInputFiles(photo);
  await expect(home.getByRole('button', { name: 'Remove garage.jpg' })).toBeVisible();
  await home.getByRole('button', { name: 'File Appeal' }).click();
  await expect(home.getByText('Under appeal')).toBeVisible();

  await page.goto('/detroit/city?tab=appeals');
  const card = page.getByRole('region', { name: address });
  await expect(card.getByText('The garage was taken down.')).toBeVisible();
  await card.getByRole('button', { name: 'Decide' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Decision').selectOption('granted');
  await sheet.getByLabel('Land, dollars').fill('10,000');
  await sheet.getByLabel('Building, dollars').fill('95,000');
  await sheet.getByLabel('Reason').fill('Seen on site');
  await sheet.getByRole('button', { name: 'Grant the Appeal' }).click();
  await expect(sheet.getByText('This must be below the assessed $100,000.00 together with building')).toBeVisible();
  await sheet.getByLabel('Building, dollars').fill('50,000');
  await sheet.getByRole('button', { name: 'Grant the Appeal' }).click();
  await expect(sheet).toBeHidden();
  await expect(card).toBeHidden();

  await page.goto(`/detroit/properties/${id}`);
  await expect(
    page.getByRole('region', { name: 'Appeals' }).getByText('Granted: assessed at $60,000.00'),
  ).toBeVisible();
  await expect(page.getByText('Corrects $100,000.00', { exact: false })).toBeVisible();
});
