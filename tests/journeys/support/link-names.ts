import type { Page } from '@playwright/test';

/**
 * Returns the problems of the names of a page's links and buttons in a list of them: links with one name that lead to
 * different addresses, and names without an object.
 */
export const findVagueNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const vague = /^(open|details|more|view|here|show|edit|read more)$/i;
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const addresses = new Map<string, Set<string>>();
    for (const link of document.querySelectorAll('a[href]')) {
      const all = addresses.get(nameOf(link)) ?? new Set();
      addresses.set(nameOf(link), all.add(link.getAttribute('href') ?? ''));
    }
    const ambiguous = [...addresses].filter(([, all]) => all.size > 1);
    return [
      ...ambiguous.map(([name, all]) => `"${name}" leads to ${[...all].join(' and ')}`),
      ...[...document.querySelectorAll('a[href], button')]
        .filter((element) => vague.test(nameOf(element)))
        .map((element) => `"${nameOf(element)}" names nothing`),
    ];
  });
