import type { Page } from '@playwright/test';

/** Holds the responses to `path` until the returned function is called. */
export async function holdBack(page: Page, path: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Collects the URLs that the page requests from the API from now on. */
export function watchCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/')) calls.push(url);
  });
  return calls;
}

/** Counts the requests to one path. */
export const countOf = (calls: readonly URL[], path: string) =>
  calls.filter(({ pathname }) => pathname === path).length;

/** Blocks live chain events, so that queries are refetched only for the reason under test. */
export const blockLiveEvents = (page: Page) => page.route('**/api/chain/live', () => {});

/** Stops the page's clock. From here on its time advances only through `page.clock.runFor`. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** Waits until all requests so far have been recorded, and the page has run its event loop. */
export const answered = (page: Page) => page.evaluate(async () => void (await fetch('/api/health')).status);
