import { randomInt } from 'node:crypto';

/** The digits of base 32 without letters that are easily confused. */
export const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a new random id of 100 bits. The chain states nothing else about the named object. */
export const newRandomId = (prefix: 'inv' | 'sub' | 'cus'): string =>
  `${prefix}_${Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
