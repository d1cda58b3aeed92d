import { expect, test } from 'vitest';
import { blankValues } from './event-values.ts';
import { samplesIn, templates } from './templates.ts';

const [manufacturing] = templates;
const filled = { ...blankValues('acme', 'event'), assetId: 'A-1', quantity: '4', uom: 'EA', ...manufacturing };

test('finds every value of the chosen template', () => {
  expect(samplesIn(filled)).toEqual(['batch: BATCH-001', 'quality: A', 'line: 1', 'location: Manufacturing Facility']);
});

test('finds only unchanged values', () => {
  expect(samplesIn({ ...filled, location: 'Bergen', metadata: '{"batch":"B-7","line":"1"}' })).toEqual(['line: 1']);
  expect(samplesIn({ ...filled, location: 'Bergen', metadata: '' })).toEqual([]);
});

test('does not count text typed into another field as a sample', () => {
  const typed = { ...blankValues('acme', 'asset'), action: 'manufactured', assetId: 'A-1', batch: 'TR-11' };
  expect(samplesIn(typed)).toEqual([]);
});

test('finds the values of a template after the action was changed', () => {
  expect(samplesIn({ ...filled, action: 'quality_check' })).toEqual(samplesIn(filled));
});

test('finds values of two templates', () => {
  const mixed = { ...filled, action: 'shipped', location: 'Distribution Center', metadata: '{"batch":"BATCH-001"}' };
  expect(samplesIn(mixed)).toEqual(['batch: BATCH-001', 'location: Distribution Center']);
});
