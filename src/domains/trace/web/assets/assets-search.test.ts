import { expect, test } from 'vitest';
import { AssetsSearch, changed, filterOf, isFiltered } from './assets-search.ts';
import { relationIn, relationTitle } from './participant-relation.ts';

test('changing a filter returns to page 1, unless the change names a page', () => {
  expect(changed({ page: 4, category: 'Food' }, { status: 'shipped' })).toEqual({
    category: 'Food',
    status: 'shipped',
  });
  expect(changed({ category: 'Food' }, { page: 3 })).toEqual({ category: 'Food', page: 3 });
});

test('default values stay out of the URL', () => {
  expect(changed({ sortBy: 'name' }, { sortBy: 'createdAt', sortOrder: 'desc' })).toEqual({});
  expect(filterOf({})).toEqual({ sortBy: 'createdAt', sortOrder: 'desc', page: 1, limit: 10 });
});

test('invalid search parameters are ignored', () => {
  expect(AssetsSearch.parse({ category: 'Cheese', page: 'x', limit: '25', search: '007' })).toMatchObject({
    limit: 25,
    search: '007',
  });
  expect(isFiltered(AssetsSearch.parse({ category: 'Cheese' }))).toBe(false);
});

test('one relation to a participant is a filter, and its title says "me" for the user', () => {
  const search = AssetsSearch.parse({ custodian: 'acme-coffee' });
  expect(isFiltered(search)).toBe(true);
  expect(relationIn(search)).toEqual({ relation: 'custodian', username: 'acme-coffee' });
  expect(relationTitle('custodian', 'acme-coffee', 'acme-coffee')).toBe('Held by me');
  expect(relationTitle('addressee', 'acme-coffee', 'north-dock')).toBe('On its way to acme-coffee');
  expect(relationIn(AssetsSearch.parse({}))).toBeNull();
});
