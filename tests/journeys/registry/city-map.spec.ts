import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a clerk exports the map, adds a park, sees the invalid feature, and the map has the park', async ({ page }) => {
  await signInAs(page, 'demo-government');
  await page.goto('/detroit/city?tab=roll');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the map' }).click(),
  ]);
  const map = JSON.parse(await readFile(await file.path(), 'utf8'));
  const count = map.features.length;
  expect(count).toBeGreaterThan(10);
  const green = map.features.find(({ properties }: { properties: { kind: string } }) => properties.kind === 'green');
  const park = { ...green, properties: { kind: 'green', name: 'Journey Park' } };
  const castle = { ...green, properties: { kind: 'castle', name: 'Journey Castle' } };
  const choose = (features: object[]) =>
    page.getByLabel('Choose a GeoJSON file of the map').setInputFiles({
      name: 'city-map.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
    });
  await choose([...map.features, park, castle]);
  await expect(page.getByText('1 feature cannot be imported')).toBeVisible();
  await expect(page.getByText(/kind must be water or green/)).toBeVisible();
  await page.getByRole('button', { name: 'Replace the map' }).click();
  await expect(page.getByText(`The map has ${count + 1} features now.`)).toBeVisible();
  const { features } = await (await page.request.get('/api/detroit/map/features')).json();
  expect(features.at(-1)).toEqual(park);
  await page.getByRole('button', { name: 'Done' }).click();
  await choose([...map.features, park]);
  await page.getByRole('button', { name: 'Replace the map' }).click();
  await expect(page.getByText('Nothing changed.')).toBeVisible();
});
