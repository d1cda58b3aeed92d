import { createHmac, randomBytes } from 'node:crypto';

/** Returns a new key of 256 random bits. Each note has its own, so opening one opens no other. */
export const newNoteKey = (): Buffer => randomBytes(32);

/**
 * Returns the commitment of a block to the note of a payout: its HMAC-SHA-256 in hex. References of banks follow patterns, so a hash without a key
 * could be reversed by trying them all.
 */
export const commitToNote = (key: Uint8Array, note: string): string =>
  createHmac('sha256', key).update(note).digest('hex');
