import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictures } from './landing-pictures.tsx';

const folder = 'src/app/web/public/pictures';
const bytesMax = 250_000;
const files = pictures.flatMap(({ name }) => ['light', 'dark'].map((theme) => `${folder}/${name}-${theme}.webp`));

test('the pictures of the landing page together weigh at most 250 kB', () => {
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(bytesMax);
});

test.each(files)('%s has the size that the page reserves', (file) => {
  const bytes = readFileSync(file);
  // An extended WebP (RFC 9649, 2.7): width and height, each minus one, in 24 bits.
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  expect([bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]).toEqual([1200, 750]);
});
