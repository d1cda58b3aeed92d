import { expect, test } from 'vitest';
import type { Block } from '#domains/ledger/contract.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { formatExact } from '#platform/web/format-time.ts';
import { compareShown, type ShownJourney } from './compare-shown.ts';

const longAgo = formatExact(Date.parse('2001-01-01T00:00:00.000Z'));
const happened = (index: number) => new Date((1_772_600_000 + index) * 1000).toISOString();
const blockAt = (index: number, action: string, user: string, meta: Record<string, unknown>, role = 'manufacturer') =>
  ({
    index,
    timestamp: 1_772_600_000 + index,
    prev_hash: '',
    hash: String(index).repeat(64),
    data: { action, asset_id: 'HLX-1', user, role, meta },
  }) as Block;

const blocks = [
  blockAt(1, 'manufactured', 'acme', { name: 'Green coffee', location: 'Bergen' }),
  blockAt(2, 'shipped', 'acme', { location: 'Oslo', to: 'fjord' }),
  blockAt(3, 'received', 'fjord', { location: 'Hub A' }, 'shipper'),
  blockAt(5, 'delivered', 'fjord', { location: 'Hub B' }, 'shipper'),
];
const stepOf = ({ index, hash, data }: Block, status: HistoryEvent['status']): HistoryEvent => {
  const { location } = data['meta'] as { location: string };
  const [timestamp, recordedAt] = [happened(index), happened(index)];
  const participant = String(data['user']);
  const action = String(data['action']);
  const meta = data['meta'] as HistoryEvent['meta'];
  return {
    blockIndex: index,
    blockHash: hash,
    action,
    participant,
    location,
    timestamp,
    recordedAt,
    status,
    anomalies: [],
    meta,
  };
};
const statuses = ['manufactured', 'shipped', 'in transit', 'delivered'] as const;
const history = blocks.map((block, n) => stepOf(block, statuses[n]!));
const asset: Asset = {
  id: 'HLX-1',
  assetId: 'HLX-1',
  name: 'Green coffee',
  currentStatus: 'delivered',
  currentLocation: 'Hub B',
  createdAt: happened(1),
  recordedAt: happened(1),
  updatedAt: happened(5),
  happenedAt: happened(5),
  eventCount: 4,
  custodian: 'fjord',
  inShipment: false,
  anomalyCount: 0,
};
const custodyRules = { protectedFrom: 0, receiptsOnlyFrom: 0 };
const compare = (changes: { asset?: Partial<Asset>; history?: ShownJourney['history']; complete?: boolean } = {}) => {
  const shown = { asset: { ...asset, ...changes.asset }, custodyRules };
  const journey = { history: changes.history ?? history, complete: changes.complete ?? true, shown };
  return compareShown(journey, changes.complete === false ? blocks.slice(0, 2) : blocks);
};
const words = (found: ReturnType<typeof compareShown>) => found.map((one) => one.words);
const withStep = (n: number, change: Partial<HistoryEvent>) =>
  history.map((step, at) => (at === n ? { ...step, ...change } : step));

test('finds nothing in a page that equals the blocks', () => {
  expect(compare()).toEqual([]);
});

test.each([
  ['name', 'Gold bars', 'Name: this page shows “Gold bars”, but block 1 says “Green coffee”.'],
  ['currentStatus', 'shipped', 'Status: this page shows “shipped”, but block 5 says “delivered”.'],
  ['currentLocation', 'Oslo', 'Location: this page shows “Oslo”, but block 5 says “Hub B”.'],
  ['custodian', 'acme', 'In custody of: this page shows “acme”, but block 3 says “fjord”.'],
  ['batch', 'B-1', 'Batch: this page shows “B-1”, but block 1 says none.'],
  ['inShipment', true, 'On its way: this page shows “yes”, but block 3 says “no”.'],
  [
    'createdAt',
    '2001-01-01T00:00:00.000Z',
    expect.stringContaining(`Created: this page shows “${longAgo}”, but block 1 says`),
  ],
  [
    'updatedAt',
    '2001-01-01T00:00:00.000Z',
    expect.stringContaining(`Updated: this page shows “${longAgo}”, but block 5 says`),
  ],
])('names the block that contradicts a changed %s', (fact, value, expected) => {
  expect(words(compare({ asset: { [fact]: value } }))).toEqual([expected]);
});

test('finds a step shown as corrected by an event that is no correction', () => {
  const found = compare({ history: withStep(1, { correctedBy: 5 }) });
  expect(found).toEqual([
    { blockIndex: 2, words: 'The step of block 2 is shown as corrected by block 5, which does not correct it.' },
  ]);
});

test('finds a correction that is not shown', () => {
  const correction = blockAt(6, 'correction', 'fjord', { corrects: 5 }, 'shipper');
  const shownBlocks = [...blocks, correction];
  const { location: _, ...step } = { ...stepOf(correction, 'in transit'), corrects: 5 };
  const journey = { complete: true, shown: undefined };
  expect(words(compareShown({ ...journey, history: [...history, step] }, shownBlocks))).toEqual([
    'Block 6 corrects block 5, but the step is not shown as corrected by it.',
  ]);
  const corrected = withStep(3, { correctedBy: 6 });
  expect(compareShown({ ...journey, history: [...corrected, step] }, shownBlocks)).toEqual([]);
});

test('finds anomalies and participants of a step that its block does not have', () => {
  expect(words(compare({ history: withStep(2, { anomalies: ['not in custody'] }) }))).toEqual([
    'The step of block 3 is shown with other anomalies than the blocks have.',
  ]);
  expect(words(compare({ history: withStep(2, { participant: 'acme' }) }))).toEqual([
    'Participant: this page shows “acme”, but block 3 says “fjord”.',
  ]);
});

test('finds a number of steps that differs from those listed', () => {
  expect(words(compare({ asset: { eventCount: 3 } }))).toEqual([
    'The server counts 3 steps, but lists 4. Reload the page and verify again.',
  ]);
  expect(words(compare({ asset: { eventCount: 1 } }))).toEqual([
    'The server counts 1 step, but lists 4. Reload the page and verify again.',
  ]);
});

test('of a page with the first steps only, compares the facts of the first step', () => {
  const part = { complete: false, history: history.slice(0, 2) };
  expect(compare(part)).toEqual([]);
  expect(words(compare({ ...part, asset: { name: 'Gold bars' } }))).toEqual([
    'Name: this page shows “Gold bars”, but block 1 says “Green coffee”.',
  ]);
});
