import { appStarted } from '../support/app-started.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { pressOn } from '../support/keys.ts';
import { signInAs } from '../support/sign-in.ts';
import { views } from '../support/views.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const assistant = (page: Page) => page.getByRole('link', { name: 'Ask the AI Assistant' });

test('on a phone the rows start on the first screen, and one button with a count opens the filters', async ({
  page,
}) => {
  await page.goto('/assets?category=Luxury');
  const toggle = page.getByRole('button', { name: 'Filters · 1', exact: true });
  await expect(page.getByRole('combobox', { name: 'Search assets' })).toBeVisible();
  await expect(page.getByLabel('Category')).toBeHidden();
  const top = (await page.getByRole('region', { name: 'Assets' }).getByRole('link').first().boundingBox())?.y ?? 999;
  expect(top).toBeLessThan(844 * (2 / 3));

  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await pressOn(page, toggle);
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Category')).toHaveValue('Luxury');
  await page.getByLabel('Status').selectOption('delivered');
  await expect(page.getByRole('button', { name: 'Filters · 2', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await pressOn(page, page.getByRole('button', { name: 'Filters', exact: true }), 'Space');
  await expect(page.getByLabel('Category')).toBeHidden();

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByLabel('Category')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeHidden();
});

test('with touch, whose controls are larger, every page fits into 320 px and marks where the user is', async ({
  page,
}) => {
  // It opens more than fifty pages.
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'demo-maker');
  for (const { path } of views.filter(({ account }) => account === 'demo-maker')) {
    await page.goto(path);
    await expect(page.locator('main h1').first()).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  for (const [path, marked] of [
    ['/assets', 'Assets'],
    ['/audit', 'More pages'],
    ['/observability', 'More pages'],
  ] as const) {
    await page.goto(path);
    await expect(bar.locator('[aria-current]'), path).toHaveText([marked]);
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(bar.locator('[aria-current]'), `${path} at 768 px`).toHaveText([marked]);
    await page.setViewportSize({ width: 320, height: 640 });
  }
});

test('on a phone the audit form collapses once its log is shown, and can be reopened', async ({ page }) => {
  await signInAs(page, 'demo-auditor');
  await page.goto('/audit');
  await page.getByLabel('Start date').fill('2020-01-01');
  const generate = page.getByRole('button', { name: 'Generate Audit Log' });
  await pressOn(page, generate);
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('link').first()).toBeInViewport();
  await expect(page.getByLabel('Start date')).toBeHidden();
  await expect(generate).toBeFocused();
  await page.getByRole('button', { name: 'Filters · 1', exact: true }).click();
  await page.getByLabel('End date').fill('2020-01-02');
  await generate.click();
  await expect(page.getByText('No matching entries')).toBeVisible();
});

for (const width of [768, 390, 320])
  test(`at ${width} px the floating button covers nothing at the top or bottom of a page`, async ({ page }) => {
    test.setTimeout(120_000);
    await signInAs(page, 'demo-maker');
    await page.setViewportSize({ width, height: width === 320 ? 640 : 844 });
    for (const path of [
      '/dashboard',
      '/assets',
      '/events',
      '/participants',
      '/testing',
      '/audit?generated=yes',
      '/detroit',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect.poll(() => covered(page), { message: `${path}, its beginning` }).toEqual([]);
      // Right after the scroll the button has not moved yet, and a loading page still grows.
      await expect(async () => {
        await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
        expect(await assistant(page).isVisible(), `${path}, its end`).toBe(true);
        expect(await covered(page), `${path}, its end`).toEqual([]);
      }).toPass({ timeout: 10_000 });
    }
    await assistant(page).tap();
    await expect(page).toHaveURL(/\/chat$/);
  });

test('at 768 px the floating button covers no cell and no badge at any window height', async ({ page }) => {
  // The test checks 44 windows.
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 768, height: 780 });
  await signInAs(page, 'demo-maker');
  const coveredBoxes = () =>
    page.evaluate(() => {
      const floating = document.querySelector('[aria-label="Ask the AI Assistant"]');
      if (!floating?.checkVisibility({ visibilityProperty: true })) return [];
      const own = floating.getBoundingClientRect();
      return [...document.querySelectorAll('main :is(td, th, [data-tone])')]
        .filter((box) => {
          const { left, right, top, bottom } = box.getBoundingClientRect();
          return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        })
        .map((box) => box.textContent);
    });
  for (const path of ['/assets', '/events']) {
    await page.goto(path);
    await expect(page.locator('main td').first()).toBeVisible();
    for (let height = 780; height <= 1024; height += 12) {
      await page.setViewportSize({ width: 768, height });
      await expect.poll(coveredBoxes, { message: `${path} at ${height}` }).toEqual([]);
    }
  }
});

test('at 320 px the floating button covers no amount of the registry and of the portal at any scroll position', async ({
  page,
}) => {
  await signInAs(page, 'demo-resident');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/detroit', '/detroit/resident']) {
    await page.goto(path);
    await expect(page.locator('main').getByText('$').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (let top = 0; top < 2000; top += 180) {
      // Upwards, because the button hides while the reader scrolls down.
      await page.evaluate((to) => scrollTo({ top: to + 60, behavior: 'instant' }), top);
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
      await expect.poll(() => coveredText(page), { message: `${path} at ${top}` }).toEqual([]);
    }
  }
});

/** Returns the texts under the floating button while it is shown. */
const coveredText = (page: Page) =>
  page.evaluate(() => {
    const floating = document.querySelector('[aria-label="Ask the AI Assistant"]');
    if (floating === null || !floating.checkVisibility({ visibilityProperty: true })) return [];
    const own = floating.getBoundingClientRect();
    const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
    const found: (string | null)[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const meets = [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top,
      );
      if (meets && texts.currentNode.parentElement?.closest('.sr-only') === null)
        found.push(texts.currentNode.textContent);
    }
    return found;
  });

/** Returns the controls under the floating button while it is shown. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const floating = document.querySelector('[aria-label="Ask the AI Assistant"]');
    if (floating === null || !floating.checkVisibility({ visibilityProperty: true })) return [];
    const own = floating.getBoundingClientRect();
    return [...document.querySelectorAll('main :is(a, button, input, select, textarea), footer a')]
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const meets = left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        return meets && control.checkVisibility();
      })
      .map((control) => control.textContent || control.getAttribute('aria-label'));
  });

test('Back closes overlays of a page, the newest first, and only then leaves the page', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  await appStarted(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .filter({ visible: true })
    .getByRole('link', { name: 'Assets' })
    .click();
  await page.getByRole('button', { name: 'Add Asset' }).click();
  const form = page.getByRole('dialog', { name: 'Add Asset' });
  await form.getByLabel('Location').fill('Kolding');
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/assets$/);

  await page.getByRole('button', { name: 'Search or go to' }).click();
  const search = page.getByRole('dialog', { name: 'Search or go to' });
  await expect(search).toBeVisible();
  await page.goBack();
  await expect(search).toBeHidden();
  await expect(page).toHaveURL(/\/assets$/);

  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});
