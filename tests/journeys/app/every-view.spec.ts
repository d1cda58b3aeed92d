import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { findViolations } from '../support/accessibility.ts';
import { collectComplaints } from '../support/complaints.ts';
import { expect, type Page, test } from '../support/journey.ts';
import { findVagueNames } from '../support/link-names.ts';
import { signInAs } from '../support/sign-in.ts';
import { views } from '../support/views.ts';

const firstRouteMax = 170_000;
const lazyRouteMax = 120_000;
/** The map loads after its page has painted, so it has its own limit, which excludes its worker. */
const mapMax = 300_000;
const mapFile = /^(map-canvas|maplibre-gl-worker)-/;
/** The Web Vitals threshold for "good". */
const layoutShiftMax = 0.1;

for (const { path, account } of views) {
  test(`${path} as ${account ?? 'a visitor'} is accessible, stable, uncropped and self-contained`, async ({
    page,
    baseURL,
  }) => {
    const complaints = collectComplaints(page, baseURL ?? '');
    await watchLayoutShift(page);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    if (account) await signInAs(page, account);

    await page.setViewportSize({ width: 1440, height: 850 });
    await page.goto(path);
    await settled(page);
    expect.soft(await layoutShift(page), 'moves at 1440 px').toBeLessThanOrEqual(layoutShiftMax);
    expect.soft(await findViolations(page), 'light').toEqual([]);
    expect.soft(await findVagueNames(page), 'names').toEqual([]);
    // Only the color rules can differ in the other theme.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await settled(page);
    expect.soft(await findViolations(page, ['color-contrast', 'link-in-text-block']), 'dark').toEqual([]);

    await page.setViewportSize({ width: 390, height: 850 });
    await page.reload();
    await settled(page);
    expect.soft(await layoutShift(page), 'moves at 390 px').toBeLessThanOrEqual(layoutShiftMax);
    await page.setViewportSize({ width: 320, height: 640 });
    await settled(page);
    const width = await widthWithLongDates(page);
    expect.soft(width, 'cut off at 320 px').toBeLessThanOrEqual(320);
    expect.soft(complaints).toEqual([]);
  });
}

/** Returns the page's width with two-digit days and hours in each date, regardless of the day of the test. */
const widthWithLongDates = (page: Page) =>
  page.evaluate(() => {
    for (const time of document.querySelectorAll('time'))
      time.textContent = (time.textContent ?? '').replace(/ (\d)(?=, )/, ' 2$1').replace(/ (\d)(?=:\d\d)/, ' 1$1');
    return document.documentElement.scrollWidth;
  });

test('the first route and the additional files of every other route stay within their size limits', async ({
  page,
}) => {
  // It opens more than fifty pages, each of which took 3 s on a busy machine.
  test.setTimeout(300_000);
  const scripts = collectScripts(page);
  await page.goto('/');
  await settled(page);
  const first = await sizeOf(scripts);
  expect(first).toBeLessThanOrEqual(firstRouteMax);
  test.info().annotations.push({ type: 'size', description: `/ ${first} bytes` });
  await signInAs(page, 'demo-maker');
  let before = first;
  for (const { path } of views.filter(({ account }) => account === 'demo-maker')) {
    await page.goto(path);
    await settled(page);
    const after = await sizeOf(scripts);
    expect(after - before, path).toBeLessThanOrEqual(lazyRouteMax);
    test.info().annotations.push({ type: 'size', description: `${path} +${after - before} bytes` });
    before = after;
  }
  const maps = [...sizes].filter(([name]) => name.startsWith('map-canvas-')).map(([, size]) => size);
  expect(maps).toHaveLength(1);
  expect(maps[0]).toBeLessThanOrEqual(mapMax);
});

/** Waits until the initial content is complete: nothing is busy, and motion has ended. */
async function settled(page: Page): Promise<void> {
  // In the app's own main: the prerendered landing page in the document has none.
  await expect(page.locator('main#content h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'));
}

function collectScripts(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('response', (response) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(new URL(response.url()).pathname)?.[1];
    if (name && !mapFile.test(name)) names.add(name);
  });
  return names;
}

const sizes = new Map<string, number>();

async function sizeOf(names: Iterable<string>): Promise<number> {
  if (sizes.size === 0) {
    for (const name of await readdir('dist/web/assets'))
      if (name.endsWith('.js')) sizes.set(name, gzipSync(await readFile(`dist/web/assets/${name}`)).length);
  }
  return [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
}

async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const layoutShift = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
