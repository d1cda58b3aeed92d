import { expect, test } from 'vitest';
import { changed, filterOf } from './participants-search.ts';

test('changing a filter returns to page 1, unless the change names a page', () => {
  expect(changed({ page: 4, role: 'shipper' }, { status: 'active' })).toEqual({ role: 'shipper', status: 'active' });
  expect(changed({ role: 'shipper' }, { page: 3 })).toEqual({ role: 'shipper', page: 3 });
});

test('default values stay out of the URL', () => {
  expect(changed({ sortBy: 'role', limit: 25 }, { sortBy: 'createdAt', sortOrder: 'desc', limit: 10 })).toEqual({});
  expect(filterOf({})).toEqual({ sortBy: 'createdAt', sortOrder: 'desc', page: 1, limit: 10 });
});
