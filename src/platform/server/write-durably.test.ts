import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeDurably } from './write-durably.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-durable-'));
  path = join(folder, 'record');
  writeFileSync(path, 'old');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function prototypeOfHandles(): Promise<FileHandle> {
  const handle = await open(folder, 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

test('flushes the whole text to disk before it replaces the file, and its name before the write ends', async () => {
  const handles = await prototypeOfHandles();
  const atSync: (readonly [file: string, texts: string[]])[] = [];
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
    const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    atSync.push([readFileSync(path, 'utf8'), all.toSorted()]);
    return sync.call(this);
  });
  await writeDurably(path, 'new');
  expect(atSync).toEqual([
    ['old', ['new', 'old']],
    ['new', ['new']],
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('leaves the file unchanged after a failed write, without a temporary file', async () => {
  vi.spyOn(await prototypeOfHandles(), 'sync').mockRejectedValue(new Error('the disk is full'));
  await expect(writeDurably(path, 'new')).rejects.toThrow('the disk is full');
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['old']);
});
