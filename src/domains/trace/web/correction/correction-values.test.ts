import { expect, test } from 'vitest';
import { mayCorrect } from '#domains/trace/contract.ts';
import { changesOf, errorOf, formerPosition, type RecordedEvent, requestOf, valuesOf } from './correction-values.ts';

const event: RecordedEvent = {
  index: 12,
  assetId: 'PRD-1',
  user: 'shipper',
  action: 'shipped',
  meta: { location: 'Wrong', timestamp: '2026-02-01', carrier: 'Rail', weight: 4 },
  happenedAt: '2026-02-01T00:00:00.123Z',
};
const opened = valuesOf(event);

test('the form opens with the event’s content and no changes', () => {
  expect(opened).toMatchObject({ user: 'shipper', action: 'shipped', location: 'Wrong' });
  expect(JSON.parse(opened.metadata)).toEqual({ carrier: 'Rail', weight: 4 });
  expect(changesOf(event, opened)).toEqual([]);
  expect(errorOf(event, opened)).toMatch(/Nothing has changed/);
});

test('lists only changed fields, before and after', () => {
  const values = { ...opened, location: ' Oslo ', metadata: '{"weight": 5, "seal": "X"}' };
  expect(changesOf(event, values)).toEqual([
    { field: 'Location', before: 'Wrong', after: 'Oslo' },
    { field: 'carrier', before: 'Rail', after: '' },
    { field: 'weight', before: '4', after: '5' },
    { field: 'seal', before: '', after: 'X' },
  ]);
  expect(errorOf(event, values)).toBeUndefined();
});

test('a restatement has the whole event, and keeps an unchanged time to the millisecond', () => {
  expect(requestOf(event, { ...opened, location: 'Oslo', reason: ' typing error ' })).toEqual({
    user: 'shipper',
    action: 'correction',
    asset_id: 'PRD-1',
    meta: {
      carrier: 'Rail',
      weight: 4,
      location: 'Oslo',
      timestamp: '2026-02-01T00:00:00.123Z',
      action: 'shipped',
      corrects: 12,
      reason: 'typing error',
    },
  });
});

test('a changed location drops the coordinates of the former one, unless they are kept or edited', () => {
  const bergen = { latitude: 60.39, longitude: 5.32 };
  const placed = { ...event, meta: { ...event.meta, coordinates: bergen } };
  const moved = { ...valuesOf(placed), location: 'Oslo' };
  expect(formerPosition(placed, moved)).toEqual(bergen);
  expect(requestOf(placed, moved).meta).not.toHaveProperty('coordinates');
  expect(changesOf(placed, moved)).toContainEqual({
    field: 'coordinates',
    before: JSON.stringify(bergen),
    after: '',
  });
  expect(requestOf(placed, { ...moved, keepsPosition: true }).meta).toMatchObject({ coordinates: bergen });
  const edited = { ...moved, metadata: '{"coordinates": {"latitude": 59.91, "longitude": 10.75}}' };
  expect(formerPosition(placed, edited)).toBeUndefined();
  expect(requestOf(placed, edited).meta).toMatchObject({ coordinates: { latitude: 59.91, longitude: 10.75 } });
  expect(requestOf(placed, valuesOf(placed)).meta).toMatchObject({ coordinates: bergen });
});

test('a retraction only names the event', () => {
  const values = { ...opened, kind: 'take back' as const };
  expect(requestOf(event, values).meta).toEqual({ corrects: 12 });
  expect(changesOf(event, values)).toHaveLength(1);
});

test('a correction is offered once, to the recorder, the participant, its manager and administrators', () => {
  const of = (username: string, administrator = false) => ({ username, administrator });
  const handled = { action: 'shipped', participant: 'a', recordedBy: 'b', managedBy: 'c' };
  expect(['a', 'b', 'c', 'd'].map((name) => mayCorrect(of(name), handled))).toEqual([true, true, true, false]);
  expect(mayCorrect(of('d', true), handled)).toBe(true);
  expect(mayCorrect(null, handled)).toBe(false);
  expect(mayCorrect(of('a'), { ...handled, correctedBy: 3 })).toBe(false);
  for (const action of ['manufactured', 'correction']) expect(mayCorrect(of('a'), { ...handled, action })).toBe(false);
});
