import { expect, test } from 'vitest';
import { keptSearchesOf, RECENT_MAX, SAVED_MAX, searchTitle } from './kept-searches.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

test('recent searches are stored once each, newest first, at most ten, and can be cleared', () => {
  const kept = keptSearchesOf('a', memory());
  for (let n = 0; n < 15; n++) kept.remember(`term ${n}`);
  expect(kept.remember('TERM 9 ').recent).toHaveLength(RECENT_MAX);
  expect(kept.read().recent.slice(0, 2)).toEqual(['TERM 9', 'term 14']);
  expect(kept.remember('x').recent[0]).toBe('TERM 9');
  expect(kept.forget().recent).toEqual([]);
});

test('saved searches store their filters without the page, one per name, and are bounded', () => {
  const kept = keptSearchesOf('a', memory());
  kept.save('Food', { category: 'Food', page: 4, action: 'add' });
  expect(kept.save('Food', { category: 'Food', status: 'shipped' }).saved).toEqual([
    { name: 'Food', search: { category: 'Food', status: 'shipped' } },
  ]);
  for (let n = 0; n < SAVED_MAX + 5; n++) kept.save(`s ${n}`, { search: String(n) });
  expect(kept.read().saved).toHaveLength(SAVED_MAX);
  expect(kept.remove('s 20').saved.map((one) => one.name)).not.toContain('s 20');
});

test('accounts do not see each other’s searches, and unreadable ones are ignored', () => {
  const store = memory();
  keptSearchesOf('a', store).remember('kenya');
  expect(keptSearchesOf('b', store).read().recent).toEqual([]);
  store.setItem('asset-searches:v1:a', '{broken');
  expect(keptSearchesOf('a', store).read()).toEqual({ recent: [], saved: [] });
});

test('a search is titled after its filters', () => {
  expect(searchTitle({ search: 'kenya', category: 'Food', batch: 'B1' })).toBe('“kenya” · Food · batch B1');
  expect(searchTitle({})).toBe('All assets');
});
