import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  dueEntries,
  heldBack,
  isUnreachable,
  newEntry,
  type OutboxEntry,
  tryAgain,
  wakeAt,
} from './outbox-entry.ts';

const body = (asset: string) => ({ user: 'maker', action: 'shipped', asset_id: asset, meta: {} });
const entry = (position: number, asset: string): OutboxEntry => ({
  ...newEntry({ key: `k${position}`, account: 'a', body: body(asset) }, 0),
  position,
});

test('only an unreachable server sends an event to the outbox', () => {
  const kept = [0, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504].filter((status) => isUnreachable({ status }));
  expect(kept).toEqual([0, 502, 503, 504]);
});

test('the delay grows with each attempt to at most five minutes, with jitter', () => {
  let tried = entry(1, 'A');
  const waits: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    tried = afterFailure(tried, { status: 0, message: 'away' }, 1000, 1);
    waits.push(tried.nextTryAt - 1000);
  }
  expect(waits.slice(0, 3)).toEqual([2000, 4000, 8000]);
  expect(waits.at(-1)).toBe(300_000);
  expect(afterFailure(entry(1, 'A'), { status: 0, message: '' }, 0, 0).nextTryAt).toBe(1000);
});

test('a rejection stops the event with its reason and holds back only later events of the same asset', () => {
  const refused = afterFailure(entry(1, 'A'), { status: 404, message: 'No such asset.', hint: 'Make it.' }, 0, 0);
  expect(refused).toMatchObject({ state: 'refused', error: 'No such asset. Make it.' });
  const queue = [refused, entry(2, 'A'), entry(3, 'B')];
  expect(dueEntries(queue, 0, 1)[0]?.position).toBe(3);
  expect(heldBack(queue).get(2)?.position).toBe(1);
  expect(heldBack(queue).get(3)).toBeUndefined();
  expect(dueEntries([tryAgain(refused), entry(2, 'A')], 0, 9).map((each) => each.position)).toEqual([1]);
});

test('an entry states when it was submitted, which no later attempt and no edit changes', () => {
  const kept = newEntry({ key: 'k', account: 'a', body: body('A') }, Date.UTC(2026, 2, 4));
  const failed = afterFailure(kept, { status: 0, message: 'away' }, Date.UTC(2026, 2, 5), 0);
  expect(failed.body).toEqual({ ...body('A'), submitted_at: '2026-03-04T00:00:00.000Z' });
  expect(tryAgain(failed, { ...body('A'), meta: { location: 'Dock' } }).body).toEqual({
    ...body('A'),
    meta: { location: 'Dock' },
    submitted_at: '2026-03-04T00:00:00.000Z',
  });
});

test('a row of a file states no time of submission', () => {
  const source = { file: 'f', name: 'events.csv', row: 1 };
  expect(newEntry({ key: 'k', account: 'a', body: body('A'), source }, 1000).body).toEqual(body('A'));
});

test('a clock that is set back does not hold an event back', () => {
  const failed = afterFailure(entry(1, 'A'), { status: 0, message: 'away' }, Date.UTC(2026, 5, 1), 1);
  expect(dueEntries([failed], Date.UTC(2026, 5, 1), 9)).toEqual([]);
  expect(dueEntries([failed], Date.UTC(2026, 2, 1), 9)).toEqual([failed]);
});

test('an ended session does not count as an attempt', () => {
  expect(afterFailure(entry(1, 'A'), { status: 401, message: 'x' }, 0, 0)).toMatchObject({
    state: 'waiting',
    tries: 0,
  });
});

/** Outcomes of one attempt: answered, answered but lost, unreachable, or rejected. */
const fate = fc.constantFrom('answered', 'lost', 'unreachable', 'busy', 'refused', 'signed out');

test('records each event once, in the order of its asset, whatever fails in between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 12 }),
      fc.array(fate, { maxLength: 60 }),
      (assets, fates) => {
        let queue = assets.map((asset, position) => entry(position, asset));
        const chain: string[] = [];
        // The server's own rule: a known key returns the same block.
        const record = (key: string) => {
          if (!chain.includes(key)) chain.push(key);
          return { index: chain.indexOf(key), hash: '' };
        };
        const put = (next: OutboxEntry) => {
          queue = queue.map((each) => (each.position === next.position ? next : each));
        };
        let now = 0;
        for (let step = 0; step < 400; step += 1) {
          const due = dueEntries(queue, now, 2);
          if (due.length === 0) {
            const refused = queue.find((each) => each.state === 'refused');
            const at = wakeAt(queue);
            if (refused) put(tryAgain(refused));
            else if (at === undefined) break;
            else now = at;
          }
          // Several are in flight concurrently and arrive in any order.
          for (const next of due.toReversed()) {
            const happens = fates.pop() ?? 'answered';
            if (happens === 'answered') put(afterSuccess(next, record(next.key)));
            else {
              if (happens === 'lost') record(next.key);
              const status = { lost: 0, unreachable: 0, busy: 503, refused: 409, 'signed out': 401 }[happens];
              put(afterFailure(next, { status, message: happens }, now, 0.5));
            }
          }
        }
        expect(queue.every((each) => each.state === 'recorded')).toBe(true);
        expect(chain).toHaveLength(assets.length);
        for (const asset of ['A', 'B', 'C']) {
          const kept = queue.filter((each) => each.body.asset_id === asset).map((each) => each.key);
          expect(chain.filter((key) => kept.includes(key))).toEqual(kept);
        }
      },
    ),
  );
});
