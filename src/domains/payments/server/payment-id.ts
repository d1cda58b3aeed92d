import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a new payment id with 100 random bits, so that ids cannot be guessed. */
export const newPaymentId = (): string =>
  `pay_${Array.from(randomBytes(20), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
