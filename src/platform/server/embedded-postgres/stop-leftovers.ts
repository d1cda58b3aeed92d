import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listPostgresProcesses, type PostgresProcess, roleInCluster } from './list-postgres-processes.ts';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Returns the `cluster_name` of a cluster. It survives moving the folder; a copy of the folder has a different one. */
export function clusterTag(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true });
  return `cairn-${dev}-${ino}`;
}

/**
 * Returns once no PostgreSQL process of an earlier run works on the cluster and its stale pid files are gone.
 * The caller must hold the folder's lock, so that every tagged process found is a leftover.
 * Throws if leftovers do not exit within two minutes, or if someone started a server on the cluster by hand.
 *
 * Stops them instead of adopting them: a survivor may still commit a dead client's statement after its state was read.
 * Never sends SIGKILL.
 */
export async function stopLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  const tag = clusterTag(cluster);
  const sent = new Map<number, Set<NodeJS.Signals>>();
  const started = performance.now();
  for (;;) {
    const leftovers = findLeftovers(tag);
    if (leftovers.length === 0) break;
    const waited = performance.now() - started;
    if (sent.size === 0) log(`stopping a leftover PostgreSQL (${leftovers.map((one) => one.pid).join(', ')})`);
    if (waited > 2 * PATIENCE_MS) {
      throw new Error(`A leftover PostgreSQL does not exit: processes ${leftovers.map((one) => one.pid).join(', ')}.`);
    }
    signalLeftovers(leftovers, tag, waited > PATIENCE_MS, sent);
    await pause(POLL_MS);
  }
  if (sent.size > 0) log(`leftover PostgreSQL stopped in ${Math.round(performance.now() - started)} ms`);
  refuseForeignServer(cluster);
  // PostgreSQL itself refuses to start if a stale file's pid now belongs to any process of the same user, and while the
  // dead
  // postmaster is an unreaped zombie (common in containers).
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(path.join(cluster, name), { force: true });
}

function findLeftovers(tag: string): PostgresProcess[] {
  const uid = process.getuid?.();
  return listPostgresProcesses().filter(
    (one) => roleInCluster(one.commandLine, tag) !== undefined && (uid === 0 || one.uid === uid),
  );
}

function signalLeftovers(
  leftovers: PostgresProcess[],
  tag: string,
  impatient: boolean,
  sent: Map<number, Set<NodeJS.Signals>>,
): void {
  const postmasters = leftovers.filter((one) => roleInCluster(one.commandLine, tag) === 'postmaster');
  const targets = postmasters.length > 0 ? postmasters : leftovers;
  const usual = postmasters.length > 0 ? 'SIGINT' : 'SIGTERM';
  const signal: NodeJS.Signals = impatient ? 'SIGQUIT' : usual;
  for (const { pid } of targets) {
    const before = sent.get(pid) ?? new Set();
    if (before.has(signal)) continue;
    sent.set(pid, before.add(signal));
    try {
      process.kill(pid, signal);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem;
    }
  }
}

function refuseForeignServer(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (!listPostgresProcesses().some((one) => one.pid === pid)) return;
  if (isWorkingIn(pid, cluster)) {
    throw new Error(
      `A manually started PostgreSQL (process ${pid}) uses ${cluster}. Stop it first; Cairn does not stop it for you.`,
    );
  }
}

function isWorkingIn(pid: number, cluster: string): boolean {
  try {
    const there = statSync(`/proc/${pid}/cwd`, { bigint: true });
    const here = statSync(cluster, { bigint: true });
    return there.dev === here.dev && there.ino === here.ino;
  } catch (problem) {
    // Without /proc the two cannot be distinguished, so trust the pid file. A process that has just ended is not a
    // problem.
    return process.platform !== 'linux' || (problem as NodeJS.ErrnoException).code === 'EACCES';
  }
}
