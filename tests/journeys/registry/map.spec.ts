import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const PARCEL = 'HB-0010-003';

/** The canvas, once it is on screen with the whole city. */
async function openMap(page: Page, path = '/detroit') {
  await page.goto(path);
  await expect(page.locator('main#content')).toBeAttached();
  const map = page.getByRole('region', { name: /^Map of the parcels/ });
  await expect(map).toBeVisible();
  await expect(page.getByText('Old Harrow', { exact: true }).last()).toBeVisible();
  return map;
}

/** Returns the position of a parcel's middle on a map that shows the whole city with a margin of 20 pixels. */
async function positionOf(page: Page, id: string, { width, height }: { width: number; height: number }) {
  const read = async (path: string) => (await page.request.get(path)).json();
  const { bounds } = await read('/api/detroit/map');
  const { geometry } = await read(`/api/detroit/properties/${id}`);
  const ring: [number, number][] = geometry.coordinates[0].slice(1);
  const north = (latitude: number) => (Math.asinh(Math.tan((latitude * Math.PI) / 180)) * 180) / Math.PI;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [top, bottom] = [north(bounds.north), north(bounds.south)];
  const pixels = Math.min((width - 40) / (bounds.east - bounds.west), (height - 40) / (top - bottom));
  return {
    x: width / 2 + (mean(ring.map(([longitude]) => longitude)) - (bounds.east + bounds.west) / 2) * pixels,
    y: height / 2 - (mean(ring.map(([, latitude]) => north(latitude))) - (top + bottom) / 2) * pixels,
  };
}

test('selects a parcel both on the map and in the list, without a request to another origin', async ({ page }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const map = await openMap(page);
  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not on screen');
  const position = await positionOf(page, PARCEL, box);
  await expect(async () => {
    await map.hover({ position });
    await expect(page.getByText(`${PARCEL} · Residential`)).toBeVisible({ timeout: 500 });
  }).toPass();
  await map.click({ position });
  await expect(page).toHaveURL(new RegExp(`property=${PARCEL}`));
  await expect(page.getByRole('link', { name: `Title history and documents of ${PARCEL}` })).toBeVisible();
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  expect(violations).toEqual([]);
});

test('the coloring is part of the URL, and its legend explains it', async ({ page }) => {
  await openMap(page);
  const legend = page.getByRole('list', { name: 'Colors of the map' });
  await expect(legend).toContainText('Residential');
  await page.getByRole('radio', { name: 'Tax owed' }).click();
  await expect(page).toHaveURL(/color=owed/);
  await expect(legend).toContainText('$10,000 or more');
  await page.reload();
  await expect(legend).toContainText('$10,000 or more');
});

test('the keyboard skips the map to the list', async ({ page }) => {
  await openMap(page);
  const skip = page.getByRole('link', { name: 'Skip the map' });
  await skip.focus();
  await expect(skip).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('#property-list')).toBeFocused();
});
