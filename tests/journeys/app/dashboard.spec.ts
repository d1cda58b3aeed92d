import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test('the period and the comparison are in the URL, and every total links to its rows', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const figures = page.getByRole('region', { name: 'Totals' });
  await expect(figures.getByText(/in 30 days/).first()).toBeVisible();
  await page.getByLabel('Period').selectOption('7');
  await expect(page).toHaveURL(/range=7/);
  await expect(figures.getByText(/in 7 days/).first()).toBeVisible();
  await expect(figures.getByText(/(than|same as|none) before/).first()).toBeVisible();
  await page.getByLabel('Comparison').selectOption('off');
  await expect(page).toHaveURL(/compare=off/);
  await expect(figures.getByText(/before/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Period')).toHaveValue('7');
  await expect(page.getByLabel('Comparison')).toHaveValue('off');

  await page.getByLabel('Period').selectOption('custom');
  await page.getByLabel('First day').fill('2020-01-01');
  await page.getByLabel('Last day').fill('2020-01-02');
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-02/);
  await figures.getByRole('link', { name: '+0 in those 2 days' }).last().click();
  await expect(page).toHaveURL(/\/events\?from=2020-01-01&to=2020-01-02/);
  await expect(page.getByText('No events match these filters')).toBeVisible();
  await page.goBack();
  await page
    .getByRole('region', { name: 'Assets by status' })
    .getByRole('link', { name: /delivered/ })
    .click();
  await expect(page).toHaveURL(/\/assets\?status=delivered/);
});

test('panels can be moved and hidden by keyboard, stay arranged on this device, and can be reset', async ({ page }) => {
  await page.goto('/dashboard');
  const titles = () => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  await expect(page.getByRole('heading', { name: 'Chain Health' })).toBeVisible();
  await page.getByRole('button', { name: 'Arrange panels' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Arrange panels' });
  await dialog.getByRole('button', { name: 'Move Chain Health up' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Assets by status' }).press(' ');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  const arranged = ['Recent Activity', 'Chain Health', 'Needs attention', 'AI Assistant'];
  expect(await titles()).toEqual(arranged);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Chain Health' })).toBeVisible();
  expect(await titles()).toEqual(arranged);
  await page.getByRole('button', { name: 'Arrange panels' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await titles()).toEqual([
    'Recent Activity',
    'Needs attention',
    'Chain Health',
    'Assets by status',
    'AI Assistant',
  ]);
});

test('a panel can be exported to CSV, and pausing freezes the screen', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Recent Activity as CSV' }).click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')[0]).toMatch(/^Block,Action,Asset ID/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveURL(/live=paused/);
  const assetId = `PAU-${Date.now().toString(36)}`;
  await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth-token'))}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: {} },
  });
  const latest = page.getByRole('list', { name: 'Recent Activity' }).getByRole('link', { name: assetId });
  // The chain has grown and the page knows: other queries refetch, this one does not.
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(latest).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(latest).toBeVisible();
});

test('everything fits at 1440 × 900 without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(10);
  for (const name of ['Recent Activity', 'Chain Health', 'Needs attention', 'Assets by status']) {
    const box = await page.getByRole('region', { name, exact: true }).boundingBox();
    expect({ name, fits: (box?.y ?? 0) + (box?.height ?? 999) <= 900 }).toEqual({ name, fits: true });
  }
});
