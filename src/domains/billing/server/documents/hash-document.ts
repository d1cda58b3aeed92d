import { hashJson } from '../hash-json.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** Returns the hash of a document. Its block states it. */
export const hashDocument = (document: InvoiceDocument): string => hashJson(document);
