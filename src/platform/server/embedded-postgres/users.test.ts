import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  isRoot,
  makeTemporaryFolder,
  NOBODY,
  processesOf,
  query,
  startInProcess,
  withHolder,
} from './trial.fixture.ts';

// Starts real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// The base has mode 0700: only its owner, here root, may enter it.
const temporary = makeTemporaryFolder();
const open = makeTemporaryFolder();
beforeAll(() => (isRoot ? chownSync(open.folder, NOBODY, NOBODY) : undefined));
afterAll(temporary.remove);
afterAll(open.remove);

const mountsAllowed =
  isRoot && spawnSync('unshare', ['-m', 'mount', '--bind', '/bin/false', '/bin/false']).status === 0;
const without = (program: string) => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount --bind /bin/false ${program}; exec "$@"`,
  'sh',
];

async function expectToAnswer(folder: string, options: Parameters<typeof startInProcess>[1] = {}): Promise<void> {
  await withHolder(startInProcess(folder, options), async (connection) => {
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
}

function ownersBelow(folder: string): number[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [...new Set(names.map((name) => statSync(path.join(folder, name)).uid))];
}

describe.skipIf(!isRoot)('as root (skipped for other users)', () => {
  test('runs in a folder that only root may enter, and the files stay root’s', async () => {
    const folder = path.join(temporary.folder, 'data', 'postgres');
    await expectToAnswer(folder);
    await expectToAnswer(folder);
    expect(ownersBelow(folder)).toEqual([0]);
    expect(statSync(temporary.folder).mode & 0o777).toBe(0o700);
  });

  test('runs as the owner in another user’s folder, and that user can start it later', async () => {
    const folder = path.join(open.folder, 'owned', 'postgres');
    await withHolder(startInProcess(folder), async () => {
      expect(new Set(processesOf(folder).map((one) => one.uid))).toEqual(new Set([NOBODY]));
    });
    expect(ownersBelow(folder)).toEqual([NOBODY]);
    await expectToAnswer(folder, { uid: NOBODY });
  });

  test('runs in a folder whose owner has no account', async () => {
    const parent = path.join(open.folder, 'unknown');
    mkdirSync(parent);
    chownSync(parent, 54_321, 54_321);
    await expectToAnswer(path.join(parent, 'postgres'));
  });

  test.skipIf(!mountsAllowed)('runs in a folder that only root may enter, without user namespaces', async () => {
    await expectToAnswer(path.join(temporary.folder, 'container'), { before: without('/usr/bin/unshare') });
  });

  test.skipIf(!mountsAllowed)(
    'runs as an ordinary user; without setpriv, the next start stops a leftover after kill -9',
    async () => {
      const folder = path.join(open.folder, 'ordinary');
      await expectToAnswer(folder, { uid: NOBODY });
      expect(ownersBelow(folder)).toEqual([NOBODY]);
      const holder = startInProcess(folder, { uid: NOBODY, before: without('/usr/bin/setpriv') });
      await holder.connection;
      await holder.kill();
      expect(processesOf(folder).some((one) => one.role === 'postmaster')).toBe(true);
      await expectToAnswer(folder, { uid: NOBODY });
      expect(processesOf(folder)).toEqual([]);
    },
  );

  test.skipIf(!mountsAllowed)('reports what to do if neither way works', async () => {
    const holder = startInProcess(path.join(temporary.folder, 'closed'), { before: without('/usr/bin/setpriv') });
    await expect(holder.connection).rejects.toThrow(/cannot be run here .* Start Cairn as an ordinary user/);
  });
});
