import { expect, test } from 'vitest';
import { verdictQuery } from './queries.ts';

test('the verdict is refetched every 30 seconds', () => {
  expect(verdictQuery.refetchInterval).toBe(30_000);
});
