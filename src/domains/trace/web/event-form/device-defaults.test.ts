import { expect, test } from 'vitest';
import { blockDataOf } from './block-data.ts';
import { deviceDefaultsOf } from './device-defaults.ts';

function memoryStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('defaults are kept for each account apart, can be cleared, and a spoilt store has none', () => {
  const store = memoryStore();
  const mine = deviceDefaultsOf('a', store);
  mine.keep({ defaults: { user: 'maker', location: 'Gate 4' }, review: true });
  mine.keep({ last: { user: 'maker', action: 'shipped', location: 'Oslo' } });
  expect(mine.read()).toEqual({
    defaults: { user: 'maker', location: 'Gate 4' },
    last: { user: 'maker', action: 'shipped', location: 'Oslo' },
    review: true,
  });
  expect(deviceDefaultsOf('b', store).read().defaults).toBeNull();
  mine.keep({ defaults: null });
  expect(mine.read().defaults).toBeNull();
  store.setItem('event-defaults:a', 'not JSON');
  expect(mine.read()).toEqual({ defaults: null, last: null, review: false });
});

test('the block says whose event it is and in which role, and who recorded it where that is another', () => {
  const request = { user: 'maker', action: 'shipped', asset_id: 'A', meta: { b: 1, a: 2 } };
  expect(JSON.stringify(blockDataOf(request, 'maker', 'manufacturer'))).toBe(
    '{"action":"shipped","asset_id":"A","meta":{"a":2,"b":1},"role":"manufacturer","user":"maker"}',
  );
  expect(blockDataOf({ ...request, user: 'other' }, 'maker', undefined)).toEqual({
    action: 'shipped',
    asset_id: 'A',
    meta: { a: 2, b: 1 },
    recordedBy: 'maker',
    user: 'other',
  });
});
