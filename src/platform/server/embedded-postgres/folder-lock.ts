import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

export type FolderLock = { release(): void };

const SQLITE_BUSY = 5;
const HOLDER_WRITES_WITHIN_MS = 200;

/**
 * Locks the folder for this process until `release`, or until the process ends in any way.
 * Throws an error that names the holder (process, host, start time) while another process has the lock.
 *
 * The kernel holds the lock, taken through SQLite's `BEGIN IMMEDIATE`, so there is no stale lock to clean up.
 * (`BEGIN EXCLUSIVE` would not work: of two simultaneous starts, both can be refused.)
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  let lock = tryLock(folder);
  if (!lock) {
    await pause(HOLDER_WRITES_WITHIN_MS);
    lock = tryLock(folder);
  }
  if (!lock) {
    throw new Error(
      `The data folder ${folder} is in use by ${describeHolder(folder)}. Stop it first, or choose another folder.`,
    );
  }
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeFileSync(path.join(folder, 'holder'), JSON.stringify(holder), { mode: 0o600 });
  return lock;
}

function tryLock(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(path.join(folder, 'lock'));
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (problem) {
    database.close();
    if ((problem as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw problem;
  }
  return {
    release() {
      if (!database.isOpen) return;
      rmSync(path.join(folder, 'holder'), { force: true });
      database.close();
    },
  };
}

function describeHolder(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(path.join(folder, 'holder'), 'utf8'));
    return `process ${pid} on host ${host} since ${since}`;
  } catch {
    return 'another process';
  }
}
