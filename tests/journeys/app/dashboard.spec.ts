import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '../support/journey.ts';
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
  await page.getByLabel('Start date').fill('2020-01-01');
  await page.getByLabel('End date').fill('2020-01-02');
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
  const titles = page.locator('main').getByRole('heading', { level: 2 });
  await expect(page.getByRole('heading', { name: 'Chain Health' })).toBeVisible();
  await page.getByRole('button', { name: 'Arrange panels' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Arrange panels' });
  await dialog.getByRole('button', { name: 'Move Chain Health up' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Assets by status' }).press(' ');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  const arranged = ['Needs attention', 'Events by day', 'Chain Health', 'Recent Activity', 'AI Assistant'];
  await expect(titles).toHaveText(arranged);
  await page.reload();
  // The prerendered page has the panels in their default order.
  await expect(titles).toHaveText(arranged);
  await page.getByRole('button', { name: 'Arrange panels' }).click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(titles).toHaveText([
    'Needs attention',
    'Events by day',
    'Assets by status',
    'Recent Activity',
    'Chain Health',
    'AI Assistant',
  ]);
});

test('a panel can be exported to CSV, and pausing freezes the screen', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Recent Activity as CSV' }).click(),
  ]);
  expect((await readFile(await download.path(), 'utf8')).split('\r\n')[0]).toMatch(/^Block,Action,Asset,Asset ID/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page).toHaveURL(/live=paused/);
  const assetId = `PAU-${Date.now().toString(36)}`;
  await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth-token'))}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: {} },
  });
  const latest = page.getByRole('list', { name: 'Recent Activity' }).getByRole('link', { name: assetId });
  // The chain has grown and the page has detected it: other queries refetch, this one does not.
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(latest).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(latest).toBeVisible();
});

// The anomalies are a region within "Needs attention", which a resident and the city do not have.
for (const [account, count] of [
  [undefined, 8],
  ['demo-maker', 8],
  ['demo-shipper', 8],
  ['demo-retailer', 8],
  ['demo-auditor', 8],
  ['demo-admin', 8],
  ['demo-resident', 7],
  ['demo-government', 7],
] as const)
  test(`everything fits at 1440 × 900 without scrolling for ${account ?? 'a visitor'}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    if (account) await signInAs(page, account);
    await page.goto('/dashboard');
    await expect(page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(10);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByText('Network Sync')).toBeVisible();
    const regions = page.locator('main').getByRole('region');
    await expect(regions).toHaveCount(count);
    await showLongPlaces(page);
    for (const region of await regions.all()) {
      const box = await region.boundingBox();
      const name = await region.getAttribute('aria-label');
      expect.soft({ name, fits: (box?.y ?? 0) + (box?.height ?? 999) <= 900 }).toEqual({ name, fits: true });
    }
  });

/** Shows a long place in each recent event, whichever events are recent at the hour of the test. */
const showLongPlaces = (page: Page) =>
  page.evaluate(() => {
    for (const place of document.querySelectorAll('li [title]')) place.textContent = '· Copenhagen Airport cold store';
  });

type LedgerBlock = {
  index: number;
  timestamp: number;
  data: { action: string; meta?: { timestamp?: string } };
};

for (const clock of ['happened', 'recorded'] as const)
  test(`the chart counts what the ledger has by when events ${clock === 'happened' ? 'happened' : 'were recorded'}`, async ({
    page,
  }) => {
    await signInAs(page, 'demo-maker');
    await page.goto(`/dashboard?range=90&live=paused${clock === 'recorded' ? '&clock=recorded' : ''}`);
    const chart = page.getByRole('region', { name: 'Events by day' });
    const counted = await readTable(chart);
    expect(counted).toHaveLength(90);
    const blocks: LedgerBlock[] = [];
    for (let pageNumber = 1; blocks.length < 1 || blocks.at(-1)?.index !== 0; pageNumber++) {
      const answer = await page.request.get(`/api/chain?limit=500&page=${pageNumber}`);
      blocks.push(...((await answer.json()) as { chain: LedgerBlock[] }).chain.toReversed());
    }
    const days = new Map<string, number>();
    // Blocks of other domains have a namespace in their action, and are not events.
    const events = blocks.slice(0, -1).filter(({ data }) => !/^[a-z]+\./.test(data.action));
    for (const { timestamp, data } of events) {
      const stated = clock === 'happened' ? Date.parse(data.meta?.timestamp ?? '') : Number.NaN;
      const day = new Date(Number.isNaN(stated) ? timestamp * 1000 : stated).toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
    expect(counted.map(({ day, count }) => [day, count])).toEqual(counted.map(({ day }) => [day, days.get(day) ?? 0]));
  });

test('the chart shows its numbers as a table that links to them, and an empty or one-day period', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard?range=custom&from=2020-01-01&to=2020-01-01');
  const chart = page.getByRole('region', { name: 'Events by day' });
  await expect(chart.getByText('No events in this period')).toBeVisible();
  expect(await readTable(chart)).toEqual([{ day: '2020-01-01', count: 0 }]);
  await page.goto('/dashboard?range=7');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await expect(page).toHaveURL(/chart=table/);
  const row = chart
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first();
  const link = row.getByRole('link');
  const [day, count] = [await link.textContent(), Number(await row.getByRole('cell').first().textContent())];
  await link.click();
  const iso = new Date(`${day} UTC`).toISOString().slice(0, 10);
  await expect(page).toHaveURL(new RegExp(`/events\\?.*from=${iso}&to=${iso}`));
  await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(Math.min(count, 25));
});

/** Reads the table behind the chart, oldest day first. */
async function readTable(chart: Locator): Promise<{ day: string; count: number }[]> {
  await expect(chart.getByRole('table')).toBeAttached();
  const rows = await chart
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  return rows
    .map(([day = '', count = '']) => ({
      day: new Date(`${day} UTC`).toISOString().slice(0, 10),
      count: Number(count.replaceAll(',', '')),
    }))
    .toReversed();
}
