import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey } from '@cairn/ledger-proof';
import { afterAll, expect, test } from 'vitest';
import { createSigner } from '#domains/ledger/server/signing-key.ts';
import { runCairn } from './terminal.fixture.ts';

const ORIGIN = 'rotate.test/ledger';
const folder = mkdtempSync(join(tmpdir(), 'cairn-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const environment = { CAIRN_DATA_DIR: join(folder, 'data'), CAIRN_DEMO: 'false', CAIRN_LEDGER_ORIGIN: ORIGIN };
const cairn = (args: string[], more: Record<string, string> = {}) =>
  runCairn(args, { environment: { ...environment, ...more } });
const keyFile = join(folder, 'data', 'ledger-key');
const vkeyOf = (file: string) => formatVerifierKey(createSigner(ORIGIN, readFileSync(file, 'utf8')).key);

test('the key of a data folder is changed and changed again, and whoever trusts any of the keys can verify', async () => {
  expect(await cairn(['export', join(folder, 'first.export')])).toMatchObject({ exitCode: 0 });
  const keys = [vkeyOf(keyFile)];
  for (const block of [1, 2]) {
    const rotated = await cairn(['ledger', 'rotate-key']);
    expect(rotated).toMatchObject({ exitCode: 0, notes: '', out: expect.stringContaining(`Block ${block} announces`) });
    keys.push(vkeyOf(keyFile));
    expect(rotated.out).toContain(`New key: ${keys.at(-1)}`);
  }
  expect(new Set(keys).size).toBe(3);
  const exported = join(folder, 'last.export');
  expect(await cairn(['export', exported])).toMatchObject({ exitCode: 0 });
  for (const key of keys) expect(await cairn(['verify', exported, '--key', key])).toMatchObject({ exitCode: 0 });
  expect(await cairn(['verify', exported])).toMatchObject({ exitCode: 0 });
  expect(await cairn(['rebuild', '--check'])).toMatchObject({ exitCode: 0 });
});

test('a key that is configured is changed into a new file, which then has to be configured', async () => {
  const configured = { CAIRN_LEDGER_KEY_FILE: keyFile };
  const next = join(folder, 'next-key');
  expect(await cairn(['ledger', 'rotate-key'], configured)).toMatchObject({
    exitCode: 2,
    notes: expect.stringContaining('--new-key-file'),
  });
  expect(await cairn(['ledger', 'rotate-key', '--new-key-file', next])).toMatchObject({ exitCode: 2 });
  expect(existsSync(next)).toBe(false);
  const rotated = await cairn(['ledger', 'rotate-key', '--new-key-file', next], configured);
  expect(rotated).toMatchObject({ exitCode: 0, out: expect.stringContaining(`CAIRN_LEDGER_KEY_FILE=${next}`) });
  expect(statSync(next).mode & 0o777).toBe(0o600);
  const stale = await cairn(['rebuild', '--check'], configured);
  expect(stale).toMatchObject({ exitCode: 1, notes: expect.stringContaining('was changed to') });
  expect(await cairn(['rebuild', '--check'], { CAIRN_LEDGER_KEY_FILE: next })).toMatchObject({ exitCode: 0 });
});
