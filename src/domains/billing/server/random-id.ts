import { randomInt } from 'node:crypto';

/** The digits of base 32 without letters that are read as others. */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a new random id of 100 bits. It is all that the chain says of what it names. */
export const newRandomId = (prefix: 'inv' | 'sub'): string =>
  `${prefix}_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
