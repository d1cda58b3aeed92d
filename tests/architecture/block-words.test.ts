import { expect, test } from 'vitest';
import '#app/server/domains.ts';
import { declaredActions } from '#domains/ledger/server/index.ts';

// Not a literal, because TypeScript checks the browser's files with other settings.
const browser = '#app/web/domains.ts';
const { domains } = (await import(browser)) as { domains: readonly { blockWords?: Record<string, string> }[] };

test('every block type has words for people, and only block types have', () => {
  const worded = domains.flatMap(({ blockWords = {} }) => Object.keys(blockWords));
  expect(worded.toSorted()).toEqual(declaredActions().toSorted());
});

test('no words of a block type are a machine name', () => {
  const words = domains.flatMap(({ blockWords = {} }) => Object.values(blockWords));
  expect(words.filter((each) => /[._]/.test(each))).toEqual([]);
});
