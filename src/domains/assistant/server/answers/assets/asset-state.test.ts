import { expect, test } from 'vitest';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { sayState } from './asset-state.ts';

const asset = { assetId: 'A-1', custodian: 'north-shop', currentStatus: 'delivered', currentLocation: 'Lyon' } as Asset;
const checked = (anomalies: HistoryEvent['anomalies']) =>
  ({
    action: 'quality_check',
    participant: 'demo-maker',
    location: 'Drop C',
    timestamp: '2026-11-20T10:00:00.000Z',
    blockIndex: 7,
    anomalies,
  }) as HistoryEvent;
const holderOf = (last: HistoryEvent) =>
  sayState({ conditions: [] } as never, { asset, history: [last], what: 'A-1' } as never, 'holder').reply;

test('names the holder, and says that a later event by a stranger did not change it', () => {
  expect(holderOf(checked([]))).toMatch(/^north-shop has A-1\. Last event: .*demo-maker.*\.$/);
  const reply = holderOf(checked(['not in custody']));
  expect(reply).toMatch(/^north-shop has A-1\. /);
  expect(reply).toMatch(/not in custody, so it changed neither holder nor place\.$/);
});

test('calls the last event recorded if another one happened later', () => {
  const later = { ...checked([]), blockIndex: 6, timestamp: '2026-11-25T10:00:00.000Z' };
  const { reply } = sayState(
    { conditions: [] } as never,
    { asset, history: [later, checked([])], what: 'A-1' } as never,
    'holder',
  );
  expect(reply).toMatch(/Last recorded event: .*demo-maker/);
});
