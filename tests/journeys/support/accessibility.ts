import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Returns the violations that axe finds on the page, one line per rule. With `rules`, checks only those. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Our pages have no frames. Without legacy mode, axe opens a second page for each analysis to merge their results.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (rules !== undefined) builder.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
}
