import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Launcher } from './choose-launcher.ts';
import { type DataFolder, syncFolder } from './data-folder.ts';

const UNFINISHED = 'new-';
const REMOVAL_PATIENCE_MS = 10_000;

/** Reports whether the folder contains a complete cluster. An unfinished one never has this name. */
export function hasCluster(folder: DataFolder): boolean {
  return existsSync(path.join(folder.cluster, 'PG_VERSION'));
}

/** Removes what a killed `createCluster` left. Repeats, because a dying initdb removes files concurrently. */
export async function removeUnfinishedClusters(folder: DataFolder): Promise<void> {
  const started = performance.now();
  for (;;) {
    const unfinished = readdirSync(folder.root).filter((name) => name.startsWith(UNFINISHED));
    if (unfinished.length === 0) return;
    try {
      for (const name of unfinished) rmSync(path.join(folder.root, name), { recursive: true, force: true });
    } catch (problem) {
      if (performance.now() - started > REMOVAL_PATIENCE_MS) throw problem;
    }
    await pause(20);
  }
}

/**
 * Returns the password of the database owner: the stored one, or a new random one (256 bits) for a new cluster.
 * Throws if a cluster exists without a password.
 */
export function readOrCreatePassword(folder: DataFolder): string {
  const kept = existsSync(folder.password) ? readFileSync(folder.password, 'utf8').trim() : '';
  if (kept !== '') return kept;
  if (hasCluster(folder)) {
    throw new Error(`${folder.password} is missing or empty. Restore it from where the data was copied.`);
  }
  const password = randomBytes(32).toString('base64url');
  const descriptor = openSync(folder.password, 'w', 0o600);
  try {
    writeSync(descriptor, `${password}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return password;
}

/**
 * Creates a new cluster atomically: initdb runs in a temporary folder, which is renamed when it is done. UTF-8; sorts by
 * code point with PostgreSQL's own collation, independent of the machine; SCRAM passwords; data checksums.
 */
export async function createCluster(
  folder: DataFolder,
  user: string,
  programs: { initdb: string; launcher: Launcher; environment: Record<string, string> },
): Promise<void> {
  const { initdb, launcher, environment } = programs;
  const unfinished = mkdtempSync(path.join(folder.root, UNFINISHED));
  if (launcher.owner) lchownSync(unfinished, launcher.owner.uid, launcher.owner.gid);
  const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  const flags = [
    ...['-D', unfinished, '-U', user, `--pwfile=${folder.password}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
    '--no-instructions',
  ];
  await run([...launcher.prefix, initdb, ...flags], unfinished, environment);
  renameSync(unfinished, folder.cluster);
  syncFolder(folder.root);
}

function run([command = '', ...flags]: string[], cwd: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, flags, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    const gather = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`initdb exited with ${signal ?? code}:\n${output.trim()}`));
    });
  });
}
