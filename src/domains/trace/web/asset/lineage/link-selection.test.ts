import { expect, test } from 'vitest';
import type { HistoryEvent, LineageEdge } from '#domains/trace/contract.ts';
import { linkSelection } from './link-selection.ts';

const step = (blockIndex: number): HistoryEvent => ({
  blockIndex,
  blockHash: '0'.repeat(64),
  action: 'manufactured',
  participant: 'acme-coffee',
  timestamp: '2026-03-01T08:00:00.000Z',
  recordedAt: '2026-03-01T08:00:00.000Z',
  status: 'manufactured',
  anomalies: [],
  meta: {},
});
const link = (blockIndex: number, untilBlock?: number): LineageEdge => ({
  from: 'A',
  to: 'B',
  kind: 'packed',
  blockIndex,
  ...(untilBlock === undefined ? {} : { untilBlock }),
});
const history = [step(2), step(5), step(9)];

test('a link belongs to the step that recorded it, and to the one that ended it', () => {
  const { stateOf } = linkSelection(history, 5, () => {});
  expect(stateOf(link(5))).toBe('selected');
  expect(stateOf(link(2, 5))).toBe('selected');
  expect(stateOf(link(2))).toBe('plain');
  expect(stateOf(link(7))).toBe('later');
});

test('without a selected step of this asset, no link is marked', () => {
  expect(linkSelection(history, undefined, () => {}).stateOf(link(7))).toBe('plain');
  expect(linkSelection(history, 7, () => {}).stateOf(link(8))).toBe('plain');
});

test('a link selects only a step of this asset', () => {
  const selected: number[] = [];
  const selection = linkSelection(history, undefined, (blockIndex) => selected.push(blockIndex));
  selection.select(7);
  selection.select(9);
  expect(selected).toEqual([9]);
  expect([selection.isStep(link(7)), selection.isStep(link(9))]).toEqual([false, true]);
});
