import { hash } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';

/** Returns the SHA-256 of a value as canonical JSON (RFC 8785), in hex. Blocks state it in place of the value. */
export const hashJson = (value: object): string => hash('sha256', canonicalJson(value), 'hex');
