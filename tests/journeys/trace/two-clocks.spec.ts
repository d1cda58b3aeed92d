import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

/** Records an asset that was made on day `day` of 2019, and is recorded now. Returns its id. */
async function recordLate(page: Page, day: string): Promise<string> {
  const assetId = `LATE-${Date.now().toString(36)}`;
  const login = { username: 'demo-maker', password: 'cairn-demo' };
  const { token } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as { token: string };
  const answer = await page.request.post('/api/add-event', {
    headers: { authorization: `Bearer ${token}` },
    data: { user: 'demo-maker', action: 'manufactured', asset_id: assetId, meta: { timestamp: `${day}T12:00:00Z` } },
  });
  expect(answer.status()).toBe(200);
  return assetId;
}

const today = () => new Date().toISOString().slice(0, 10);

test('events are listed by when they happened, or by when they were recorded, by the URL', async ({ page }) => {
  const assetId = await recordLate(page, '2019-03-04');
  await signInAs(page, 'demo-maker');
  await page.goto('/events?from=2019-03-04&to=2019-03-04');
  const events = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  await expect(events.filter({ hasText: assetId })).toContainText('recorded');
  await expect(page.getByLabel('Start date')).toHaveValue('2019-03-04');

  await page.getByLabel('Dates and order').selectOption('When it was recorded');
  await expect(page).toHaveURL(/clock=recorded/);
  await expect(page.getByText('No events match these filters')).toBeVisible();
  await page.goto(`/events?clock=recorded&from=${today()}&to=${today()}`);
  await expect(events.first()).toContainText(assetId);
  await expect(events.first()).toContainText('happened');

  await page.goto('/events');
  await expect(events).toHaveCount(25);
  await expect(events.filter({ hasText: assetId })).toHaveCount(0);
  await page.getByRole('button', { name: 'Load older events' }).click();
  await expect(events).toHaveCount(50);
  const blocks = await events.getByRole('link', { name: /^#/ }).allTextContents();
  expect(new Set(blocks).size).toBe(50);
});

test('both times of an event are shown on hover', async ({ page }) => {
  const assetId = await recordLate(page, '2019-03-05');
  await signInAs(page, 'demo-maker');
  await page.goto(`/events?asset=${assetId}`);
  await page.getByRole('table', { name: 'Events' }).locator('time').first().hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toContainText(/Happened .*2019/);
  await expect(tooltip).toContainText(`Recorded`);
});

test('the dashboard counts a period by either time, and exports the days by it', async ({ page }) => {
  await recordLate(page, '2019-03-06');
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard?range=custom&from=2019-03-06&to=2019-03-06');
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByText('+1 on Mar 6, 2019')).toHaveCount(2);
  await totals.getByRole('link', { name: '+1 on Mar 6, 2019' }).click();
  await expect(page.getByRole('table', { name: 'Events' }).locator('tbody tr')).toHaveCount(1);
  await page.goBack();

  await page.getByLabel('Dates and order').selectOption('When it was recorded');
  await expect(page).toHaveURL(/clock=recorded/);
  await expect(totals.getByText('+0 on Mar 6, 2019')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Events by day as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('Day recorded (UTC)');
  await totals.getByRole('link', { name: '+0 on Mar 6, 2019' }).click();
  await expect(page).toHaveURL(/\/events\?.*clock=recorded/);
});

test('an auditor filters the log by when events happened, and exports it in that order', async ({ page }) => {
  const assetId = await recordLate(page, '2019-03-07');
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit?from=2019-03-07&to=2019-03-07&generated=yes');
  await expect(page.getByText('No matching entries')).toBeVisible();
  await page.getByLabel('Dates and order').selectOption('When it happened');
  await page.getByRole('button', { name: 'Generate Audit Log' }).click();
  await expect(page).toHaveURL(/clock=happened/);
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('columnheader', { name: 'Happened' })).toBeVisible();
  await expect(log.getByRole('row', { name: new RegExp(assetId) })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Download CSV' }).click();
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(header).toContain('timestamp,happenedAt');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('2019-03-07T12:00:00.000Z');
});

test('the form states when an event happened, in local time, and refuses the future', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  const assetId = `WHEN-${Date.now().toString(36)}`;
  await page.goto('/assets?action=add');
  const form = page.getByRole('dialog');
  await form.getByLabel('Asset ID').fill(assetId);
  await form.getByLabel('When it happened').fill('2099-01-01T12:00');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByText('This is in the future.')).toBeVisible();
  await form.getByLabel('When it happened').fill('2019-03-09T12:00');
  await form.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(form.getByLabel('When it happened')).toHaveValue('');
  await form.getByRole('button', { name: 'Resume' }).click();
  await expect(form.getByLabel('When it happened')).toHaveValue('2019-03-09T12:00');
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByRole('heading', { name: /Recorded in block/ })).toBeVisible();
  const instant = await page.evaluate(() => new Date('2019-03-09T12:00').toISOString());
  const { asset } = (await (await page.request.get(`/api/assets/${assetId}`)).json()) as {
    asset: { createdAt: string };
  };
  expect(asset.createdAt).toBe(instant);
});

test('an event that waits offline happened when it was submitted', async ({ page, context }) => {
  await signInAs(page, 'demo-maker');
  const assetId = `AWAY-${Date.now().toString(36)}`;
  await page.goto('/assets?action=add');
  const form = page.getByRole('dialog');
  await form.getByLabel('Asset ID').fill(assetId);
  const submitted = Date.now() - 7_200_000;
  await context.setOffline(true);
  await page.clock.setFixedTime(submitted);
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByText('Your event is saved on this device')).toBeVisible();
  await page.clock.setFixedTime(submitted + 7_200_000);
  await context.setOffline(false);
  await expect(form.getByRole('heading', { name: /Recorded in block/ })).toBeVisible();
  const { history } = (await (await page.request.get(`/api/assets/${assetId}`)).json()) as {
    history: { timestamp: string; recordedAt: string }[];
  };
  expect(history.map(({ timestamp }) => timestamp)).toEqual([new Date(submitted).toISOString()]);
  expect(Date.parse(history[0]?.recordedAt ?? '')).toBeGreaterThan(submitted + 7_000_000);
});

test('an asset shows its manufacturing date, and when it was recorded', async ({ page }) => {
  const assetId = await recordLate(page, '2019-03-08');
  await page.goto(`/assets/${assetId}`);
  const now = page.getByRole('region', { name: 'Now' });
  await expect(now.locator('time[datetime^="2019-03-08"]')).toHaveCount(1);
  await expect(now.locator(`time[datetime^="${today()}"]`).first()).toBeVisible();
  await page.goto(`/assets?search=${assetId}`);
  await expect(page.locator('time[datetime^="2019-03-08"]')).toHaveCount(1);
});
