import type { Page } from '@playwright/test';

/**
 * Waits until the app has taken over from the prerendered page, which has the same headings and fields. For input that
 * the app does not replay after it has started, such as a choice in a list.
 */
export const appStarted = (page: Page) => page.waitForFunction(() => document.onclick === null);
