import { expect, test } from 'vitest';
import { assetCategories, assetStatuses, eventActions } from '#domains/trace/contract.ts';

test('categories, statuses and actions are those of the specification, in its order', () => {
  expect(assetCategories).toEqual(['Electronics', 'IoT', 'Food', 'Pharma', 'Luxury']);
  expect(assetStatuses).toEqual(['manufactured', 'shipped', 'delivered', 'in transit']);
  expect(eventActions).toEqual(['manufactured', 'shipped', 'received', 'delivered', 'quality_check', 'returned']);
});
