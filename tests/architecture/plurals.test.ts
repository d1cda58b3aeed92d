import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Nouns that texts count. */
const nouns = `blocks events assets participants accounts entries rows results conversations documents files objects hashes
  bytes attempts pages days hours minutes seconds anomalies corrections checkpoints passkeys sessions servers witnesses steps`;
/** An adjective may stand between the number and its noun: "3 affected assets". Words of another part of speech may not. */
const adjective = '(?:(?!(?:of|from|or|then|the)\\s)[a-z]+\\s)?';
const counted = new RegExp(`\\{([^{}]*)\\}\\s${adjective}(?:${nouns.trim().split(/\s+/).join('|')})\\b(?!=)`, 'g');

/** Expressions whose value is never 1: constants, and those named here. */
const isConstant = (expression: string) =>
  /^[A-Z][A-Z0-9_]*(\.toLocaleString\('en-US'\)| \/ 1000)?$|[a-z]Max$/.test(expression);
const neverOne: ReadonlySet<string> = new Set([
  // Timeouts in the code, in whole seconds.
  'limits.exportMilliseconds / 1000',
  'timeoutMilliseconds / 1000',
  // A file with more rows than can be sent.
  'rows.length',
  // A compact range with a wrong number of hashes is malformed.
  'nodes.length',
  // A category: "Show Food assets".
  'value',
  // The choices of menus, and periods whose text for one day is another one.
  'each',
  'days',
]);

test('every count goes through the plural rules, or states both forms', () => {
  const files = globSync('{src,packages/*/src}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|spec|fixture|gen)\.tsx?$|\/(gallery|guides)\//.test(file),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(root + file, 'utf8');
    return [...source.matchAll(counted)].flatMap(({ 0: text, 1: expression = '', index }) => {
      const hasBothForms = /(=== 1n?|< 2|> 1) [?&]/.test(source.slice(Math.max(0, index - 150), index));
      return hasBothForms || isConstant(expression) || neverOne.has(expression) ? [] : [`${file}: ${text}`];
    });
  });
  expect(found).toEqual([]);
});
