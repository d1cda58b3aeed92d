import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditorReference, findCreditorReferences, isCreditorReference } from './creditor-reference.ts';

const body = fc.stringMatching(/^[0-9A-Z]{1,21}$/);

test('has the check digits of the examples in ISO 11649', () => {
  expect(creditorReference('539007547034')).toBe('RF18539007547034');
  expect(isCreditorReference('RF18539007547034')).toBe(true);
});

test('detects every digit replaced by another digit, and every letter by another letter', () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(), (text, n, other) => {
      const reference = creditorReference(text);
      expect(isCreditorReference(reference)).toBe(true);
      const position = 4 + (n % text.length);
      const kind = /\d/.test(reference[position] ?? '') ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
      const changed = reference.slice(0, position) + kind[other % kind.length] + reference.slice(position + 1);
      expect(isCreditorReference(changed)).toBe(changed === reference);
    }),
  );
});

test('is found as people and banks write it, without false matches', () => {
  const reference = creditorReference('ABC123');
  const spaced = `${reference.slice(0, 4)} ${reference.slice(4)}`.toLowerCase();
  expect(findCreditorReferences(`Tax 2026, ref. ${spaced}`)).toContain(reference);
  expect(findCreditorReferences(`${reference}, thank you`)).toEqual([reference]);
  expect(findCreditorReferences(`${reference}THANKYOU`)).toContain(reference);
  expect(findCreditorReferences('RF00ABC and RFID chips')).toEqual([]);
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      for (const found of findCreditorReferences(text)) expect(isCreditorReference(found)).toBe(true);
    }),
  );
});
