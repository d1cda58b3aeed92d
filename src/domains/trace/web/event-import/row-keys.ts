import { canonicalJson, defaultSha256, toHex } from '@cairn/ledger-proof';
import type { AddEventRequest } from '#domains/trace/contract.ts';

const encoder = new TextEncoder();
const keyDigits = 32;

/** Returns the identity of a file: SHA-256 of its text, ignoring line breaks and the byte order mark. */
export function fileDigest(text: string): string {
  return digestOf(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
}

/**
 * Reports whether an event is the same one in any file: it states when it happened, or happens only once.
 * Without a time, a row of another file may state another event with the same content.
 */
export const isSameInAnyFile = ({ action, meta }: AddEventRequest): boolean =>
  meta['timestamp'] !== undefined || action === 'manufactured';

/**
 * Returns the `Idempotency-Key` of each row of a file. The same file yields the same keys, so sending it again records nothing
 * twice. A corrected file has those of the rows that did not change, if they are the same in any file. Equal rows of one
 * file are as many events.
 */
export function rowKeys(digest: string, rows: readonly { readonly row: number; readonly request: AddEventRequest }[]) {
  const seen = new Map<string, number>();
  return rows.map(({ row, request }) => {
    const content = canonicalJson(request as Parameters<typeof canonicalJson>[0]);
    const earlier = seen.get(content) ?? 0;
    seen.set(content, earlier + 1);
    const identity = isSameInAnyFile(request) ? `event ${earlier} ${content}` : `${digest} ${row}`;
    return digestOf(`csv ${identity}`).slice(0, keyDigits);
  });
}

const digestOf = (text: string): string => toHex(defaultSha256(encoder.encode(text)));
