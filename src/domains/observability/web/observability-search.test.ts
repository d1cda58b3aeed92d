import { expect, test } from 'vitest';
import { healthQuery } from './health-query.ts';
import { ObservabilitySearch, queryOf } from './observability-search.ts';
import { statusQuery, tracesQuery } from './queries.ts';

test('the status is refetched every 30 seconds', () => {
  for (const query of [healthQuery, statusQuery, tracesQuery({})]) expect(query.refetchInterval).toBe(30_000);
});

test('invalid search parameters are ignored', () => {
  const nonsense = { tab: 'x', status: 'green', min: '7', page: '-1', route: 'a'.repeat(300), trace: 'b'.repeat(99) };
  expect(ObservabilitySearch.parse(nonsense)).toEqual({});
});

test('a filter maps to exactly its own query parameters', () => {
  expect(queryOf({})).toEqual({ page: 1, limit: 20 });
  expect(queryOf({ route: '/api/assets', status: '5xx', min: '100', page: 2 })).toEqual({
    route: '/api/assets',
    status: '5xx',
    minMilliseconds: 100,
    page: 2,
    limit: 20,
  });
});
