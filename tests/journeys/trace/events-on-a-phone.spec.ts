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
