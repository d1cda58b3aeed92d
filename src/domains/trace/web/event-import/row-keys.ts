import { defaultSha256, toHex } from '@cairn/ledger-proof';

const encoder = new TextEncoder();
const keyDigits = 32;

/** Returns the identity of a file: SHA-256 of its text, ignoring line breaks and the byte order mark. */
export function fileDigest(text: string): string {
  return toHex(defaultSha256(encoder.encode(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))));
}

/**
 * Returns the `Idempotency-Key` of a row, from the file's content and the row's index. Sending the same file again
 * yields the same keys, so it records nothing twice. A changed file is a different file.
 */
export function rowKey(digest: string, row: number): string {
  return toHex(defaultSha256(encoder.encode(`csv ${digest} ${row}`))).slice(0, keyDigits);
}
