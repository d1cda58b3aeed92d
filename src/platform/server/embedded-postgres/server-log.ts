import { closeSync, fstatSync, lchownSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import type { Owner } from './data-folder.ts';

const ROTATE_AT_BYTES = 5_000_000;
const TAIL_BYTES = 4_000;
const TAIL_LINES = 15;

/** The file that PostgreSQL writes to. A descriptor, not a pipe, so that PostgreSQL never waits for Node. */
export type ServerLog = {
  descriptor: number;
  /** Returns the last lines written since this log was opened, for error messages; '' if there are none. */
  tail(): string;
  close(): void;
};

/** Opens the log for appending (0600). First moves one larger than 5 MB to `<file>.1`, replacing the older file. */
export function openServerLog(file: string, owner: Owner | undefined): ServerLog {
  const before = statSync(file, { throwIfNoEntry: false });
  if (before && before.size > ROTATE_AT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a+', 0o600);
  if (owner) lchownSync(file, owner.uid, owner.gid);
  const openedAt = fstatSync(descriptor).size;
  return {
    descriptor,
    tail: () => readTail(descriptor, openedAt),
    close: () => closeSync(descriptor),
  };
}

function readTail(descriptor: number, from: number): string {
  const end = fstatSync(descriptor).size;
  const start = Math.max(from, end - TAIL_BYTES);
  const bytes = Buffer.alloc(Math.max(0, end - start));
  const read = readSync(descriptor, bytes, 0, bytes.length, start);
  return bytes.toString('utf8', 0, read).trim().split('\n').slice(-TAIL_LINES).join('\n');
}
