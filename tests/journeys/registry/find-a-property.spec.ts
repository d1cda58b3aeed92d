import { expect, test } from '../support/journey.ts';

test('a visitor finds a property, reads its owners without names, and verifies its title', async ({ page }) => {
  await page.goto('/detroit');
  await expect(page.locator('main#content')).toBeAttached();
  // The sample city has 150, and other tests register more.
  await expect(page.getByRole('heading', { name: /^1[5-9]\d properties$/ })).toBeVisible();
  const total = page.getByRole('region', { name: 'Totals of the registry' }).getByText(/^1[5-9]\d$/);
  // Retired parcels are neither in the totals nor on the map, so the list shows them only on request.
  await expect(async () => {
    await page.reload();
    const [stated, listed] = await Promise.all([
      total.textContent({ timeout: 2000 }),
      page.getByRole('heading', { name: /^1[5-9]\d properties$/ }).textContent({ timeout: 2000 }),
    ]);
    expect(listed).toBe(`${stated} properties`);
  }).toPass({ timeout: 20_000 });
  await page.getByRole('searchbox', { name: 'Search properties' }).fill('main 582');
  await expect(page.getByRole('heading', { name: '1 property', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=main/);
  await page.getByRole('region', { name: 'Properties' }).getByText('582 Main Street').click();
  await page.getByRole('link', { name: /^Title history and documents of/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '582 Main Street' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ownership' }).getByText(/^Owner [0-9a-f]{8}$/)).toBeVisible();
  const title = page.getByRole('region', { name: 'Title history' });
  await title.getByRole('button', { name: 'Verify' }).click();
  const ownership = await title.getByRole('listitem').count();
  await expect(title.getByRole('radio', { name: 'Ownership' })).toBeChecked();
  await title.getByRole('radio', { name: 'All' }).click();
  await expect(page).toHaveURL(/title=all/);
  // The address changes before the list does.
  await expect(title.getByRole('radio', { name: 'All' })).toBeChecked();
  const entries = await title.getByRole('listitem').count();
  expect(entries).toBeGreaterThan(4);
  expect(ownership).toBeLessThan(entries);
  await expect(title.getByRole('status')).toHaveText(`${entries} of ${entries} verified in this browser`);
  await expect(title.getByText('Verified', { exact: true })).toHaveCount(entries);
  await title.getByRole('radio', { name: 'Taxes' }).click();
  await expect(title.getByRole('listitem')).toHaveCount(entries - ownership);
  await expect(title.getByRole('status')).toHaveText(`${entries} of ${entries} verified in this browser`);
});

test('a title with altered owners or words fails verification, and the page names the block that contradicts it', async ({
  page,
}) => {
  await page.route('**/api/detroit/properties/HB-0010-003', async (route) => {
    const answer = await route.fetch();
    const property = await answer.json();
    property.owners[0].holder = `owner-${'b'.repeat(20)}`;
    property.title[0].summary = 'Nothing happened';
    await route.fulfill({ response: answer, json: property });
  });
  await page.goto('/detroit/properties/HB-0010-003');
  const title = page.getByRole('region', { name: 'Title history' });
  await title.getByRole('button', { name: 'Verify' }).click();
  await expect(title.getByRole('status')).toHaveText('This title failed verification.');
  await expect(title.getByText(/^Block [\d,]+ states other owners\.$/)).toBeVisible();
  await expect(title.getByText(/^Block [\d,]+ says “/)).toBeVisible();
  await expect(title.getByText('Broken', { exact: true })).toHaveCount(1);
});

test('a file is compared with the recorded documents without leaving the browser', async ({ page }) => {
  await page.goto('/detroit/properties/HB-0010-003');
  await expect(page.locator('main#content')).toBeAttached();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await page.getByLabel('Compare a document').setInputFiles({
    name: 'deed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('not recorded'),
  });
  await expect(page.getByText('deed.pdf is not a recorded document of this property.')).toBeVisible();
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test('reports an id that does not exist, with a way back', async ({ page }) => {
  for (const id of ['nope', 'HB-9999-999']) {
    await page.goto(`/detroit/properties/${id}`);
    await expect(page.getByText('Property not found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('link', { name: 'All properties' }).click();
    await expect(page).toHaveURL(/\/detroit$/);
  }
  await page.goto(`/transactions/0x${'0'.repeat(64)}`);
  await expect(page.getByText('Transaction not found')).toBeVisible();
});
