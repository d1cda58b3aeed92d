import { expect, test } from 'vitest';
import { coordinatesIn, inputsIn, quantityIn } from './event-details.ts';
import { blankValues, errorsOf, requestOf } from './event-values.ts';

test.each([
  ['', undefined],
  ['60.39, 5.32', { latitude: 60.39, longitude: 5.32 }],
  [' -33.9 18.4 ', { latitude: -33.9, longitude: 18.4 }],
  ['60.39°; -5°', { latitude: 60.39, longitude: -5 }],
  ['91, 5', 'unreadable'],
  ['Bergen', 'unreadable'],
  ['60.39', 'unreadable'],
  ['60,39, 5,32', 'unreadable'],
])('parses coordinates, or reports them as unreadable: %s', (text, position) =>
  expect(coordinatesIn(text)).toEqual(position),
);

test.each([
  ['', undefined],
  ['400', 400],
  ['0,5', 0.5],
  ['-1', 'unreadable'],
  ['1e3', 'unreadable'],
  ['1,000.5', 'unreadable'],
])('parses a quantity as a plain number: %s', (text, quantity) => expect(quantityIn(text)).toEqual(quantity));

test('splits inputs at commas, semicolons and line breaks, without duplicates', () =>
  expect(inputsIn('A-1, A-2;A-1\n\nLOT 7 ')).toEqual(['A-1', 'A-2', 'LOT 7']));

test('adds filled fields to the metadata under their names, and omits empty ones', () => {
  const blank = { ...blankValues('ada', 'asset'), assetId: 'X-1' };
  expect(requestOf(blank).meta).toEqual({});
  const filled = { ...blank, coordinates: '60.39, 5.32', quantity: '400', uom: 'KGM', inputs: 'A-1, A-2' };
  expect(requestOf(filled).meta).toEqual({
    coordinates: { latitude: 60.39, longitude: 5.32 },
    quantity: 400,
    uom: 'KGM',
    inputs: ['A-1', 'A-2'],
  });
});

test('reports invalid coordinates, an invalid quantity, and a missing unit at their fields', () => {
  const values = {
    ...blankValues('ada', 'event'),
    action: 'shipped',
    assetId: 'X-1',
    coordinates: 'north',
    quantity: 'many',
  };
  expect(Object.keys(errorsOf(values))).toEqual(['coordinates', 'quantity', 'uom']);
});
