import { expect, test } from 'vitest';
import { findStaleArtifacts } from '../../scripts/compile-contracts.ts';

test('the artifacts are what the contracts compile to (npm run contracts)', () => {
  expect(findStaleArtifacts()).toEqual([]);
});

test('an artifact of other sources is reported', () => {
  expect(findStaleArtifacts((text) => text.replace('"runs":200', '"runs":1'))).toHaveLength(7);
});
