import { readFile } from 'node:fs/promises';
import { findViolations } from '../support/accessibility.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

for (const path of ['/', '/landing']) {
  test(`without JavaScript ${path} shows the same text as with it`, async ({ browser, baseURL }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const withoutScript = await plain.newPage();
    await withoutScript.goto(`${baseURL}${path}`);
    await expect(withoutScript.getByRole('heading', { level: 1 })).toHaveText(
      'Every step on record, for anyone to verify.',
    );
    await expect(withoutScript).toHaveTitle(/Every step on record/);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${baseURL}${path}`);
    await readOn(page);
    await expect(page.getByRole('region', { name: 'On this ledger right now' }).getByText(/^[\d,]+$/)).toHaveCount(3);
    const headings = (of: typeof page) => of.locator('main').locator('h1, h2:not(:has(a)), h3').allInnerTexts();
    expect(await headings(withoutScript)).toEqual(await headings(page));
    for (const figure of ['10M+', '50M+', '500+', '25+'])
      await expect(withoutScript.getByText(figure, { exact: true })).toBeVisible();
    await plain.close();
    await context.close();
  });
}

/** Scrolls far enough for the sections below the fold to become live. */
async function readOn(page: Page): Promise<void> {
  await expect(page.locator('main#content h1')).toBeAttached();
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 700);
}

test('sections below the fold load their code when the reader scrolls near, and nothing shifts', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const late = () => scripts.filter((url) => /\/landing-sections-[^/]+\.js$/.test(url)).length;
  await page.goto('/landing');
  await expect(page.locator('main#content').getByRole('heading', { name: 'One ledger, four roles' })).toBeAttached();
  await expect(page.getByRole('region', { name: 'The chain right now' }).getByText('Chain height')).toBeVisible();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(late()).toBe(0);
  const before = await height();
  await readOn(page);
  await expect(page.getByRole('region', { name: 'On this ledger right now' }).getByText(/^[\d,]+$/)).toHaveCount(3);
  expect(late()).toBe(1);
  expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(40);
});

test('keeps the keyboard focus when the sections below the fold become live', async ({ page }) => {
  await page.goto('/landing');
  await expect(page.locator('main#content h1')).toBeAttached();
  const link = page.getByRole('link', { name: 'See what has been measured so far' });
  await link.focus();
  await expect(page.getByRole('region', { name: 'On this ledger right now' }).getByText(/^[\d,]+$/)).toHaveCount(3);
  await expect(link).toBeFocused();
});

test('the story lays a stone for each event of a real crate, and verifies them all at its end', async ({ page }) => {
  await page.goto('/landing');
  await readOn(page);
  const story = page.getByRole('region', { name: 'Three steps, one record' });
  const steps = story.locator('li[data-step]');
  await expect(steps.getByRole('link', { name: /^#[\d,]+$/ })).toHaveCount(6);
  const { history } = (await (await page.request.get('/api/assets/KVC-BERGEN-1')).json()) as {
    history: { blockIndex: number; location: string }[];
  };
  const stones = story.locator('svg g.animate-settle');
  const laid = () => stones.evaluate((top) => (top.parentElement?.querySelectorAll(':scope > g') ?? []).length);
  for (const [n, { blockIndex }] of history.entries()) {
    await steps.nth(n).evaluate((step) => step.scrollIntoView({ block: 'center' }));
    await expect(steps.nth(n)).toHaveAttribute('data-step', 'read');
    await expect(steps.nth(n).getByRole('link')).toHaveText(`#${blockIndex.toLocaleString('en-US')}`);
    await expect.poll(laid).toBe(n + 1);
  }
  const last = steps.nth(history.length);
  await last.getByRole('button', { name: 'Verify', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(last.getByText('6 of 6 steps verified')).toBeVisible();
});

test('the picture of the story is complete and still for readers who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/landing');
  await readOn(page);
  const story = page.getByRole('region', { name: 'Three steps, one record' });
  const stones = story.locator('svg:has(g.animate-settle) > g');
  await expect(stones).toHaveCount(6);
  await story.locator('li[data-step]').nth(2).scrollIntoViewIfNeeded();
  await expect(stones).toHaveCount(6);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the live sections are accessible and fit a phone of 320 px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/landing');
    await expect(page.locator('main#content h1')).toBeAttached();
    await page.getByRole('heading', { name: 'Security you can check' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('region', { name: 'Status' }).getByText(/Ready\./)).toBeVisible();
    await expect(page.getByText('6 steps, not verified in this browser yet')).toBeAttached();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
}

test('the footer of every page links to the security section and the status of the server', async ({ page }) => {
  await page.goto('/assets');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { name: 'Security you can check' })).toBeInViewport();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByText(/Ready\. The chain is valid: [\d,]+ blocks\./)).toBeInViewport();
});

test('the footer links to the prices, which are those that the server charges', async ({ page }) => {
  await page.goto('/assets');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  const pricing = page.getByRole('region', { name: 'Pay for users and assets' });
  await expect(pricing.getByRole('heading', { level: 2 })).toBeInViewport();
  const { plans } = (await (await page.request.get('/api/subscription/plans')).json()) as {
    plans: { displayName: string; customPricing: boolean; pricePerUserMonth: number; pricePerAssetMonth: number }[];
  };
  for (const { displayName, customPricing, pricePerUserMonth, pricePerAssetMonth } of plans) {
    const plan = pricing.getByRole('listitem').filter({ has: page.getByRole('heading', { name: displayName }) });
    await expect(plan.getByText(customPricing ? 'Custom' : `$${pricePerUserMonth.toFixed(2)}`)).toBeVisible();
    if (!customPricing) await expect(plan.getByText(`$${pricePerAssetMonth.toFixed(2)} an asset`)).toBeVisible();
  }
});

test('every link of the landing page leads to a page', async ({ page }) => {
  await page.goto('/landing');
  await readOn(page);
  await expect(page.getByRole('link', { name: /Open the page of/ })).toBeVisible();
  const links = await page
    .locator('main a[href^="/"]:not([download])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(8);
  for (const link of new Set(links.filter((each) => !each.startsWith('/api/')))) {
    await page.goto(link);
    await expect(page.locator('h1').first(), link).toBeAttached();
    await expect(page.getByText('Page not found'), link).toHaveCount(0);
  }
});

test('a visitor verifies the newest block and finds an asset without an account', async ({ page }) => {
  await page.goto('/');
  const proof = page.getByRole('region', { name: 'The chain right now' });
  const { length } = (await (await page.request.get('/api/chain?limit=1')).json()) as { length: number };
  await expect(proof.getByText(length.toLocaleString('en-US'), { exact: true })).toBeVisible();
  await proof.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(proof.getByText(/is unchanged/)).toBeVisible();
  await expect(proof.getByText(/^Content unchanged · Linked to block [\d,]+ · Signed$/)).toBeVisible();

  const search = page.getByRole('combobox', { name: 'Find an asset, block or hash' });
  await search.fill('hlx-2026-025');
  await expect(page.getByRole('group', { name: 'Go straight to' }).getByRole('option')).toContainText('HLX-2026-025');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/assets\/HLX-2026-025/);
});

test('the live totals are those of the ledger, and the targets link to the measured results', async ({ page }) => {
  await page.goto('/landing');
  await readOn(page);
  const { totalAssets } = (await (await page.request.get('/api/dashboard-stats')).json()) as { totalAssets: number };
  const live = page.getByRole('region', { name: 'On this ledger right now' });
  await expect(live.getByText(totalAssets.toLocaleString('en-US'), { exact: true })).toBeVisible();
  await live.getByRole('link', { name: 'See what has been measured so far' }).click();
  const results = page.getByRole('region', { name: 'Measured so far, on one machine' });
  await expect(results.getByRole('heading')).toBeInViewport();
  await expect(results.getByRole('listitem').first()).toContainText('target: 10M+ assets');
});

test('signing up states its benefits, and opens the dashboard, the start page for signed-in users', async ({
  page,
}) => {
  const username = `visitor-${Date.now().toString(36)}`;
  await page.goto('/landing');
  await expect(page.getByText(/14 days of Starter/)).toBeVisible();
  await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Account' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('three wise stones');
  await dialog.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every step on record' })).toHaveCount(0);
});

test('the landing page stays available to signed-in users', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/landing');
  await expect(page.getByRole('link', { name: 'Open the Dashboard' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/landing$/);
});

test('the served page has no inline script or style', async () => {
  const html = await readFile('dist/web/landing.html', 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=/);
});
