import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * A number after "block" in a text, unless it is formatted there or named `number`, which means that it is already
 * formatted.
 */
const unformatted = /\bblock #?\$?\{(?!formatCount\(|blockNumber\(|number\}|[^}]*\? '' : formatCount\()[\w.]+\}/gi;
/**
 * The message whose wording the specification defines, as the API has it; and the key of a search result, which is not
 * shown.
 */
const exceptions = ['src/domains/trace/web/event-form/tell-recorded.ts', 'src/domains/ledger/web/palette-search.ts'];

test('screens write the number of a block with separators', () => {
  const files = globSync('src/**/web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.tsx?$/.test(file) && !exceptions.includes(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(
    files.flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(unformatted)].map(([text]) => `${file}: ${text}`),
    ),
  ).toEqual([]);
});
