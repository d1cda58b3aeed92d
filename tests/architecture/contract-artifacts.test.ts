import { expect, test } from 'vitest';
import { findStaleArtifacts } from '../../scripts/compile-contracts.ts';

test('the artifacts match the compiled contracts (npm run contracts)', () => {
  expect(findStaleArtifacts()).toEqual([]);
});

test('reports an artifact of other sources', () => {
  expect(findStaleArtifacts((text) => text.replace('"runs":200', '"runs":1'))).toHaveLength(7);
});
