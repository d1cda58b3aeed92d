import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measured } from './measured.ts';

const results = readFileSync('bench/RESULTS.md', 'utf8').replaceAll(' blocks/s', '/s');

test.each(measured)('the landing page shows the benchmark result: $what', ({ result, size }) => {
  expect(results).toContain(`| ${result} `);
  expect(results).toContain(size.replace(/ \w+$/, ''));
});
