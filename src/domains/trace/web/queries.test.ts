import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { assetsQuery } from './queries.ts';

const pagination = {
  total: 0,
  totalIsEstimate: false,
  page: 1,
  limit: 10,
  totalPages: 0,
  hasPrev: false,
  hasNext: false,
};
const fetched = vi.fn(async () => Response.json({ assets: [], pagination, total_count: 0 }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a search is not repeated within 30 s', async () => {
  const client = createQueryClient();
  const search = () => client.fetchQuery(assetsQuery({ search: 'pump' }));
  await search();
  vi.advanceTimersByTime(29_999);
  await search();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await search();
  expect(fetched).toHaveBeenCalledTimes(2);
});
