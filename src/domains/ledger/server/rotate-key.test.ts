import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BlockData, formatVerifierKey, parseVerifierKey, signKeyChange } from '@cairn/ledger-proof';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCairn } from '#app/cli/terminal.fixture.ts';
import { listKeys } from '#domains/ledger/contract.ts';
import { recordAssets } from '#tests/support/events.ts';
import { forgeDraft } from '#tests/support/notes.ts';
import { LEDGER_ORIGIN, startTestServer, type TestServer, testSigner } from '#tests/support/test-server.ts';
import { appendBlocks } from './batch.ts';
import { readHead } from './blocks.ts';
import { followLogKeys } from './log-keys.ts';
import { rotateKey } from './rotate-key.ts';
import { adoptNextKey, createSigner, makeSuccessorText, prepareNextKey, readSigningKey } from './signing-key.ts';
import { startLedger } from './start-ledger.ts';
import { startRunThreads } from './verification/run-threads.ts';
import { validateAll } from './verification/validate-all.ts';
import { createVerifier } from './verification/verifier.ts';

const old = testSigner();
const successor = createSigner(LEDGER_ORIGIN, makeSuccessorText(old));
const stranger = createSigner(LEDGER_ORIGIN, Buffer.alloc(32, 9).toString('base64'));

let server: TestServer;
let before: number;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-rotate-'));
  server = await startTestServer();
  await recordAssets(server, await server.account('manufacturer'), 'ROT', 5);
  await server.publish();
  before = (await readHead(server.services.database)).length;
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rotate = () => rotateKey(server.services.database, old, successor.key, server.clock);
const append = (data: BlockData) =>
  server.services.database.transaction().execute((tx) => appendBlocks(tx, [forgeDraft(data)], server.clock));
const problem = async () =>
  (
    await server.database.sql<{ problem: string | null; problem_index: number | null }>(
      'select problem, problem_index, verified_length from ledger_verifier',
    )
  )[0]!;

/** Verifies and signs like another process with this key. */
async function publishWith(signer: typeof old): Promise<void> {
  await server.verifier.stop();
  const verifier = createVerifier({
    database: server.services.database,
    client: await server.database.connect(),
    signer,
    recordFile: server.services.ledger.recordFile,
    clock: server.clock,
  });
  while (await verifier.tick());
  await verifier.scrubAll();
  await verifier.stop();
}

async function validate() {
  const threads = startRunThreads(server.database.application, 1);
  try {
    const keys = await followLogKeys(server.services.database, old.firstKey);
    if ('fault' in keys) return keys.fault;
    return await validateAll({
      database: server.services.database,
      client: await server.database.connect(),
      keys,
      recorded: undefined,
      clock: server.clock,
      executors: threads.executors,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
  } finally {
    await threads.stop();
  }
}

describe('a key announced by the old one', () => {
  test('signs every checkpoint that covers its block, and all verifiers follow', async () => {
    expect(await rotate()).toBe(before);
    await publishWith(successor);
    await recordAssets(server, await server.account('manufacturer'), 'NEW', 3);
    await publishWith(successor);

    expect(await problem()).toMatchObject({ problem: null, verified_length: before + 4 });
    expect(await validate()).toBeUndefined();
    const { body } = await server.call(listKeys, {});
    expect(body.keys).toMatchObject([
      { vkey: formatVerifierKey(old.key), fromSize: 0, toSize: before, block: { index: 0 } },
      { vkey: formatVerifierKey(successor.key), fromSize: before + 1, block: { index: before } },
    ]);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const exported = join(folder, 'log.export');
    expect(await runCairn(['export', exported, '--url', url])).toMatchObject({ exitCode: 0 });
    for (const key of [old, successor].map((signer) => formatVerifierKey(signer.key)))
      for (const target of [url, exported])
        expect(await runCairn(['verify', target, '--key', key])).toMatchObject({ exitCode: 0 });
    expect(await runCairn(['verify', url, '--key', formatVerifierKey(stranger.key)])).toMatchObject({ exitCode: 1 });
  });

  test('is announced only once, and only by the current key', async () => {
    expect([await rotate(), await rotate()]).toEqual([before, before]);
    await expect(rotateKey(server.services.database, old, stranger.key, server.clock)).rejects.toThrow('only it can');
  });

  test('is required by the server from then on', async () => {
    await rotate();
    const start = (signer: typeof old) =>
      startLedger({
        database: server.services.database,
        signer,
        recordFile: server.services.ledger.recordFile,
        verifies: true,
        demo: false,
        production: false,
        clock: server.clock,
      });
    await expect(start(old)).rejects.toThrow(/was changed to .* but this server signs as/);
    await expect(start(createSigner(LEDGER_ORIGIN, Buffer.alloc(32, 9).toString('base64')))).rejects.toThrow(
      /created as/,
    );
    await start(successor);
  });

  test('stops a process with the old key from signing', async () => {
    await rotate();
    await expect(publishWith(old)).rejects.toThrow('Restart the server with the new key');
    expect(await server.database.sql('select max(size)::int as size from checkpoints')).toEqual([{ size: before }]);
  });
});

describe('an untrusted announcement is found by every verifier', () => {
  const changes: [string, () => Promise<BlockData>][] = [
    ['signed by another key', () => signKeyChange(before, stranger, successor.key)],
    ['signed for another index', () => signKeyChange(before + 1, old, successor.key)],
    ['without a signature', async () => ({ action: 'checkpoint_key', publicKey: formatVerifierKey(stranger.key) })],
  ];
  test.each(changes)('one %s', async (_, make) => {
    await append(await make());
    const fault = { index: before, message: expect.stringContaining('an untrusted key') };
    expect(await validate()).toEqual(fault);
    await publishWith(old);
    expect(await problem()).toMatchObject({ problem: fault.message, problem_index: before });
    expect(await server.database.sql('select max(size)::int as size from checkpoints')).toEqual([{ size: before }]);
    const { recordFile } = server.services.ledger;
    const readOnly = {
      database: server.services.database,
      recordFile,
      verifies: true,
      demo: false,
      production: false,
      clock: server.clock,
    };
    await expect(startLedger({ ...readOnly, signer: old })).rejects.toThrow('an untrusted key');
  });

  test('one that was changed in the database, even into invalid JSON', async () => {
    await rotate();
    await publishWith(successor);
    for (const data of ['{"action":"checkpoint_key"}', 'nonsense', 'null']) {
      await server.database.tamper('update blocks set data = $1 where index = $2', [data, before]);
      expect(await validate()).toMatchObject({ index: before });
    }
    await publishWith(successor);
    expect(await problem()).toMatchObject({ problem_index: before });
  });

  test('one replayed at a later index', async () => {
    await rotate();
    const [row] = await server.database.sql<{ data: string }>('select data from blocks order by index desc limit 1');
    await append(JSON.parse(row!.data) as BlockData);
    expect(await validate()).toMatchObject({ index: before + 1 });
  });
});

describe('a ledger restarted under another key that then announces ours', () => {
  test('is refused, because the first key does not come from the database', async () => {
    const [first] = (await server.call(listKeys, {})).body.keys;
    expect(parseVerifierKey(first!.vkey)).toEqual(old.firstKey);
    const data = { ...first!.block.data, publicKey: formatVerifierKey(stranger.key) };
    await server.database.tamper('update blocks set data = $1 where index = 0', [JSON.stringify(data)]);
    await append(await signKeyChange(before, stranger, old.key));
    const start = startLedger({
      database: server.services.database,
      signer: old,
      recordFile: server.services.ledger.recordFile,
      verifies: true,
      demo: false,
      production: false,
      clock: server.clock,
    });
    await expect(start).rejects.toThrow(/created as/);
  });
});

describe('the files of a change of key', () => {
  const key = () => readSigningKey({ configured: undefined, dataFolder: folder, database: server.services.database });

  test('are completed at the next start after an interruption after the block', async () => {
    const first = createSigner(LEDGER_ORIGIN, await key());
    const next = await prepareNextKey(folder, old);
    expect(await prepareNextKey(folder, old)).toBe(next);
    expect(createSigner(LEDGER_ORIGIN, await key()).key).toEqual(first.key);
    await rotateKey(server.services.database, old, createSigner(LEDGER_ORIGIN, next).key, server.clock);
    expect(await key()).toBe(next);
    expect(existsSync(join(folder, 'ledger-key.next'))).toBe(false);
  });

  test('keep the old key, and name the first one in the new', async () => {
    const before = await key();
    await prepareNextKey(folder, createSigner(LEDGER_ORIGIN, before));
    await adoptNextKey(folder);
    const [kept] = readdirSync(folder).filter((name) => name.startsWith('ledger-key.until-'));
    expect(readFileSync(join(folder, kept!), 'utf8')).toBe(before);
    const after = createSigner(LEDGER_ORIGIN, await key());
    expect(after.firstKey).toEqual(createSigner(LEDGER_ORIGIN, before).key);
    expect(after.key).not.toEqual(after.firstKey);
  });
});
