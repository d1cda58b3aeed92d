import { expect, test } from 'vitest';
import '#app/server/domains.ts';
import { declaredActions } from '#domains/ledger/server/index.ts';

// Not a literal, because TypeScript checks the browser's files with other settings.
const browser = '#app/web/domains.ts';
const { domains, wordsOfAction } = (await import(browser)) as {
  domains: readonly { blockWords?: Record<string, string> }[];
  wordsOfAction: (action: string) => string;
};

test('names only declared block types', () => {
  const worded = domains.flatMap(({ blockWords = {} }) => Object.keys(blockWords));
  expect(worded.filter((action) => !declaredActions().includes(action))).toEqual([]);
});

test('shows no block type by its raw action, and defines no redundant name', () => {
  expect(
    declaredActions()
      .map(wordsOfAction)
      .filter((words) => /[._]/.test(words)),
  ).toEqual([]);
  const given = domains.flatMap(({ blockWords = {} }) => Object.entries(blockWords));
  expect(given.filter(([action, words]) => action.replace(/.*\./, '').replaceAll('_', ' ') === words)).toEqual([]);
});

test.each([
  ['registry.tax_paid', 'tax paid'],
  ['registry.assessed', 'value assessed'],
  ['quality_check', 'quality check'],
  ['https://ref.gs1.org/cbv/BizStep-arriving', 'https://ref.gs1.org/cbv/BizStep-arriving'],
])('%s is shown as %s', (action, words) => {
  expect(wordsOfAction(action)).toBe(words);
});
