import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

test('verifies with any of the keys after the key of a data folder is rotated twice', async () => {
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

test('every secret in the data folder has mode 0600', () => {
  const secrets = readdirSync(join(folder, 'data')).filter((name) => /^(ledger-key|signing-record)/.test(name));
  expect(secrets.filter((name) => name.startsWith('ledger-key.until-'))).toHaveLength(2);
  expect(secrets).toEqual(expect.arrayContaining(['ledger-key', 'signing-record']));
  for (const name of [...secrets, 'postgres/password'])
    expect([name, statSync(join(folder, 'data', name)).mode & 0o777]).toEqual([name, 0o600]);
});

test('refuses a key that other users can read, and prints the fix', async () => {
  chmodSync(keyFile, 0o644);
  const refused = await cairn(['rebuild', '--check']);
  chmodSync(keyFile, 0o600);
  expect(refused).toMatchObject({
    exitCode: 1,
    notes: expect.stringContaining(`${keyFile} has mode 0644`),
  });
  expect(refused.notes).toContain(`chmod 600 ${keyFile}`);
});

test('rotates a configured key into a new file, which must then be configured', async () => {
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

test('creates the signing record of a data folder only from a checkpoint that the ledger continues', async () => {
  const data = join(folder, 'trusted');
  const place = { CAIRN_DATA_DIR: data };
  expect(await cairn(['export', join(folder, 'trusted-1.export')], place)).toMatchObject({ exitCode: 0 });
  const footer = readFileSync(join(folder, 'trusted-1.export'), 'utf8').trimEnd().split('\n').at(-1)!;
  const note = join(folder, 'checkpoint.txt');
  writeFileSync(note, (JSON.parse(footer) as { checkpoint: string }).checkpoint);
  const trust = (...more: string[]) => cairn(['ledger', 'trust', '--checkpoint', note, ...more], place);

  expect(await trust()).toMatchObject({
    exitCode: 1,
    notes: expect.stringContaining('A signing record already exists'),
  });
  rmSync(join(data, 'signing-record'));
  expect(await cairn(['export', join(folder, 'trusted-2.export')], place)).toMatchObject({
    exitCode: 1,
    notes: expect.stringContaining('ledger trust --checkpoint FILE'),
  });
  expect(await trust()).toEqual({
    exitCode: 0,
    notes: '',
    out: 'The ledger contains exactly the 1 block that the checkpoint covers. The server continues from there.',
  });
  expect(await cairn(['export', join(folder, 'trusted-3.export')], place)).toMatchObject({ exitCode: 0 });

  const record = join(data, 'signing-record');
  const conflict = { index: 0, message: 'Rewritten.', conflict: true, foundAt: '2026-01-01T00:00:00.000Z' };
  writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), conflict }));
  expect(await trust('--replace')).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ trusted: { cleared: conflict } });
  expect(await cairn(['export', join(folder, 'trusted-5.export')], place)).toMatchObject({ exitCode: 0 });

  const foreign = join(folder, 'foreign.txt');
  writeFileSync(foreign, readFileSync(note, 'utf8').replace('\n1\n', '\n2\n'));
  const refused = await cairn(['ledger', 'trust', '--checkpoint', foreign, '--replace'], place);
  expect(refused).toMatchObject({ exitCode: 1, notes: expect.stringContaining('is not a checkpoint that the key') });
});
