import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey } from '@cairn/ledger-proof';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signCheckpoint } from '#domains/ledger/server/checkpoints.ts';
import { createSigner } from '#domains/ledger/server/signing-key.ts';
import { record, recordAssets } from '#tests/support/events.ts';
import { LEDGER_ORIGIN, startTestServer, type TestServer, testSigner } from '#tests/support/test-server.ts';
import { runCairn } from './terminal.fixture.ts';
import { openKnownCheckpoints } from './verify/known-checkpoints.ts';

const BLOCKS = 700;
const SECOND_CHECKPOINT = 484;
const key = formatVerifierKey(testSigner().key);
const otherKey = formatVerifierKey(createSigner(LEDGER_ORIGIN, Buffer.alloc(32, 8).toString('base64')).key);
const folder = mkdtempSync(join(tmpdir(), 'cairn-verify-'));
const exported = join(folder, 'log.export');
const early = join(folder, 'early.checkpoint');
const proof = join(folder, 'block-400.tlog-proof');

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  await recordAssets(server, maker, 'A', 300);
  await server.publish();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  writeFileSync(early, await (await fetch(`${url}/log/checkpoint`)).text());
  await recordAssets(server, maker, 'B', SECOND_CHECKPOINT - 301);
  await server.publish();
  await recordAssets(server, maker, 'C', BLOCKS - SECOND_CHECKPOINT);
  await server.publish();
  writeFileSync(proof, await (await fetch(`${url}/api/chain/blocks/400/proof.tlog-proof`)).text());
  expect(await runCairn(['export', exported, '--url', url])).toMatchObject({ exitCode: 0 });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const verify = (...args: string[]) => runCairn(['verify', ...args, '--key', key]);
const firstBad = (out: string) => Number(/First bad block: (\d+)/.exec(out)?.[1]);

describe('an intact log is valid', () => {
  test('on a running server', async () => {
    const { exitCode, out } = await verify(url, '--since', early);
    expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.stringContaining('VALID. All 700 blocks') });
    expect(out).toContain('still starts with the 301 blocks');
  });

  test('in an export', async () => {
    expect(await verify(exported, '--since', early)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('All 700 blocks'),
    });
  });

  test('as a proof of one block, with the block shown', async () => {
    const { exitCode, out } = await verify(proof);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^VALID. Block 400 is in ledger.test\/cairn.*"action": "manufactured"/s);
  });

  test('with the key in a file, or with the log’s own key and a notice', async () => {
    writeFileSync(join(folder, 'key'), `${key}\n`);
    expect(await runCairn(['verify', exported, '--key-file', join(folder, 'key')])).toMatchObject({
      exitCode: 0,
      notes: '',
    });
    expect((await runCairn(['verify', url])).notes).toContain(`--key ${key}`);
    expect((await runCairn(['verify', exported])).notes).toContain(`--key ${key}`);
  });
});

describe('detects changes to the database and names the first bad block', () => {
  beforeEach(() => server.database.sql('create table kept_blocks as select * from blocks').then(() => undefined));
  const restore = async () => {
    await server.database.tamper('truncate blocks');
    await server.database.tamper('insert into blocks select * from kept_blocks');
    await server.database.sql('drop table kept_blocks');
  };
  const changes: [string, string[], number][] = [
    ['one byte of a block', [`update blocks set data = replace(data, 'Item', 'Itek') where index = 10`], 10],
    ['the time of a block', ['update blocks set timestamp = timestamp + 1 where index = 333'], 333],
    ['the hash of a block', [`update blocks set hash = decode(repeat('ab', 32), 'hex') where index = 512`], 512],
    ['the link of a block', [`update blocks set prev_hash = decode(repeat('ab', 32), 'hex') where index = 256`], 256],
    ['the last block', [`update blocks set data = replace(data, 'manufactured', 'shipped') where index = 699`], 699],
    ['the first block', [`update blocks set data = replace(data, 'ledger.test', 'ledger.fake') where index = 0`], 0],
    ['a missing block', ['delete from blocks where index = 444'], 444],
    ['a truncated tail', ['delete from blocks where index >= 600'], 600],
    [
      'two blocks swapped',
      [
        'update blocks set index = 1000000 where index = 20',
        'update blocks set index = 20 where index = 21',
        'update blocks set index = 21 where index = 1000000',
      ],
      20,
    ],
    ['text that is not canonical', [`update blocks set data = replace(data, '":', '": ') where index = 77`], 77],
  ];
  test.each(changes)('%s', async (_, statements, index) => {
    for (const statement of statements) await server.database.tamper(statement);
    try {
      const { exitCode, out } = await verify(url);
      expect([exitCode, firstBad(out)]).toEqual([1, index]);
    } finally {
      await restore();
    }
  });

  test('a block changed together with its hash', async () => {
    const [row] = await server.database.sql<{ data: string; prev: string; timestamp: number }>(
      `select data, encode(prev_hash, 'hex') as prev, timestamp from blocks where index = 150`,
    );
    const data = (row?.data ?? '').replace('manufactured', 'shipped');
    const entry = `{"data":${data},"index":150,"prev_hash":"${row?.prev}","timestamp":${row?.timestamp}}`;
    const hash = createHash('sha256').update(`\0${entry}`).digest();
    await server.database.tamper('update blocks set data = $1, hash = $2 where index = 150', [data, hash]);
    try {
      const { exitCode, out } = await verify(url);
      expect([exitCode, firstBad(out)]).toEqual([1, 150]);
    } finally {
      await restore();
    }
  });
});

/** Rewrites a copied chain from block `from` on, as an attacker without the key can: every link and hash matches again. */
async function rewriteFrom(from: number) {
  const rows = await server.database.sql<{ index: number; data: string; timestamp: number; prev: string }>(
    `select index, data, timestamp, encode(prev_hash, 'hex') as prev from blocks where index >= ${from} order by index`,
  );
  let prev = rows[0]?.prev ?? '';
  for (const { index, data: stored, timestamp } of rows) {
    const data = index === from ? stored.replace('manufactured', 'delivered') : stored;
    const entry = `{"data":${data},"index":${index},"prev_hash":"${prev}","timestamp":${timestamp}}`;
    const hash = createHash('sha256').update(`\0${entry}`).digest('hex');
    await server.database.tamper(
      `update blocks set data = $1, prev_hash = decode($2, 'hex'), hash = decode($3, 'hex') where index = $4`,
      [data, prev, hash, index],
    );
    prev = hash;
  }
}

describe('a rewritten history', () => {
  const keepBlocks = () => server.database.sql('create table kept_blocks as select * from blocks');
  const restore = async () => {
    await server.database.tamper('truncate blocks');
    await server.database.tamper('insert into blocks select * from kept_blocks');
    await server.database.sql('drop table kept_blocks');
  };

  test.each([
    ['after the second checkpoint', 490, SECOND_CHECKPOINT, BLOCKS - 1],
    ['after the first', 302, 301, SECOND_CHECKPOINT - 1],
    ['before any', 5, 0, 300],
  ])('%s is placed between the two signed checkpoints around it', async (_, from, first, last) => {
    await keepBlocks();
    await rewriteFrom(from);
    try {
      const { exitCode, out } = await verify(url);
      expect({ exitCode, out }).toMatchObject({
        exitCode: 1,
        out: expect.stringContaining(
          `NOT VALID. First bad block: one of ${first} to ${last}. The first ${last + 1} blocks`,
        ),
      });
    } finally {
      await restore();
    }
  });

  test('is not excused by notes of other signers among the checkpoints', async () => {
    await keepBlocks();
    await rewriteFrom(490);
    const [second] = await server.database.sql<{ note: string }>(
      `select note from checkpoints where size = ${SECOND_CHECKPOINT}`,
    );
    const write = (text: string | undefined) =>
      server.database.tamper(`update checkpoints set note = $1 where size = ${SECOND_CHECKPOINT}`, [text]);
    await write('forged');
    try {
      expect((await verify(url)).out).toContain(`one of 301 to ${BLOCKS - 1}.`);
    } finally {
      await write(second?.note);
      await restore();
    }
  });
});

describe('the last checkpoint verified on this machine', () => {
  const stateFolder = join(folder, 'state');
  const short = join(folder, 'short.export');
  const verifyHere = (...args: string[]) => runCairn(['verify', ...args, '--key', key], { stateFolder });
  const signed = (size: number, root: Uint8Array) => signCheckpoint(testSigner(), { size: BigInt(size), root });
  beforeAll(() => {
    const kept = readFileSync(exported, 'utf8').split('\n').slice(0, 302);
    writeFileSync(short, [...kept, JSON.stringify({ checkpoint: readFileSync(early, 'utf8') }), ''].join('\n'));
  });

  test('is compared by default, and a larger one replaces it', async () => {
    expect((await verifyHere(short)).out).not.toContain('before');
    expect((await verifyHere(url)).out).toContain('still starts with the 301 blocks verified on this machine before');
    expect((await verifyHere(url)).out).toContain('still starts with the 700 blocks verified on this machine before');
  });

  test('does not make an older export look shortened', async () => {
    const { exitCode, notes } = await verifyHere(short);
    expect([exitCode, notes]).toEqual([0, expect.stringContaining('older than the 700 blocks')]);
    expect((await verifyHere(url)).out).toContain('the 700 blocks verified on this machine before');
  });

  test('reveals a log that was signed again with the true key', async () => {
    const known = openKnownCheckpoints(join(stateFolder, 'checkpoints'));
    const keys = [{ key: testSigner().key, from: 0n }];
    await known.remember(keys, await signed(701, new Uint8Array(32).fill(7)));
    expect(await verifyHere(url)).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('701 blocks were signed'),
    });
    expect(await verifyHere(url, '--no-remember')).toMatchObject({ exitCode: 0 });
  });
});

describe('detects changes to an export and names the first bad block', () => {
  const lines = () => readFileSync(exported, 'utf8').split('\n');
  const changed = join(folder, 'changed.export');
  const cases: [string, (all: string[]) => string[], number][] = [
    ['one byte of a block', (all) => all.with(6, (all[6] ?? '').replace('manufactured', 'manufacturee')), 5],
    ['the last block', (all) => all.with(700, (all[700] ?? '').replace('manufactured', 'shipped')), 699],
    ['a missing line', (all) => all.toSpliced(51, 1), 50],
    ['a duplicate line', (all) => all.toSpliced(51, 0, all[51] ?? ''), 51],
    ['an invalid line', (all) => all.with(31, 'null'), 30],
    ['missing last blocks', (all) => all.toSpliced(600, 101), 599],
    ['a truncated file', (all) => all.slice(0, 650), 700],
  ];
  test.each(cases)('%s', async (_, change, index) => {
    writeFileSync(changed, change(lines()).join('\n'));
    const { exitCode, out } = await verify(changed);
    expect([exitCode, firstBad(out)]).toEqual([1, index]);
  });

  test('a log that lacks blocks covered by a stored checkpoint', async () => {
    const late = join(folder, 'late.checkpoint');
    writeFileSync(late, await (await fetch(`${url}/log/checkpoint`)).text());
    const short = lines().slice(0, 302);
    writeFileSync(changed, [...short, JSON.stringify({ checkpoint: readFileSync(early, 'utf8') }), ''].join('\n'));
    expect(await verify(changed)).toMatchObject({ exitCode: 0 });
    const { exitCode, out } = await verify(changed, '--since', late);
    expect([exitCode, firstBad(out)]).toEqual([1, 301]);
  });
});

describe('a bundle of proofs', () => {
  const bundle = join(folder, 'asset.tlog-proofs');
  test('of an asset’s history is valid offline, and a changed one names the first bad block', async () => {
    const maker = await server.account('retailer');
    for (let n = 0; n < 3; n++) await record(server, maker, 'quality_check', 'A-7');
    await server.publish();
    const text = await (await fetch(`${url}/api/chain/assets/A-7/proof.tlog-proofs`)).text();
    writeFileSync(bundle, text);
    const good = await verify(bundle);
    expect(good).toMatchObject({ exitCode: 0, out: expect.stringContaining('VALID. All 4 blocks are in ledger.test') });
    expect(good.out).toMatch(/^702 {2}\S+ {2}quality_check$/m);
    const parts = text.split('\nc2sp.org/');
    const forged = Buffer.from(
      Buffer.from(/^extra (.*)$/m.exec(parts[2]!)![1]!, 'base64')
        .toString()
        .replace('quality', 'quantity'),
    );
    writeFileSync(bundle, text.replace(/^extra (.*)$/m.exec(parts[2]!)![1]!, forged.toString('base64')));
    expect(await verify(bundle)).toMatchObject({ exitCode: 1, out: expect.stringContaining('NOT VALID. Block 701:') });
  });
});

describe('a proof', () => {
  const changed = join(folder, 'changed.tlog-proof');
  test('of a different block is invalid and names the block', async () => {
    const extra = (text: string) => /^extra (.*)$/m.exec(text)?.[1] ?? '';
    const block = Buffer.from(extra(readFileSync(proof, 'utf8')), 'base64')
      .toString()
      .replace('manufactured', 'shipped');
    const text = readFileSync(proof, 'utf8').replace(/^extra .*$/m, `extra ${Buffer.from(block).toString('base64')}`);
    writeFileSync(changed, text);
    expect(await verify(changed)).toMatchObject({ exitCode: 1, out: expect.stringContaining('NOT VALID. Block 400:') });
  });

  test('cannot be checked without a key', async () => {
    expect(await runCairn(['verify', proof])).toMatchObject({
      exitCode: 2,
      notes: expect.stringContaining('--key <vkey>'),
    });
  });
});

test.each([[exported], [proof], ['url']])('nothing is valid with a different key (%s)', async (target) => {
  const { exitCode, out } = await runCairn(['verify', target === 'url' ? url : target, '--key', otherKey]);
  expect([exitCode, out.slice(0, 9)]).toEqual([1, 'NOT VALID']);
});

describe('exits with code 2 when it cannot check', () => {
  test.each([
    ['an address without a server', ['http://127.0.0.1:9'], 'Could not read'],
    ['a missing file', [join(folder, 'nothing')], 'does not exist'],
    ['another kind of file', [early], 'neither a Cairn export nor a .tlog-proof'],
    ['an invalid key', [exported, '--key', 'x'], 'not a C2SP verifier key'],
  ])('%s', async (_, args, message) => {
    expect(await runCairn(['verify', ...args])).toMatchObject({ exitCode: 2, notes: expect.stringContaining(message) });
  });
});

describe('a server that lost its checkpoints', () => {
  const stateFolder = join(folder, 'lost');
  let lossy: TestServer;
  beforeAll(async () => {
    lossy = await startTestServer();
    await recordAssets(lossy, await lossy.account('manufacturer'), 'L', 20);
    await lossy.publish();
  });
  afterAll(() => lossy.stop());

  test('is not valid where its log was verified before, and elsewhere once the server reports the fault', async () => {
    const address = await lossy.app.listen({ host: '127.0.0.1', port: 0 });
    const verifyHere = (...args: string[]) => runCairn(['verify', address, ...args, '--key', key], { stateFolder });
    expect(await verifyHere()).toMatchObject({ exitCode: 0 });
    await lossy.database.tamper('delete from checkpoints');
    expect(await verifyHere('--no-remember')).toMatchObject({ exitCode: 2 });
    expect(await verifyHere()).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/^NOT VALID. .* has no checkpoint, although 21 blocks of it were verified on this/),
    });
    await lossy.verifier.tick();
    expect(await verifyHere('--no-remember')).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(
        /^NOT VALID. .* reports a fault. The ledger has a fault, so no checkpoint covers this/,
      ),
    });
  });
});
