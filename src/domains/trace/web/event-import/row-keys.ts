import { defaultSha256, toHex } from '@cairn/ledger-proof';

const encoder = new TextEncoder();
const keyDigits = 32;

/** What a file is recognised by: SHA-256 of its text, whatever its line ends and byte order mark. */
export function fileDigest(text: string): string {
  return toHex(defaultSha256(encoder.encode(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'))));
}

/**
 * The `Idempotency-Key` of a row: from the file's content and the row's place in it. The same file sent again gives the same
 * keys, so it records nothing twice; a changed file is another one.
 */
export function rowKey(digest: string, row: number): string {
  return toHex(defaultSha256(encoder.encode(`csv ${digest} ${row}`))).slice(0, keyDigits);
}
