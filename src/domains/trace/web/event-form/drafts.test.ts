import { expect, test } from 'vitest';
import { draftsOf, draftTitle } from './drafts.ts';
import { blankValues, errorsOf, placedErrors, requestOf } from './event-values.ts';

function memoryStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const values = {
  ...blankValues('maker', 'event'),
  action: 'shipped',
  assetId: 'PRD-1',
  location: 'Oslo',
};

test('a draft is titled by the name of its asset before the ID', () => {
  expect(draftTitle({ values: { ...values, name: 'Arabica' } })).toBe('Arabica · PRD-1 · shipped · Oslo');
});

test('drafts are stored per account, newest first, and can be removed', () => {
  const store = memoryStore();
  const mine = draftsOf('a', store);
  mine.save(values, 1);
  mine.save({ ...values, assetId: 'PRD-2' }, 2);
  expect(mine.list().map(draftTitle)).toEqual(['PRD-2 · shipped · Oslo', 'PRD-1 · shipped · Oslo']);
  expect(draftsOf('b', store).list()).toEqual([]);
  const [newest] = mine.list();
  if (newest) mine.remove(newest.id);
  expect(mine.list()).toHaveLength(1);
});

test('the unfinished form is restored, and a corrupt store counts as empty', () => {
  const store = memoryStore();
  draftsOf('a', store).keepOpen(values);
  expect(draftsOf('a', store).open()).toEqual(values);
  store.setItem('event-drafts:a', '{"drafts":3,"open":"x"}');
  expect(draftsOf('a', store).list()).toEqual([]);
  expect(draftsOf('a', store).open()).toBeNull();
});

test('the unfinished form becomes the newest draft only once, and only as it is stored', () => {
  const mine = draftsOf('a', memoryStore());
  mine.keepOpen(values);
  expect(mine.putAside({ ...values, location: 'Bergen' }, 1)).toBeUndefined();
  expect(mine.putAside(values, 2)).toEqual({ count: 1, dropped: undefined });
  expect(mine.putAside(values, 3)).toBeUndefined();
  expect(mine.list().map((draft) => draft.values)).toEqual([values]);
  expect(mine.open()).toBeNull();
});

test('a draft keeps when its event happened, and drafts from before that field exist stay valid', () => {
  const store = memoryStore();
  draftsOf('a', store).save({ ...values, happenedAt: '2026-03-01T08:30' }, 1);
  expect(draftsOf('a', store).list()[0]?.values.happenedAt).toBe('2026-03-01T08:30');
  const { happenedAt: _, ...older } = values;
  store.setItem('event-drafts:a', JSON.stringify({ drafts: [{ id: '1', savedAt: 1, values: older }], open: older }));
  expect(draftsOf('a', store).open()).toEqual(values);
});

test('no draft is dropped silently: a full list refuses another, and a form that is put aside is kept beyond it', () => {
  const mine = draftsOf('a', memoryStore());
  const numbered = (n: number) => ({ ...values, assetId: `PRD-${n}` });
  for (let n = 1; n <= 20; n++) expect(mine.save(numbered(n), n)).toBe('saved');
  expect(mine.save(numbered(21), 21)).toBe('full');
  const putAside = (n: number) => {
    mine.keepOpen(numbered(n));
    return mine.putAside(numbered(n), n);
  };
  expect(putAside(21)).toEqual({ count: 21, dropped: undefined });
  for (let n = 22; n <= 40; n++) putAside(n);
  expect(mine.list().at(-1)?.values.assetId).toBe('PRD-1');
  expect(putAside(41)).toMatchObject({ count: 40, dropped: { values: { assetId: 'PRD-1' } } });
  expect(mine.list()).toHaveLength(40);
});

test('a failing store is reported', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(draftsOf('a', full).save(values, 1)).toBe('blocked');
});

test('missing fields are reported with the specified messages', () => {
  expect(errorsOf(blankValues('', 'event'))).toEqual({
    user: 'Participant is required',
    action: 'Action is required',
    assetId: 'Asset ID is required',
  });
});

test('the request has the location and the fields of a new asset in its metadata', () => {
  expect(requestOf({ ...values, metadata: 'carrier:Rail', name: 'Pump', batch: 'B1' })).toEqual({
    user: 'maker',
    action: 'shipped',
    asset_id: 'PRD-1',
    meta: { carrier: 'Rail', location: 'Oslo', name: 'Pump', batch: 'B1' },
  });
});

test("the server's errors are shown at their fields", () => {
  expect(
    placedErrors([
      { pointer: '/asset_id', message: 'The asset PRD-1 already exists' },
      { pointer: '/meta/timestamp', message: 'meta.timestamp must be an instant' },
    ]),
  ).toEqual({
    assetId: 'The asset PRD-1 already exists',
    happenedAt: 'This must be an instant',
  });
});
