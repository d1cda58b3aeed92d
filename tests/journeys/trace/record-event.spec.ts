import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('a recorded event appears live on a second page', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = `JRN-${Date.now().toString(36)}`;
  const watcher = await context.newPage();
  await watcher.goto('/dashboard');
  await expect(watcher.getByText('Live', { exact: true })).toBeVisible();

  await page.goto('/assets?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(sheet.getByText('Asset ID is required')).toBeVisible();
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Name').fill('Journey pump');
  await sheet.getByLabel('Category').selectOption('IoT');
  await sheet.getByLabel('Location').fill('Tromsø');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Block #\d+ has been added to the blockchain\.$/)).toBeVisible();
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('');
  await sheet.getByRole('button', { name: 'Verify' }).click();
  await expect(sheet.getByText('is unchanged')).toBeVisible();
  await expect(watcher.getByText(assetId).first()).toBeVisible();
  await expect(watcher.getByRole('link', { name: 'Journey pump' }).first()).toBeVisible();

  await page.goto('/events?action=add');
  await sheet.getByRole('button', { name: 'Shipping' }).click();
  await sheet.getByLabel('Asset ID').fill(assetId);
  await sheet.getByLabel('Additional Metadata').fill('carrier:Rail, nothing');
  await sheet.getByText('Review what will be recorded').click();
  await expect(sheet.getByRole('region', { name: 'What will be recorded' })).toContainText('Distribution Center');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  // Values that were not typed are not recorded without a review.
  const review = page.getByRole('dialog', { name: 'Review before recording' });
  await expect(review.getByRole('status')).toContainText('location: Distribution Center');
  await expect(review.getByRole('status')).not.toContainText('carrier');
  await review.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Event Added Successfully', { exact: true })).toBeVisible();
  await page.goto(`/assets/${assetId}`);
  await expect(
    page.getByRole('list', { name: 'Journey' }).getByRole('listitem').filter({ hasText: 'Shipped' }),
  ).toHaveCount(1);
});

test('a list stays stable while it is read, and shows how many items are new', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  for (const path of ['/assets', '/events']) {
    await page.goto(path);
    const list = page.getByRole('main');
    await expect(list.locator('a[href^="/assets/"]').first()).toBeVisible();
    const assetId = `NEWS-${path.slice(1, 3)}-${Date.now().toString(36)}`.toUpperCase();
    const token = await page.evaluate(() => localStorage.getItem('auth-token'));
    // Items that arrive while the list loads count as read, so repeat until there are new ones.
    await expect(async () => {
      await page.request.post('/api/add-event', {
        headers: { authorization: `Bearer ${token}` },
        data: { user: 'demo-maker', action: 'manufactured', asset_id: `${assetId}-${Math.random()}`, meta: {} },
      });
      await expect(list.getByRole('button', { name: /new events?$/ })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(list.getByText(assetId)).toHaveCount(0);
    await list.getByRole('button', { name: /new events?$/ }).click();
    await expect(list.getByText(assetId).first()).toBeVisible();
    await expect(list.getByRole('button', { name: /new events?$/ })).toHaveCount(0);
  }
});

test("the server's refusal is shown at its field", async ({ page }) => {
  await signInAs(page, 'demo-shipper');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Action Type').selectOption('shipped');
  await sheet.getByLabel('Asset ID').fill('NO-SUCH-ASSET');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(page.getByText('Failed to Add Event', { exact: true })).toBeVisible();
  await expect(sheet.getByLabel('Asset ID')).toHaveAttribute('aria-invalid', 'true');
});

test('the next event of the day takes seconds, with defaults, repeat last, and an optional review', async ({
  page,
}) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/events?action=add');
  const sheet = page.getByRole('dialog', { name: 'Add Supply Chain Event' });
  await sheet.getByLabel('Location').fill('Gate 4');
  await sheet.getByRole('button', { name: 'Save as Defaults' }).click();
  await sheet.getByRole('checkbox', { name: 'Review each event before it is sent' }).click();
  await page.reload();
  await expect(sheet.getByLabel('Location')).toHaveValue('Gate 4');

  await sheet.getByLabel('Action Type').selectOption('quality_check');
  await sheet.getByLabel('Asset ID').fill('HLX-2026-025');
  await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
  const review = page.getByRole('dialog', { name: 'Review before recording' });
  await expect(review.getByRole('region', { name: 'What will be recorded' })).toContainText('"role": "manufacturer"');
  await review.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(sheet.getByRole('button', { name: 'Evidence' })).toBeVisible();

  await sheet.getByRole('button', { name: 'Record Another' }).click();
  await expect(sheet.getByLabel('Asset ID')).toBeFocused();
  await expect(sheet.getByLabel('Asset ID')).toHaveValue('');
  await sheet.getByRole('button', { name: /^Repeat last/ }).click();
  await expect(sheet.getByLabel('Action Type')).toHaveValue('quality_check');
  await sheet.getByRole('button', { name: 'Clear Defaults' }).click();
  await sheet.getByRole('button', { name: 'Clear Form' }).click();
  await expect(sheet.getByLabel('Location')).toHaveValue('');
});
