import { expect, test } from 'vitest';
import { verdictQuery } from './queries.ts';

test('whether the chain is valid is asked again every 30 seconds', () => {
  expect(verdictQuery.refetchInterval).toBe(30_000);
});
