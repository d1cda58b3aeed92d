import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { LEDGER_ORIGIN, testKeys, testSigner } from '#tests/support/test-server.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { openCheckpoint } from '../log-keys.ts';
import { startLedger } from '../start-ledger.ts';
import { signingRecordFile } from './signing-record.ts';
import { rootOf } from './verified-prefix.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let lab: Laboratory;
const folders: string[] = [];
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(async () => {
  await lab.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
afterEach(() => lab.repair());

const tamper = (statement: string) => lab.server.database.tamper(statement);
const recordFile = () => lab.server.services.ledger.recordFile;

/** Starts a verifier as a server does: with a free lease and the record of its data folder. */
async function start(file = recordFile()): Promise<Verifier> {
  await lab.server.database.sql(`update ledger_verifier set lease_until = '-infinity'`);
  return createVerifier({
    database: lab.server.services.database,
    client: await lab.server.database.connect(),
    signer: testSigner(),
    recordFile: file,
    clock: lab.server.clock,
  });
}

async function tickUntilIdle(verifier: Verifier): Promise<void> {
  while (await verifier.tick());
}

const checkpoints = () =>
  lab.server.database.sql<{ size: number; note: string }>('select size::int, note from checkpoints order by size');

/** Rewrites the history from block 3, and removes all contradicting rows from the database. */
async function rewriteHistory(): Promise<void> {
  await lab.rewriteFrom(3);
  for (const table of ['checkpoints', 'merkle_tiles', 'block_hashes']) await tamper(`delete from ${table}`);
  await tamper(`update ledger_verifier set verified_length = 0, lease_until = '-infinity'`);
}

describe('a database administrator without the key', () => {
  test('cannot have a running server sign a rewritten history, regardless of who held the lease meanwhile', async () => {
    const verifier = await start();
    await tickUntilIdle(verifier);
    const signed = (await recordFile().read())!.signed;
    await tamper(`update ledger_verifier set holder = gen_random_uuid(), lease_until = clock_timestamp() + '9 s'`);
    await verifier.tick();
    expect(verifier.leads()).toBe(false);
    await rewriteHistory();
    await tickUntilIdle(verifier);
    expect(verifier.leads()).toBe(true);
    expect(verifier.finding().fault).toMatchObject({ conflict: true });
    expect(await checkpoints()).toEqual([]);
    expect((await recordFile().read())!.signed).toEqual(signed);
  });

  test('cannot have a server that was stopped meanwhile sign it', async () => {
    const before = await start();
    await tickUntilIdle(before);
    await before.stop();
    await rewriteHistory();
    const after = await start();
    await tickUntilIdle(after);
    expect(after.finding().fault).toMatchObject({ conflict: true });
    expect(await checkpoints()).toEqual([]);
    // A full validation has no checkpoint left to compare with, only the record.
    expect(await lab.validate()).toMatchObject({ index: 0, message: expect.stringContaining('was rewritten') });
  });

  test('cannot prevent verification with a lease that never ends', async () => {
    const verifier = await start();
    await tamper(`update ledger_verifier set holder = gen_random_uuid(), lease_until = 'infinity'`);
    await tickUntilIdle(verifier);
    expect(verifier.leads()).toBe(true);
    expect((await checkpoints()).at(-1)!.size).toBe(LENGTH);
  });

  test('cannot clear a conflict by restoring everything', async () => {
    const verifier = await start();
    await tickUntilIdle(verifier);
    await tamper('delete from checkpoints');
    await verifier.tick();
    const conflicting = readFileSync(recordFile().path);
    await lab.repair();
    writeFileSync(recordFile().path, conflicting);
    const later = await start();
    await tickUntilIdle(later);
    expect(later.finding().fault).toMatchObject({
      conflict: true,
      message: expect.stringContaining('no longer in the'),
    });
    expect((await checkpoints()).at(-1)!.size).toBe(SIGNED);
  });
});

describe('the signing record reveals', () => {
  const backups: [string, () => Promise<void>][] = [
    [
      'a database restored from an old backup',
      async () => {
        await tamper('delete from blocks where index >= 6');
        await tamper('delete from checkpoints where size > 6');
        await tamper(`update ledger_head set length = 6, hash = last.hash, timestamp = last.timestamp
          from (select hash, timestamp from blocks where index = 5) as last`);
      },
    ],
    ['deleted checkpoints', () => tamper('delete from checkpoints')],
    ['a last block that was replaced together with the head', () => lab.rewriteFrom(LENGTH - 1)],
  ];
  test.each(backups)('%s', async (_, attack) => {
    const before = await start();
    await tickUntilIdle(before);
    await before.stop();
    const signed = (await checkpoints()).length;
    await attack();
    const verifier = await start();
    await tickUntilIdle(verifier);
    expect(verifier.finding().fault).toMatchObject({ conflict: true });
    expect((await checkpoints()).length).toBeLessThanOrEqual(signed);
    expect((await recordFile().read())!.conflict).toMatchObject(verifier.finding().fault!);
  });

  test('a second history in the record of another server, once that server takes the lease', async () => {
    const other = await folderWithCopy();
    const verifier = await start();
    await tickUntilIdle(verifier);
    await verifier.stop();
    const second = await start(signingRecordFile(other, LEDGER_ORIGIN));
    await tickUntilIdle(second);
    expect(second.finding().fault).toBeUndefined();
    await lab.rewriteFrom(3);
    await tickUntilIdle(second);
    expect(second.finding().fault).toMatchObject({ conflict: true });
  });
});

describe('the signing record', () => {
  test('contains a tree before its checkpoint can be read, and a crash between the two is not a conflict', async () => {
    const { application } = lab.server.database;
    await lab.server.database.sql(`revoke insert on checkpoints from ${application.user}`);
    const verifier = await start();
    await expect(tickUntilIdle(verifier)).rejects.toThrow(/permission denied/);
    expect((await recordFile().read())!.signed.range.size).toBe(BigInt(LENGTH));
    expect((await checkpoints()).at(-1)!.size).toBe(SIGNED);
    await lab.server.database.sql(`grant insert on checkpoints to ${application.user}`);
    const next = await start();
    await tickUntilIdle(next);
    expect(next.finding().fault).toBeUndefined();
    const stored = (await readCheckpoint(lab.server.services.database))!;
    const { root } = await openCheckpoint(testKeys(), stored.note);
    expect(Buffer.from(rootOf((await recordFile().read())!.signed))).toEqual(Buffer.from(root));
  });

  test('of another server follows the checkpoints of the first one, and verifies all of them', async () => {
    const folder = await folderWithCopy();
    const leader = await start();
    await tickUntilIdle(leader);
    const follower = createVerifier({
      database: lab.server.services.database,
      client: await lab.server.database.connect(),
      signer: testSigner(),
      recordFile: signingRecordFile(folder, LEDGER_ORIGIN),
      clock: lab.server.clock,
    });
    await tickUntilIdle(follower);
    expect(follower.leads()).toBe(false);
    expect(follower.finding()).toMatchObject({ verifiedLength: LENGTH, fault: undefined });
    const followed = await signingRecordFile(folder, LEDGER_ORIGIN).read();
    expect(followed!.signed).toEqual((await recordFile().read())!.signed);
    await tamper(`update checkpoints set note = replace(note, '\n', '\n\n') where size = ${LENGTH}`);
    await follower.tick();
    expect(follower.finding().fault).toMatchObject({ message: expect.stringContaining('is not what this ledger') });
  });

  test('that is damaged, or of another ledger, makes the start fail', async () => {
    const { path } = recordFile();
    const whole = readFileSync(path, 'utf8');
    for (const [text, problem] of [
      ['', /is not JSON/],
      ['{}', /damaged/],
      [whole.replace(/"root": "...../, '"root": "AAAAA'), /does not lead to its root/],
      [whole.replace(LEDGER_ORIGIN, 'other.test/log'), /belongs to the ledger other\.test\/log/],
    ] as const) {
      writeFileSync(path, text);
      await expect(startAgain()).rejects.toThrow(problem);
    }
  });

  test('is required of a server on an existing ledger, but not of a command that signs nothing', async () => {
    rmSync(recordFile().path);
    await expect(startAgain()).rejects.toThrow(/ledger trust --checkpoint FILE/);
    await startAgain({ verifies: false });
    expect(existsSync(recordFile().path)).toBe(false);
  });

  test('keeps a new ledger from starting under the key of a lost one', async () => {
    for (const table of ['blocks', 'checkpoints']) await tamper(`delete from ${table}`);
    await tamper(`update ledger_head set length = 0, hash = decode(repeat('00', 32), 'hex'), timestamp = 0`);
    await expect(startAgain()).rejects.toThrow(/holds no ledger, but this server has signed 8 blocks/);
    expect(await lab.server.database.sql('select 1 from blocks')).toEqual([]);
  });

  test('never returns to a smaller tree, and keeps the first conflict', async () => {
    const file = recordFile();
    const { published, signed } = (await file.read())!;
    const verifier = await start();
    await tickUntilIdle(verifier);
    expect((await file.advance({ published, signed })).signed.range.size).toBe(BigInt(LENGTH));
    await file.recordConflict({ index: 4, message: 'The first one.' });
    await file.recordConflict({ index: 5, message: 'The second one.' });
    expect((await file.read())!.conflict).toMatchObject({ index: 4, message: 'The first one.' });
    expect((await file.advance({ published, signed })).conflict).toBeDefined();
  });
});

async function folderWithCopy(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-record-'));
  folders.push(folder);
  writeFileSync(join(folder, 'signing-record'), readFileSync(recordFile().path));
  return folder;
}

const startAgain = (options: { verifies?: boolean } = {}) =>
  startLedger({
    database: lab.server.services.database,
    signer: testSigner(),
    recordFile: recordFile(),
    verifies: true,
    demo: false,
    production: false,
    clock: lab.server.clock,
    ...options,
  });
