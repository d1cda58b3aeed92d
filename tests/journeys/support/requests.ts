import type { Page } from '@playwright/test';

/** Holds the answers to `path` back until what it returns is called. */
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

/** The addresses that the page asks the API for from now on. */
export function watchCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/')) calls.push(url);
  });
  return calls;
}

/** How many of them went to one path. */
export const countOf = (calls: readonly URL[], path: string) =>
  calls.filter(({ pathname }) => pathname === path).length;

/** Without news of the chain, what is read again is read again for the reason that the test gives. */
export const hearNothing = (page: Page) => page.route('**/api/chain/live', () => {});

/** Stops the page's clock: from here on its time passes by `page.clock.runFor` alone. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);

/** Whatever the page has asked for by now has been seen, and the page has had its turn. */
export const answered = (page: Page) => page.evaluate(async () => void (await fetch('/api/health')).status);
