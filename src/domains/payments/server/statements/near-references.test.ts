import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditorReference, isCreditorReference } from '../creditor-reference.ts';
import { findNearReferences } from './near-references.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const reference = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 20, maxLength: 20 })
  .map((letters) => creditorReference(letters.join('')));

test('finds the reference despite one wrong character at any position', () => {
  fc.assert(
    fc.property(reference, fc.integer({ min: 2, max: 23 }), fc.nat(35), (right, at, choice) => {
      const wrong = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[choice] ?? '';
      fc.pre(wrong !== right[at] && (at > 3 || choice < 10));
      const typed = right.slice(0, at) + wrong + right.slice(at + 1);
      // A digit replaced by a letter passes the check digits once in 97 times.
      fc.pre(!isCreditorReference(typed));
      expect(findNearReferences(`Tax ${typed} thanks`)).toContain(right);
    }),
  );
});

test('finds the reference despite two swapped neighbors', () => {
  fc.assert(
    fc.property(reference, fc.integer({ min: 4, max: 22 }), (right, at) => {
      fc.pre(right[at] !== right[at + 1]);
      const typed = right.slice(0, at) + right[at + 1] + right[at] + right.slice(at + 2);
      fc.pre(!isCreditorReference(typed));
      expect(findNearReferences(typed)).toContain(right);
    }),
  );
});

test('returns nothing for a valid reference, and few candidates for a wrong one', () => {
  fc.assert(
    fc.property(reference, (right) => {
      expect(findNearReferences(right)).toEqual([]);
      const typed = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`;
      expect(findNearReferences(typed).length).toBeLessThan(40);
    }),
  );
  expect(findNearReferences('Rent for March, RFID chips')).toEqual([]);
});
