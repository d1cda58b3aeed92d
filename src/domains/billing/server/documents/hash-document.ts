import { hash } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';
import type { InvoiceDocument } from './invoice-document.ts';

/** Returns the SHA-256 of a document as canonical JSON (RFC 8785), in hex. Its block states it. */
export const hashDocument = (document: InvoiceDocument): string => hash('sha256', canonicalJson(document), 'hex');
