import { expect, type Page, test } from '../support/journey.ts';
import { signInAs } from '../support/sign-in.ts';

const sheetIn = (page: Page) => page.getByRole('dialog', { name: 'Add Supply Chain Event' });

/** Opens the form for a quality check, with the review open and the sheet scrolled to its end. */
async function openAtEnd(page: Page) {
  await signInAs(page, 'demo-maker');
  await page.goto('/events?action=add&record=quality_check&id=HLX-2026-025');
  const sheet = sheetIn(page);
  await expect(sheet.getByLabel('Participant')).toBeFocused();
  await sheet.getByText('Review what will be recorded').click();
  await scrollSheet(page, 100_000);
  return sheet;
}
const scrollSheet = (page: Page, top: number) =>
  sheetIn(page)
    .locator('.overflow-y-auto')
    .first()
    .evaluate((element, to) => {
      element.scrollTop = to;
    }, top);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the answer to a form that is scrolled down comes into view', async ({ page }) => {
      const sheet = await openAtEnd(page);
      await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
      await expect(sheet.getByRole('heading', { name: /^Recorded in block/ })).toBeInViewport({ ratio: 1 });
      // The toast covers the sheet, but none of its buttons.
      const toast = page.getByText('Event Added Successfully', { exact: true });
      await toast.click({ trial: true });
      for (const name of ['Clear Form', 'Add to Blockchain'])
        await sheet.getByRole('button', { name }).click({ trial: true });
    });

    test('a lost connection and a refusal come into view', async ({ page }) => {
      const sheet = await openAtEnd(page);
      await page.route('**/api/add-event', (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Conflict', status: 409, detail: 'Not now.', code: 'x' }),
        }),
      );
      await scrollSheet(page, 0);
      await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
      await expect(sheet.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await page.unroute('**/api/add-event');
      await page.route('**/api/add-event', (route) => route.abort());
      await scrollSheet(page, 100_000);
      await sheet.getByRole('button', { name: 'Add to Blockchain' }).click();
      await expect(sheet.getByText(/^Couldn't reach the server/)).toBeInViewport({ ratio: 1 });
    });

    test('the buttons of the sheet stay above the review at every scroll position', async ({ page }) => {
      const sheet = await openAtEnd(page);
      const copy = sheet.getByRole('button', { name: 'Copy What will be recorded' });
      const add = sheet.getByRole('button', { name: 'Add to Blockchain' });
      // Scrolls the copy button to where the footer is.
      await scrollSheet(page, 0);
      const offset = ((await copy.boundingBox())?.y ?? 0) - ((await add.boundingBox())?.y ?? 0);
      await scrollSheet(page, offset);
      const { x = 0, y = 0, width = 0, height = 0 } = (await copy.boundingBox()) ?? {};
      const hit = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('button')?.textContent ?? '',
        [x + width / 2, y + height / 2],
      );
      expect(hit).toBe('Add to Blockchain');
    });
  });
}
