import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAssets } from '#tests/support/events.ts';
import { createTestClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { LEDGER_KEY, LEDGER_ORIGIN, startTestServer, testSigner } from '#tests/support/test-server.ts';
import { createSigner, readSigningKey } from './signing-key.ts';
import { readOrigin, startLedger } from './start-ledger.ts';
import { signingRecordFile } from './verification/signing-record.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (options: Partial<Parameters<typeof startLedger>[0]> = {}) =>
  startLedger({
    database: database.open(),
    signer: testSigner(),
    recordFile: signingRecordFile(database.dataFolder, LEDGER_ORIGIN),
    verifies: true,
    demo: false,
    production: false,
    clock: createTestClock(),
    ...options,
  });

describe('a ledger', () => {
  test('started by five processes concurrently has one genesis', async () => {
    await Promise.all(Array.from({ length: 5 }, () => start()));
    expect(await database.sql('select index, action from blocks')).toEqual([{ index: 0, action: 'genesis' }]);
    expect(await readOrigin(database.open())).toBe(LEDGER_ORIGIN);
  });

  test('refuses another key or origin, and explains what to do', async () => {
    const otherKey = createSigner(LEDGER_ORIGIN, randomBytes(32).toString('base64'));
    await expect(start({ signer: otherKey })).rejects.toThrow(
      /created as .* but this server signs as .* Give it the key/,
    );
    await expect(start({ signer: createSigner('other.test', LEDGER_KEY) })).rejects.toThrow(/created as/);
  });

  test('with a head but without its genesis is not restarted', async () => {
    await database.tamper('delete from blocks');
    await expect(start()).rejects.toThrow(/no block 0/);
  });

  test('of a demo is marked in its genesis and refused in production', async () => {
    const other = await createTestDatabase();
    const recordFile = signingRecordFile(other.dataFolder, LEDGER_ORIGIN);
    await start({ database: other.open(), demo: true, recordFile });
    const [row] = await other.sql<{ data: string }>('select data from blocks');
    expect(JSON.parse(row!.data)).toMatchObject({ demo: true });
    await expect(start({ database: other.open(), production: true, recordFile })).rejects.toThrow(
      /not allowed in production/,
    );
    await other.drop();
  });
});

describe('the signing key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-key-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is created once with mode 0600 and reused, even by five concurrent starts', async () => {
    const texts = await Promise.all(
      Array.from({ length: 5 }, () => readSigningKey({ configured: undefined, dataFolder: join(folder, 'new') })),
    );
    const kept = readFileSync(join(folder, 'new', 'ledger-key'), 'utf8');
    expect(Buffer.from(kept, 'base64')).toHaveLength(32);
    expect(statSync(join(folder, 'new', 'ledger-key')).mode & 0o777).toBe(0o600);
    expect(new Set(texts)).toEqual(new Set([kept]));
    expect(readdirSync(join(folder, 'new'))).toEqual(['ledger-key']);
  });

  test.each(['0640', '0604', '0644', '0620', '0666'])('is not read from a file of mode %s', async (mode) => {
    const dataFolder = join(folder, `mode-${mode}`);
    const file = join(dataFolder, 'ledger-key');
    const text = await readSigningKey({ configured: undefined, dataFolder });
    chmodSync(file, Number.parseInt(mode, 8));
    await expect(readSigningKey({ configured: undefined, dataFolder })).rejects.toThrow(
      `${file} has mode ${mode}, so other users of this machine have access to the key in it. Run: chmod 600 ${file}`,
    );
    chmodSync(file, 0o400);
    expect(await readSigningKey({ configured: undefined, dataFolder })).toBe(text);
  });

  test('from the configuration takes precedence over the file', async () => {
    expect(await readSigningKey({ configured: 'given', dataFolder: folder })).toBe('given');
  });

  test.each([
    '',
    'short',
    Buffer.alloc(31).toString('base64'),
    '-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----',
  ])('is rejected if invalid: %j', (text) => {
    expect(() => createSigner('x', text)).toThrow();
  });

  test('may be a PEM, and only an Ed25519 one', () => {
    const pem = (type: 'ed25519' | 'ed448') =>
      generateKeyPairSync(type as 'ed25519')
        .privateKey.export({ format: 'pem', type: 'pkcs8' })
        .toString();
    expect(createSigner('x', pem('ed25519')).key.name).toBe('x');
    expect(() => createSigner('x', pem('ed448'))).toThrow('must be an Ed25519 private key');
  });
});

test('a database that lacks signed blocks is known to conflict when the server starts', async () => {
  const other = await startTestServer();
  try {
    await recordAssets(other, await other.account('manufacturer'), 'B', 2);
    await other.publish();
    await other.database.tamper(`
      update ledger_head set length = length - 1, hash = last.hash, timestamp = last.timestamp
      from (select hash, timestamp from blocks where index = (select length - 2 from ledger_head)) as last;
      delete from blocks where index = (select length from ledger_head)
    `);
    const { database, clock, ledger } = other.services;
    const { signer, recordFile } = ledger;
    await ledger.requireSignedHistory();
    await startLedger({ database, clock, signer, recordFile, verifies: true, demo: false, production: false });
    await expect(ledger.requireSignedHistory()).rejects.toThrow(
      /Block 2 is missing: a signed checkpoint covers 3 blocks/,
    );
  } finally {
    await other.stop();
  }
});
