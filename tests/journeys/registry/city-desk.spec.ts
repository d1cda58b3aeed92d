import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a clerk imports a roll, sees the invalid row, and importing it again changes nothing', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city?tab=roll');
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText(['City desk']);
  const id = `CD-${randomUUID().slice(0, 8).toUpperCase()}`;
  const roll = [
    'property_id,address,neighborhood,use,square_footage,owners',
    `${id}-1,1 Desk Street,Quayside,residential,900,1/2 @demo-resident; 1/2 Ada Quay`,
    `${id}-2,2 Desk Street,Quayside,castle,900,city`,
    `${id}-3,3 Desk Street,Quayside,park,0,1/3 Ada Quay`,
    `${id}-4,4 Desk Street,Quayside,park,0,city`,
  ].join('\n');
  const choose = () =>
    page
      .getByLabel('Choose a CSV or GeoJSON file')
      .setInputFiles({ name: 'roll.csv', mimeType: 'text/csv', buffer: Buffer.from(roll) });
  await choose();
  await expect(page.getByText(/1 row cannot be sent/)).toBeVisible();
  await expect(page.getByText(`${id}-2`)).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 properties' }).click();
  await expect(page.getByText('2 registered, 0 corrected, 0 unchanged, 1 rejected, 1 not sent.')).toBeVisible();
  await expect(page.getByText(`The fractions of ${id}-3 do not add up to exactly one.`)).toBeVisible();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save report' }).click(),
  ]);
  const lines = (await readFile(await report.path(), 'utf8')).split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
    'line,property_id',
    `3,${id}-2`,
    `4,${id}-3`,
  ]);
  await page.getByRole('button', { name: 'Done' }).click();
  await choose();
  await page.getByRole('button', { name: 'Import 3 properties' }).click();
  await expect(page.getByText('0 registered, 0 corrected, 2 unchanged, 1 rejected, 1 not sent.')).toBeVisible();
  const { owners } = await (await page.request.get(`/api/detroit/properties/${id}-1`)).json();
  expect(owners.map(({ fraction }: { fraction: unknown }) => fraction)).toEqual([
    { numerator: 1, denominator: 2 },
    { numerator: 1, denominator: 2 },
  ]);
});

test('the roll is exported as GeoJSON with every active property, and is a valid import', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city?tab=roll');
  const count = async () => (await (await page.request.get('/api/detroit/dashboard')).json()).stats.totalProperties;
  // Other tests register properties meanwhile.
  const before = await count();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export GeoJSON' }).click(),
  ]);
  const path = await file.path();
  const { features } = JSON.parse(await readFile(path, 'utf8'));
  expect(features.length).toBeGreaterThanOrEqual(before);
  expect(features.length).toBeLessThanOrEqual(await count());
  await page.getByLabel('Choose a CSV or GeoJSON file').setInputFiles({
    name: 'roll.geojson',
    mimeType: 'application/geo+json',
    buffer: await readFile(path),
  });
  await page.getByRole('button', { name: `Import ${features.length} properties` }).click();
  await expect(page.getByText(`0 registered, 0 corrected, ${features.length} unchanged, 0 rejected.`)).toBeVisible();
});

test('a clerk sets the rates of a year with a sample bill, previews the levy, and levies a neighborhood', async ({
  page,
}) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city?tab=taxes');
  const rates = page.getByRole('region', { name: 'Rates' });
  const year = await rates.getByLabel('Tax year').inputValue();
  await rates.getByLabel('Percent').first().fill('49');
  await rates.getByRole('button', { name: 'Set Rates' }).click();
  await expect(rates.getByText('The percentages add up to 100')).toBeVisible();
  await rates.getByLabel('Percent').first().fill('50');
  await rates.getByRole('button', { name: 'Preview a bill' }).click();
  const sample = rates.getByRole('region', { name: 'Sample bill' });
  // 6.8 + 8.2 + 1.9 + 0.45 + 0.38 mills of $100,000.
  await expect(sample.getByText('$1,773.00')).toBeVisible();
  await rates.getByRole('button', { name: 'Set Rates' }).click();
  await expect(page.getByText('Rates Set', { exact: true })).toBeVisible();

  const levy = page.getByRole('region', { name: 'Levy', exact: true });
  await levy.getByLabel('Tax year').selectOption(year);
  await levy.getByLabel('Neighborhood').selectOption('Mill End');
  await expect(levy.getByRole('button', { name: `Levy ${year}` })).toBeDisabled();
  await levy.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = levy.getByText(/would be billed \$[\d,.]+ in all/);
  await expect(preview).toBeVisible();
  const sum = /\$[\d,]+\.\d\d/.exec((await preview.textContent()) ?? '')?.[0] ?? '';
  await levy.getByRole('button', { name: `Levy ${year}` }).click();
  await expect(levy.getByText(`were billed ${sum} in all`)).toBeVisible();
  await expect(page.getByRole('row', { name: /finished .* Mill End/ })).toContainText(sum);
});
