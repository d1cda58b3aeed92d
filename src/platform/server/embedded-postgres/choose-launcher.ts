import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { type Owner, ownTree } from './data-folder.ts';

/** How to run PostgreSQL programs: a command prefix, and the owner that the data needs for it. */
export type Launcher = { prefix: string[]; owner: Owner | undefined; description: string };

type Need = {
  folder: string;
  /** The working directory of a trial run. The environment's library path is relative to it. */
  workingFolder: string;
  postgres: string;
  environment: Record<string, string>;
};

// The kernel sends SIGINT (PostgreSQL's fast shutdown) when the thread that started it is gone, for any reason.
const ENDS_WITH_US = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Returns the first way to run PostgreSQL that works here, and gives the folder's content to the user that it runs as.
 * PostgreSQL refuses to run as root, and other users may not be able to enter root's folders. Does not change folder
 * permissions or create users. Throws an error that lists all attempts if none works.
 */
export function chooseLauncher(need: Need): Launcher {
  const failures: string[] = [];
  for (const launcher of launchers(need.folder)) {
    if (launcher.owner) ownTree(need.folder, launcher.owner);
    const failure = tryLauncher(launcher, need);
    if (failure === undefined) return launcher;
    failures.push(`as ${launcher.description}: ${failure}`);
  }
  throw new Error(
    `PostgreSQL cannot be run here (${failures.join('; ')}). ` +
      'Start Cairn as an ordinary user who can enter the data folder and the program folder, or set DATABASE_URL.',
  );
}

function launchers(folder: string): Launcher[] {
  const uid = process.getuid?.();
  if (process.platform !== 'linux') return [{ prefix: [], owner: undefined, description: 'this user' }];
  return uid === 0 ? launchersForRoot(folder) : launchersForUser(uid ?? -1);
}

function launchersForUser(uid: number): Launcher[] {
  const plain = [
    { prefix: ENDS_WITH_US, owner: undefined, description: 'this user' },
    { prefix: [], owner: undefined, description: 'this user, without setpriv' },
  ];
  // initdb refuses a user without an entry in the user database; inside a user namespace it sees "nobody".
  return hasAccount(uid) ? plain : [{ ...namespace([]), owner: undefined }, ...plain];
}

function launchersForRoot(folder: string): Launcher[] {
  const nobody = findNobody();
  const withCapability = [
    ...['setpriv', '--pdeathsig', 'INT', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'],
    // Without no_setuid_fixup initdb fails: access(2) drops the capabilities of a real uid that is not root.
    ...['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
  ];
  const general = [
    { ...namespace([]), owner: { uid: 0, gid: 0 } },
    { prefix: withCapability, owner: nobody, description: 'nobody, bypassing permissions' },
  ];
  const { uid, gid } = statSync(folder);
  return uid === 0 ? general : [asOwner(uid, gid), ...general];
}

function asOwner(uid: number, gid: number): Launcher {
  const become = [`--reuid=${uid}`, `--regid=${gid}`];
  const description = `the folder's owner (uid ${uid})`;
  return hasAccount(uid)
    ? { prefix: [...ENDS_WITH_US, ...become, '--init-groups'], owner: { uid, gid }, description }
    : { prefix: namespace(['setpriv', ...become, '--clear-groups']).prefix, owner: { uid, gid }, description };
}

/** In a user namespace PostgreSQL sees itself as nobody, while the kernel still sees the user who started it. */
function namespace(before: string[]): Launcher {
  const { uid, gid } = findNobody();
  const enter = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  return {
    prefix: [...before, ...enter, ...ENDS_WITH_US],
    owner: undefined,
    description: 'nobody in a user namespace',
  };
}

function tryLauncher({ prefix }: Launcher, need: Need): string | undefined {
  const [command = 'sh', ...rest] = [...prefix, 'sh', '-c', 'cd "$1" && exec "$0" --version'];
  const attempt = spawnSync(command, [...rest, need.postgres, need.workingFolder], {
    cwd: need.workingFolder,
    env: need.environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (attempt.error) return attempt.error.message;
  if (attempt.status === 0) return undefined;
  return attempt.stderr.trim().split('\n').at(-1) || `ended with ${attempt.signal ?? attempt.status}`;
}

function hasAccount(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0;
}

function findNobody(): Owner {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) };
}
