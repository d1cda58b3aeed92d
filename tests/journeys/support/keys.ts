import { expect, type Locator, type Page } from '@playwright/test';

/** Tabs until the element has the focus, as a keyboard user has to. */
export async function tabTo(page: Page, target: Locator, atMost = 150): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Tabs to the element and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Tabs to the field and replaces its text. */
export async function writeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}
