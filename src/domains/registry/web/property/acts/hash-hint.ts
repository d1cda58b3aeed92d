import { type FileDigest, isBeingRead } from '#platform/web/use-file-digest.ts';

/** Returns what is recorded of a chosen file: the beginning of its hash, once it was read. */
export function hashHint(file: FileDigest | undefined): string {
  if (file?.sha256 !== undefined) return `SHA-256 ${file.sha256.slice(0, 16)}…`;
  const reading = file !== undefined && isBeingRead(file) ? 'Reading… ' : '';
  return `${reading}Only its hash is recorded. It stays in this browser.`;
}
