import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerLog } from './server-log.ts';
import { clusterTag } from './stop-leftovers.ts';

export type Postmaster = {
  pid: number;
  /** Resolves with the exit code or the signal's name when the process is gone; never rejects. */
  exited: Promise<string>;
  hasExited(): boolean;
  /** Fast shutdown: rolls back open transactions. After 60 s, stops immediately, with recovery at the next start. */
  stop(): Promise<void>;
};

export type PostmasterOptions = {
  /** The command prefix, then the `postgres` binary. */
  command: string[];
  cluster: string;
  environment: Record<string, string>;
  settings: Record<string, string>;
  log: ServerLog;
};

const READY_POLL_MS = 20;
const STILL_STARTING_MS = 10_000;
const FAST_SHUTDOWN_MS = 60_000;
const LAST_WORDS_MS = 100;

/**
 * Settings that a caller may override. Modest memory; rare checkpoints (at most 2 GB of log to replay after a crash), and
 * up to 1 GB of log segments recycled, because creating one delays every append by 60 to 100 ms. Failing statements are
 * not logged: their detail quotes the values, which may be personal data, and the caller gets the error.
 */
const DEFAULTS: Record<string, string> = {
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  min_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'log',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // "posix" fails in parallel queries where /dev/shm has a container's 64 MB.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Starts PostgreSQL on the cluster, reachable only through a socket in the cluster's own folder. Opens no port. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const [command = '', ...rest] = [...options.command, ...serverFlags(options.cluster, options.settings)];
  const child = spawn(command, rest, {
    cwd: options.cluster,
    env: options.environment,
    stdio: ['ignore', options.log.descriptor, options.log.descriptor],
    detached: true, // its own session: Ctrl-C reaches only Node, which then shuts it down in order
  });
  let gone = false;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      gone = true;
      resolve(signal ?? `exit code ${code}`);
    });
  });
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  return { pid, exited, hasExited: () => gone, stop: () => stop((signal) => child.kill(signal), exited) };
}

/**
 * Returns when the server accepts connections. Has no time limit, because recovery may take long; reports to `note` every
 * ten seconds. Throws with the last lines of the server's log if the process exits first.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  { cluster, log }: PostmasterOptions,
  note: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  let noted = started;
  for (;;) {
    if (isReady(cluster, postmaster.pid)) return;
    if (postmaster.hasExited()) {
      await pause(LAST_WORDS_MS);
      throw new Error(`PostgreSQL did not start (${await postmaster.exited}):\n${log.tail()}`);
    }
    if (performance.now() - noted > STILL_STARTING_MS) {
      noted = performance.now();
      note(
        `PostgreSQL is still starting after ${Math.round((noted - started) / 1000)} s: ${log.tail().split('\n').at(-1)}`,
      );
    }
    await pause(READY_POLL_MS);
  }
}

function serverFlags(cluster: string, settings: Record<string, string>): string[] {
  const fixed = {
    listen_addresses: '',
    // Relative to the data directory: an absolute path may exceed the 107 bytes of a socket address.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    port: '5432',
    cluster_name: clusterTag(cluster),
  };
  const all = Object.entries({ ...DEFAULTS, ...settings, ...fixed });
  return ['-D', cluster, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return lines[0]?.trim() === String(pid) && (lines[7] ?? '').startsWith('ready');
  } catch {
    return false; // not written yet
  }
}

async function stop(signal: (name: NodeJS.Signals) => boolean, exited: Promise<string>): Promise<void> {
  signal('SIGINT');
  const impatience = setTimeout(() => signal('SIGQUIT'), FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(impatience);
}
