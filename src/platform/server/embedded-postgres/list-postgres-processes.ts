import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

export type PostgresProcess = {
  pid: number;
  uid: number;
  /** Arguments separated by NUL (Linux) or a space. For a PostgreSQL child process, its title. */
  commandLine: string;
};

/** Returns the running processes called `postgres` that this user may inspect, without zombies. */
export function listPostgresProcesses(): PostgresProcess[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

/** Returns a process's role in the cluster with `tag` as its `cluster_name`, or undefined for an unrelated process. */
export function roleInCluster(commandLine: string, tag: string): 'postmaster' | 'child' | undefined {
  const endsAt = (start: number) => start >= 0 && /^[\0 :]?$/.test(commandLine.charAt(start + tag.length));
  const asArgument = commandLine.indexOf(`cluster_name=${tag}`);
  if (asArgument >= 0 && endsAt(asArgument + 'cluster_name='.length)) return 'postmaster';
  const title = `postgres: ${tag}`;
  if (commandLine.startsWith(title) && endsAt('postgres: '.length)) return 'child';
  return undefined;
}

function listFromProc(): PostgresProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (readFileSync(`/proc/${name}/comm`, 'utf8') !== 'postgres\n') return [];
      const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return commandLine === '' ? [] : [{ pid: Number(name), uid: statSync(`/proc/${name}`).uid, commandLine }];
    } catch {
      return []; // it ended in the meantime
    }
  });
}

function listFromPs(): PostgresProcess[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,uid=,command='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, uid, commandLine] = /^\s*(\d+)\s+(\d+)\s+(.*postgres.*)$/.exec(line) ?? [];
    return commandLine === undefined ? [] : [{ pid: Number(pid), uid: Number(uid), commandLine }];
  });
}
