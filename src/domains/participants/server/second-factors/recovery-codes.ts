import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** 120 bits: enough that a plain hash resists guessing (OWASP ASVS 5, 6.5.2). */
const BYTES = 15;
/** Base32 of RFC 4648. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = (BYTES * 8) / 5;

/** Returns ten new codes in groups of four characters, and their hashes to store. */
export function makeRecoveryCodes(accountId: string): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: COUNT }, () => inGroups(encode(randomBytes(BYTES))));
  return { codes, hashes: codes.map((code) => hashRecoveryCode(accountId, code)) };
}

/** Reports whether the text has the form of a recovery code. Spaces, hyphens and case are ignored. */
export const isRecoveryCode = (text: string) => new RegExp(`^[${ALPHABET}]{${LENGTH}}$`).test(normalize(text));

/** Returns the hash under which a code is stored. It contains the account, so that equal hashes reveal nothing. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`recovery code ${accountId} ${normalize(code)}`)
    .digest();

const normalize = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();

const inGroups = (text: string) => text.replaceAll(/(.{4})(?=.)/g, '$1-');

function encode(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}
