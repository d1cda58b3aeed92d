import { afterEach, expect, test } from 'vitest';
import { recentPlacesOf } from './recent-places.ts';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const asset = (id: string) => ({ domain: 'trace', key: id, kind: 'asset', title: id, to: '/assets' });
const keysOf = (accountId: string | undefined) =>
  recentPlacesOf(accountId)
    .read()
    .map(({ key }) => key);

test('hides places that another account or a visitor opened on the same device', () => {
  recentPlacesOf('maker').remember(asset('A-1'));
  recentPlacesOf('shipper').remember(asset('B-1'));
  recentPlacesOf(undefined).remember(asset('V-1'));
  expect([keysOf('maker'), keysOf('shipper'), keysOf(undefined)]).toEqual([['A-1'], ['B-1'], ['V-1']]);
  expect(Object.values({ ...localStorage }).join()).not.toContain('V-1');
  recentPlacesOf('maker').forget();
  expect([keysOf('maker'), keysOf('shipper')]).toEqual([[], ['B-1']]);
});

test('keeps the six newest places, each once', () => {
  const places = recentPlacesOf('maker');
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) places.remember(asset(`A-${n}`));
  expect(keysOf('maker')).toEqual(['A-3', 'A-7', 'A-6', 'A-5', 'A-4', 'A-2']);
});
