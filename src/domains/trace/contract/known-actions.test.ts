import { expect, test } from 'vitest';
import { eventActions } from './actions.ts';
import { businessSteps, closestActions, unknownAction } from './known-actions.ts';

test.each([
  ['Shipped', ['shipped']],
  ['quality check', ['quality_check']],
  ['quality-check', ['quality_check']],
  ['shiped', ['shipped']],
  ['shippd', ['shipped']],
  ['recieved', ['received']],
  ['receved', ['received']],
  ['delivred', ['delivered']],
  ['retruned', ['returned']],
  ['manufacturd', ['manufactured']],
  ['packng', ['packing', 'picking']],
  ['transportng', ['transporting']],
  ['inspectin', ['inspecting']],
  ['flown', ['shipped', 'transporting']],
  ['sailed', ['shipped', 'transporting']],
  ['sent', ['shipped']],
  ['dispatched', ['shipped', 'departing']],
  ['transported', ['transporting', 'shipped']],
  ['arrived', ['arriving', 'received']],
  ['sold', ['retail_selling']],
  ['produced', ['manufactured']],
  ['tested', ['quality_check', 'inspecting']],
  ['stored', ['storing']],
  ['constructor', []],
  ['xyz', []],
  ['painted', []],
  ['harvested', []],
  ['roasted', []],
  ['a', []],
  ['zzzzzzzzzzzz', []],
])('suggests for %s only actions that it may mean', (written, expected) => {
  expect(closestActions(written)).toEqual(expected);
});

test('never suggests ending the life of goods for a word about moving them', () => {
  for (const word of ['flown', 'filling', 'hauling', 'moving', 'rolling', 'riding'])
    expect(closestActions(word)).not.toContain('killing');
});

test('suggests known actions only, and lists the main ones for a word that resembles none', () => {
  const known: readonly string[] = [...eventActions, ...businessSteps];
  for (const word of ['flown', 'sold', 'recycled', 'sent_back', 'in_transit', 'shiped'])
    expect(known).toEqual(expect.arrayContaining([...closestActions(word)]));
  expect(unknownAction('xyz')).toBe(
    'xyz is not a known action; the main ones are manufactured, shipped, received, delivered, quality_check, returned',
  );
});
