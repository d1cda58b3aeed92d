import { expect, type Page, test } from '../support/front.ts';
import { signInAs } from '../support/sign-in.ts';
import { storedPaths, untilStored } from '../support/stored-app.ts';

/** Every page of the product with its heading, as shown to the manufacturer. */
const pages: readonly [path: string, heading: RegExp][] = [
  ['/dashboard', /./],
  ['/assets', /Asset Tracking/],
  ['/assets/HLX-2026-025', /./],
  ['/assets/KVB-2026-01/recall', /./],
  ['/events', /./],
  ['/blockchain', /./],
  ['/audit', /./],
  ['/participants', /./],
  ['/participants/alpenrail', /./],
  ['/profile', /./],
  ['/observability', /./],
  ['/api-docs', /./],
  ['/testing', /./],
  ['/chat', /./],
  ['/role-demo', /./],
  ['/landing', /Every step on record/],
  ['/', /./],
];

/** Opens the app once with a connection, until it is stored. */
async function storeApp(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await untilStored(page);
}

test('the app starts without a connection, shows every page, and sends an event once it is back', async ({
  page,
  context,
  front,
}) => {
  // The browser stores the whole app, and loads eighteen pages from it.
  test.setTimeout(180_000);
  await signInAs(page, 'demo-maker');
  await storeApp(page);
  await page.close();
  await front.set('down');
  await context.setOffline(true);

  const cold = await context.newPage();
  for (const [path, heading] of pages) {
    await cold.goto(path);
    await expect(cold.getByRole('button', { name: 'Account of demo-maker' }), path).toBeVisible();
    await expect(cold.getByRole('heading', { level: 1 }).filter({ hasText: heading }).first(), path).toBeVisible();
  }
  for (const entry of ['Assets', 'Events', 'Dashboard']) {
    await cold.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
    await expect(cold).toHaveTitle(new RegExp(entry));
  }
  await expect(cold.getByText('Not connected')).toBeVisible();

  const assetId = `COLD-${Date.now().toString(36)}`;
  await cold.goto('/assets?action=add');
  const form = cold.getByRole('dialog');
  await form.getByLabel('Asset ID').fill(assetId);
  await form.getByRole('button', { name: 'Add to Blockchain' }).click();
  await expect(form.getByText('Your event is saved on this device')).toBeVisible();
  await front.set('up');
  await context.setOffline(false);
  await expect(form.getByRole('heading', { name: /Recorded in block #\d+/ })).toBeVisible();
  const { history } = (await (await cold.request.get(`/api/assets/${assetId}`)).json()) as { history: unknown[] };
  expect(history).toHaveLength(1);
});

for (const state of ['down', 502, 503] as const)
  test(`treats an unreachable server (${state}) like no connection: the app opens, and an event waits`, async ({
    page,
    front,
  }) => {
    await signInAs(page, 'demo-maker');
    await storeApp(page);
    await front.set(state);
    const assetId = `GONE-${state}-${Date.now().toString(36)}`;
    await page.goto('/assets?action=add');
    const form = page.getByRole('dialog');
    await form.getByLabel('Asset ID').fill(assetId);
    await form.getByRole('button', { name: 'Add to Blockchain' }).click();
    await expect(form.getByText('Your event is saved on this device')).toBeVisible();
    await front.set('up');
    await page.goto('/events?action=outbox');
    await expect(page.getByText('Nothing to send')).toBeVisible();
    expect((await page.request.get(`/api/assets/${assetId}`)).status()).toBe(200);
  });

test('does not store data of an account or show it to the next one', async ({ page, context, front }) => {
  await page.goto('/dashboard');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('demo-maker');
  await dialog.getByLabel('Password', { exact: true }).fill('cairn-demo');
  await dialog.locator('button[type=submit]').click();
  await untilStored(page);
  for (const path of ['/profile', '/events', '/assets', '/chat']) await page.goto(path);
  await expect(page.getByRole('button', { name: 'Account of demo-maker' })).toBeVisible();
  const stored = await storedPaths(page);
  expect(stored).toContain('/dashboard');
  expect(stored.filter((path) => /^\/(api|log|metrics|rpc)(\/|$)/.test(path))).toEqual([]);

  await page.getByRole('button', { name: 'Account of demo-maker' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await front.set('down');
  await context.setOffline(true);
  for (const path of ['/dashboard', '/profile', '/events', '/assets', '/chat']) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.locator('body'), path).not.toContainText(/demo-maker|Demo Maker/i);
  }
});

test('an unknown address opens the app’s own page without a connection, and downloads are not answered from it', async ({
  page,
  front,
}) => {
  await storeApp(page);
  expect((await page.goto('/nothing/here'))?.status()).toBe(404);
  await front.set('down');
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  for (const path of ['/api/health', '/log/checkpoint', '/metrics', '/rpc', '/runbooks/fail-over.md'])
    await expect(page.goto(path), path).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
});
