import { expect, type Locator, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

/** Returns the text of links and ids in the list that are cut off. */
const clippedIn = (list: Locator) =>
  list.locator('a, code').evaluateAll((all) =>
    all
      // An inline box is never clipped itself.
      .filter((box) => getComputedStyle(box).display !== 'inline' && box.scrollWidth > box.clientWidth)
      .map((box) => box.textContent),
  );

test('on a phone the latest events show the whole name and id of their asset', async ({ page }) => {
  await signInAs(page, 'demo-maker');
  await page.goto('/dashboard');
  const events = page.getByRole('list', { name: 'Recent Activity' });
  await expect(events.getByRole('listitem').first()).toBeVisible();
  expect(await clippedIn(events)).toEqual([]);
});

test('on a phone the first screen of the events shows events, each in two lines that are one target', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'demo-maker');
  // One of the demo, because other journeys record events of any length.
  await page.goto('/events?asset=NLW-2026-019');
  const events = page
    .getByRole('list', { name: 'Events' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') });
  await expect(events.first()).toBeInViewport();
  const box = await events.first().boundingBox();
  expect(box?.height).toBeLessThanOrEqual(68);
  await expect(events.first()).toContainText('NLW-2026-019');
  // The corner of the row is part of the target too.
  await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await expect(page).toHaveURL(/\/assets\/NLW-2026-019/);

  await page.goto('/events');
  const arrivals = page.getByRole('region', { name: 'On its way' });
  await expect(arrivals.getByRole('link')).toHaveCount(0);
  await arrivals.getByRole('button', { name: 'Show' }).click();
  await expect(arrivals.getByRole('link', { name: /^Received / }).first()).toBeVisible();
});
