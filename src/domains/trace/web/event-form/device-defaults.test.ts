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

test('defaults are stored per account, can be cleared, and are empty in a corrupt store', () => {
  const store = memoryStore();
  const mine = deviceDefaultsOf('a', store);
  const defaults = { user: 'maker', location: 'Gate 4', coordinates: '60.39, 5.32', uom: 'KGM' };
  const last = { user: 'maker', action: 'shipped', location: 'Oslo', coordinates: '', uom: '' };
  mine.keep({ defaults, review: true });
  mine.keep({ last });
  expect(mine.read()).toEqual({
    defaults,
    last,
    review: true,
  });
  expect(deviceDefaultsOf('b', store).read().defaults).toBeNull();
  mine.keep({ defaults: null });
  expect(mine.read().defaults).toBeNull();
  store.setItem('event-defaults:a', 'not JSON');
  expect(mine.read()).toEqual({ defaults: null, last: null, review: false });
});

test('defaults stored before a field existed remain valid', () => {
  const store = memoryStore();
  store.setItem('event-defaults:a', JSON.stringify({ defaults: { user: 'maker', location: 'Gate 4' } }));
  expect(deviceDefaultsOf('a', store).read().defaults).toEqual({
    user: 'maker',
    location: 'Gate 4',
    coordinates: '',
    uom: '',
  });
});

test('the block names the participant, its role, and the recorder if different', () => {
  const request = { user: 'maker', action: 'shipped', asset_id: 'A', meta: { b: 1, a: 2 } };
  const maker = { username: 'maker', administrator: false };
  expect(JSON.stringify(blockDataOf(request, maker, 'manufacturer'))).toBe(
    '{"action":"shipped","asset_id":"A","meta":{"a":2,"b":1},"role":"manufacturer","user":"maker"}',
  );
  expect(blockDataOf({ ...request, user: 'other' }, maker, undefined)).toEqual({
    action: 'shipped',
    asset_id: 'A',
    meta: { a: 2, b: 1 },
    recordedBy: 'maker',
    user: 'other',
  });
  const administrator = { username: 'root', administrator: true };
  expect(blockDataOf(request, administrator, undefined)).toMatchObject({
    recordedBy: 'root',
    recordedByRole: 'administrator',
  });
});
