import { expect, type Page, test } from '../support/journey.ts';
import { answered, blockLiveEvents, countOf, stopClock, watchCalls } from '../support/requests.ts';
import { signInAs } from '../support/sign-in.ts';

for (const { what, screen, path } of [
  { what: 'the validity of the chain', screen: '/blockchain', path: '/api/chain/validate' },
  { what: 'the status of observability', screen: '/observability', path: '/api/observability/status' },
]) {
  test(`${what} is refetched every 30 s`, async ({ page }) => {
    await page.clock.install();
    await blockLiveEvents(page);
    await signInAs(page, 'demo-maker');
    const calls = watchCalls(page);
    let answers = 0;
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === path) answers += 1;
    });
    // The thirty seconds start with the previous response.
    const settled = async () => {
      await answered(page);
      await expect.poll(() => answers).toBe(countOf(calls, path));
      await answered(page);
    };
    await page.goto(screen);
    await expect.poll(() => countOf(calls, path)).toBe(1);
    await settled();
    await stopClock(page);
    await settled();
    const before = countOf(calls, path);
    await page.clock.runFor(29_900);
    await settled();
    expect(countOf(calls, path)).toBe(before);
    await page.clock.runFor(200);
    await expect.poll(() => countOf(calls, path)).toBe(before + 1);
  });
}

test('an open screen calls the chain valid only as long as it was confirmed', async ({ page }) => {
  // A server that has just started has not confirmed its chain yet.
  const verdict = async () => (await page.request.get('/api/chain/validate')).json();
  await expect.poll(verdict, { timeout: 30_000 }).toMatchObject({ valid: true });
  await page.clock.install();
  await blockLiveEvents(page);
  await page.goto('/dashboard');
  const total = page.getByRole('region', { name: 'Totals' }).getByRole('link', { name: /^(100%|Not verified)$/ });
  const health = page.getByText(/^(Verified|Not verified)$/);
  await expect(total).toHaveText('100%');
  await expect(health).toHaveText('Verified');
  await answered(page);
  await stopClock(page);
  // The jump of the clock sent requests. An answer to one of them would confirm the chain once more.
  await answered(page);
  const paths = ['**/api/chain/validate', '**/api/health'];
  for (const path of paths) await page.route(path, (route) => route.abort());
  await page.clock.runFor(36_000);
  await expect(total).toHaveText('Not verified');
  await expect(health.last()).toHaveText('Not verified');
  for (const path of paths) await page.unroute(path);
  // Several steps, because each attempt needs a real response before the next delay begins.
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(total).toHaveText('100%', { timeout: 500 });
    await expect(health).toHaveText('Verified', { timeout: 500 });
  }).toPass();
});

const open = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).getByRole('link', { name: place }).click();

test('a registered participant appears immediately in the list, the counts and the dashboard totals', async ({
  page,
}) => {
  await blockLiveEvents(page);
  await signInAs(page, 'demo-maker');
  const calls = watchCalls(page);
  const stats = () => countOf(calls, '/api/dashboard-stats');
  const activities = page.getByRole('list', { name: 'Recent Activity' });
  await page.goto('/dashboard');
  await expect(activities).toBeVisible();
  await open(page, 'Participants');
  await expect(page.getByRole('link', { name: /^Shippers/ })).toBeVisible();
  await open(page, 'Dashboard');
  await expect(activities).toBeVisible();
  await answered(page);
  expect(stats()).toBe(1);

  await open(page, 'Participants');
  // By name, because participants added concurrently may fill the first page.
  const username = `fresh-${Date.now().toString(36)}`;
  await page.getByLabel('Search', { exact: true }).fill(username);
  await expect(page.getByText('No participants found')).toBeVisible();
  await page.getByRole('button', { name: 'Add Participant' }).click();
  const before = calls.length;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Role').selectOption('shipper');
  await dialog.getByRole('button', { name: 'Add Participant' }).click();
  await expect(page.getByRole('row', { name: new RegExp(username) })).toBeVisible();
  await answered(page);
  const after = calls.slice(before);
  expect([countOf(after, '/api/participants-list'), countOf(after, '/api/participant-stats')]).toEqual([1, 1]);
  await open(page, 'Dashboard');
  await expect.poll(stats).toBe(2);
});

test('an added event appears immediately in the assets and on the dashboard', async ({ page }) => {
  await blockLiveEvents(page);
  await signInAs(page, 'demo-maker');
  const calls = watchCalls(page);
  const ofDashboard = ['/api/dashboard-stats', '/api/recent-activities', '/api/chain/validate'];
  const counts = () => ofDashboard.map((path) => countOf(calls, path));
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Recent Activity' })).toBeVisible();
  await open(page, 'Assets');
  await page.getByRole('button', { name: 'Add Asset' }).click();
  const form = page.getByRole('dialog', { name: 'Add Asset' });
  const assetId = `SEEN-${Date.now().toString(36)}`;
  await form.getByLabel('Asset ID').fill(assetId);
  await answered(page);
  const [before, assetsBefore] = [counts(), countOf(calls, '/api/assets')];
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByRole('button', { name: 'Evidence' })).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => countOf(calls, '/api/assets')).toBe(assetsBefore + 1);
  await expect(page.getByRole('link', { name: assetId })).toBeVisible();
  await open(page, 'Dashboard');
  await expect(page.getByRole('list', { name: 'Recent Activity' }).getByRole('link', { name: assetId })).toBeVisible();
  await expect.poll(() => counts().every((count, n) => count > (before[n] ?? 0))).toBe(true);
});
