import { renameSync } from 'node:fs';
import {
  fromHex,
  parseTlogProof,
  parseVerifierKey,
  readBlocks,
  rootFromTiles,
  tilePath,
  tilesBetween,
  verifyBlock,
  verifyCheckpoint,
  verifyConsistency,
  verifyInclusion,
  verifyLog,
  verifyTlogProof,
} from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callLoosely } from '#tests/support/call.ts';
import { record, recordAssets } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../contract.ts';
import { rootOf } from './verification/verified-prefix.ts';

/** Enough for two levels of tiles and a partial one. */
const ASSETS = 600;

let server: TestServer;
let maker: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await server.publish();
  await recordAssets(server, maker, 'FIRST', 100);
  await server.publish();
  await recordAssets(server, maker, 'REST', ASSETS - 100);
  await server.publish();
});
afterAll(() => server.stop());

const LENGTH = ASSETS + 1;
type ChainQuery = { page?: number; limit?: number; before?: number };
const chain = async (query: ChainQuery = {}) => (await server.call(contract.readChain, { query })).body;
const logKey = async () => parseVerifierKey((await server.call(contract.verifierKey, {})).text.trim());
const text = async (path: string) => (await server.app.inject({ method: 'GET', url: path })).payload;
const bytes = async (path: string) =>
  new Uint8Array((await server.app.inject({ method: 'GET', url: path })).rawPayload);

describe('GET /api/chain', () => {
  test('returns the newest 100 blocks by default, ascending, with length and verdict', async () => {
    const { chain: blocks, length, is_valid } = await chain();
    expect(blocks.map((block) => block.index)).toEqual(Array.from({ length: 100 }, (_, i) => LENGTH - 100 + i));
    expect({ length, is_valid }).toEqual({ length: LENGTH, is_valid: true });
  });

  test('pages backwards from the head to the genesis, each block once', async () => {
    const pages = [];
    for (let page = 1; page <= 4; page++) pages.unshift((await chain({ page, limit: 200 })).chain);
    expect(pages.flat().map((block) => block.index)).toEqual(Array.from({ length: LENGTH }, (_, i) => i));
    expect(pages[0]).toHaveLength(1);
    expect((await chain({ page: 5, limit: 200 })).chain).toEqual([]);
  });

  test('returns blocks that match their hashes and follow each other', async () => {
    const { chain: blocks } = await chain({ limit: 500 });
    for (const [n, block] of blocks.entries()) {
      expect(() => verifyBlock(block as never)).not.toThrow();
      if (n > 0) expect(block.prev_hash).toBe(blocks[n - 1]!.hash);
    }
  });

  test('keeps pages with `before` unchanged while the chain grows', async () => {
    const query = { before: 300, limit: 50, page: 2 };
    expect((await chain(query)).chain.map((block) => block.index)).toEqual(
      Array.from({ length: 50 }, (_, i) => 200 + i),
    );
  });
});

describe('one block', () => {
  test('is found by its index, and by its hash in upper or lower case', async () => {
    const block = (await server.call(contract.readBlock, { params: { index: 7 } })).body;
    expect(block.index).toBe(7);
    const found = await server.call(contract.findBlock, { params: { hash: block.hash.toUpperCase() } });
    expect(found.body).toEqual(block);
  });

  test('0 is the genesis: it names origin, key and format', async () => {
    const { body } = await server.call(contract.readBlock, { params: { index: 0 } });
    const vkey = (await server.call(contract.verifierKey, {})).text.trim();
    expect(body).toMatchObject({ prev_hash: '0'.repeat(64), index: 0 });
    expect(body.data).toEqual({ action: 'genesis', format: 'cairn/1', origin: 'ledger.test/cairn', publicKey: vkey });
  });
});

describe('proofs verify with only the public key', () => {
  test.each([0, 1, 100, 255, 256, 511, LENGTH - 1])('inclusion of block %i in the last checkpoint', async (index) => {
    const block = (await server.call(contract.readBlock, { params: { index } })).body;
    const { body } = await server.call(contract.proveInclusion, { params: { index } });
    const { checkpoint } = await verifyCheckpoint(body.checkpoint, { logKey: await logKey() });
    expect([body.leafHash, BigInt(body.treeSize)]).toEqual([block.hash, checkpoint.size]);
    const leafHash = fromHex(block.hash);
    const claim = { leafHash, index: BigInt(index), size: checkpoint.size, root: checkpoint.root };
    expect(() => verifyInclusion({ ...claim, proof: body.hashes.map(fromHex) })).not.toThrow();
    const verified = await verifyTlogProof(body.proofFile, fromHex(block.hash), { logKey: await logKey() });
    expect(verified).toMatchObject({
      index: BigInt(index),
      checkpoint: { size: BigInt(LENGTH), origin: 'ledger.test/cairn' },
    });
  });

  test('inclusion in a requested earlier checkpoint; 404 for one that does not cover the block', async () => {
    const { body } = await server.call(contract.proveInclusion, { params: { index: 50 }, query: { size: 101 } });
    const block = (await server.call(contract.readBlock, { params: { index: 50 } })).body;
    expect(await verifyTlogProof(body.proofFile, fromHex(block.hash), { logKey: await logKey() })).toMatchObject({
      checkpoint: { size: 101n },
    });
    for (const [index, size] of [
      [101, 101],
      [5, 102],
    ] as const) {
      const answer = await server.call(contract.proveInclusion, { params: { index }, query: { size } });
      expect([answer.status, answer.problem.code]).toEqual([404, 'ledger.no_checkpoint']);
    }
  });

  test('the downloaded file contains the block and verifies on its own', async () => {
    const { text: file, headers } = await server.call(contract.downloadProof, { params: { index: 300 } });
    expect(headers['content-disposition']).toBe('attachment; filename="cairn-block-300.tlog-proof"');
    const block = (await server.call(contract.readBlock, { params: { index: 300 } })).body;
    await verifyTlogProof(file, fromHex(block.hash), { logKey: await logKey() });
    const { hash: _, ...entry } = block;
    expect(JSON.parse(Buffer.from(parseTlogProof(file).extra!).toString())).toEqual(entry);
  });

  test('a proof fails for another block, and with a flipped bit', async () => {
    const { body } = await server.call(contract.proveInclusion, { params: { index: 9 } });
    const other = (await server.call(contract.readBlock, { params: { index: 10 } })).body;
    await expect(verifyTlogProof(body.proofFile, fromHex(other.hash), { logKey: await logKey() })).rejects.toThrow();
  });

  test.each([
    [1, 1],
    [1, LENGTH],
    [101, LENGTH],
    [256, 512],
    [255, 257],
    [LENGTH - 1, LENGTH],
  ])('consistency of the log of %i blocks with that of %i', async (from, to) => {
    const { body } = await server.call(contract.proveConsistency, { query: { from, to } });
    const claim = {
      oldSize: BigInt(from),
      newSize: BigInt(to),
      oldRoot: fromHex(body.fromRoot),
      newRoot: fromHex(body.toRoot),
      proof: body.hashes.map(fromHex),
    };
    expect(() => verifyConsistency(claim)).not.toThrow();
    const tiles = (level: number, index: bigint, width: number) => bytes(`/log/${tilePath({ level, index, width })}`);
    if (to === LENGTH) expect(fromHex(body.toRoot)).toEqual(await rootFromTiles(BigInt(to), tiles));
  });

  test.each([
    { from: 2, to: 1 },
    { from: 1, to: LENGTH + 1 },
  ])('404: no consistency %j', async (query) => {
    const answer = await server.call(contract.proveConsistency, { query });
    expect([answer.status, answer.problem.code]).toEqual([404, 'ledger.no_checkpoint']);
  });
});

describe('the transparency log, as a tlog client reads it', () => {
  test('is consistent: every entry, every tile, and the root that the checkpoint signs', async () => {
    const { checkpoint } = await verifyCheckpoint(await text('/log/checkpoint'), { logKey: await logKey() });
    expect(checkpoint).toMatchObject({ origin: 'ledger.test/cairn', size: BigInt(LENGTH) });
    const bundle = (index: bigint, width: number) => bytes(`/log/${tilePath({ level: 'entries', index, width })}`);
    const verdict = await verifyLog(readBlocks(checkpoint.size, bundle), { checkpoints: [checkpoint] });
    expect(verdict).toMatchObject({ ok: true, size: checkpoint.size, checkpointed: checkpoint.size });
    const tiles = (level: number, index: bigint, width: number) => bytes(`/log/${tilePath({ level, index, width })}`);
    expect(await rootFromTiles(checkpoint.size, tiles)).toEqual(checkpoint.root);
    for (const address of tilesBetween(0n, checkpoint.size)) {
      const answer = await server.app.inject({ method: 'GET', url: `/log/${tilePath(address)}` });
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, address.width * 32]);
      expect(answer.headers['content-type']).toBe('application/octet-stream');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test('serves nothing beyond the checkpoint, and each tile at one path only', async () => {
    for (const path of [
      '0/003',
      '0/002',
      `0/002.p/${LENGTH - 511}`,
      '1/000',
      '1/000.p/3',
      '2/000.p/1',
      'entries/002',
      'entries/x000/001',
      '00/000',
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/257',
      '0/x000/000',
      '0/000.p/01',
    ])
      expect({
        path,
        status: (await server.app.inject({ method: 'GET', url: `/log/tile/${path}` })).statusCode,
      }).toEqual({
        path,
        status: expect.toSatisfy((status: number) => status === 404 || status === 400),
      });
  });

  test('extends an earlier checkpoint', async () => {
    const [kept] = await server.database.sql<{ note: string }>('select note from checkpoints where size = 101');
    const { checkpoint: old } = await verifyCheckpoint(kept!.note, { logKey: await logKey() });
    const { body } = await server.call(contract.proveConsistency, { query: { from: 101, to: LENGTH } });
    expect(fromHex(body.fromRoot)).toEqual(old.root);
  });

  test('publishes a checkpoint only when the log has grown', async () => {
    const count = () => server.database.sql('select count(*)::int as n from checkpoints');
    const before = await count();
    await server.publish();
    expect(await count()).toEqual(before);
  });
});

describe('a full validation', () => {
  const until = (id: string, done: (job: contract.ValidationJob) => boolean) =>
    eventually('the validation gets there', async () => {
      const { body } = await server.call(contract.readValidation, { params: { id } }, { as: maker });
      return done(body) && body;
    });

  test('runs to its end as a job with progress', async () => {
    const started = await server.call(contract.startValidation, {}, { as: maker });
    expect(started).toMatchObject({ status: 202, body: { state: 'running', totalBlocks: LENGTH } });
    const job = await until(started.body.id, ({ state }) => state !== 'running');
    expect(job).toEqual({
      id: started.body.id,
      state: 'valid',
      checkedBlocks: LENGTH,
      totalBlocks: LENGTH,
      own: true,
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    });
  });

  test('is shared when another is requested, even concurrently', async () => {
    const auditor = await server.account('other');
    const started = await Promise.all(
      [maker, auditor, maker].map((as) => server.call(contract.startValidation, {}, { as })),
    );
    expect(new Set(started.map(({ body }) => body.id)).size).toBe(1);
    await until(started[0]!.body.id, ({ state }) => state !== 'running');
  });

  test('can be cancelled while it runs, but not after', async () => {
    const { body } = await server.call(contract.startValidation, {}, { as: maker });
    const cancelled = await server.call(contract.cancelValidation, { params: { id: body.id } }, { as: maker });
    expect(cancelled.body.state).toMatch(/^(cancelled|valid)$/);
    const again = await server.call(contract.cancelValidation, { params: { id: body.id } }, { as: maker });
    expect(again.body).toEqual(cancelled.body);
  });

  test('is cancelled only by the account that started it, or by an administrator', async () => {
    const [stranger, auditor, admin] = [
      await server.account('other'),
      await server.account('auditor'),
      await server.account('administrator'),
    ];
    const { body } = await server.call(contract.startValidation, {}, { as: maker });
    const cancel = (as: TestAccount) => server.call(contract.cancelValidation, { params: { id: body.id } }, { as });
    for (const as of [stranger, auditor])
      expect(await cancel(as)).toMatchObject({ status: 403, problem: { code: 'ledger.not_your_validation' } });
    expect((await server.call(contract.readValidation, { params: { id: body.id } }, { as: maker })).body.state).toMatch(
      /^(running|valid)$/,
    );
    expect((await cancel(admin)).status).toBe(200);
  });

  test('is listed for the account that started it and for auditors, not for others', async () => {
    const stranger = await server.account('other');
    const { body } = await server.call(contract.startValidation, {}, { as: maker });
    const listed = async (as: TestAccount) =>
      (await server.call(contract.listValidations, {}, { as })).body.validations.find(({ id }) => id === body.id);
    expect(await listed(maker)).toMatchObject({ own: true });
    expect(await listed(await server.account('auditor'))).toMatchObject({ own: false });
    expect(await listed(stranger)).toBeUndefined();
    await until(body.id, ({ state }) => state !== 'running');
  });

  test('counts as failed after its process died, and a new one can start', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    await server.database.sql(
      `insert into ledger_validations (id, state, total_blocks, started_at, heartbeat_at)
       values ($1, 'running', 1, now() - interval '1 hour', now() - interval '1 hour')`,
      [id],
    );
    const { body } = await server.call(contract.startValidation, {}, { as: maker });
    expect(body.id).not.toBe(id);
    expect((await until(id, () => true)).state).toBe('failed');
    await until(body.id, ({ state }) => state === 'valid');
  });
});

describe('GET /log/record', () => {
  const read = async () => server.app.inject({ method: 'GET', url: '/log/record' });

  test('returns the content of the signing record, signed by the key of the ledger', async () => {
    const { signed } = (await server.services.ledger.recordFile.read())!;
    const { checkpoint } = await verifyCheckpoint((await read()).payload, { logKey: await logKey() });
    expect(checkpoint.size).toBe(signed.range.size);
    expect(Buffer.from(checkpoint.root)).toEqual(Buffer.from(rootOf(signed)));
    expect(checkpoint.extensions).toEqual([expect.stringMatching(/^cairn-process [0-9a-f]{32}$/)]);
  });

  test('is a 404 in a process without a signing record', async () => {
    const { path } = server.services.ledger.recordFile;
    renameSync(path, `${path}.away`);
    const answer = await read();
    renameSync(`${path}.away`, path);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'ledger.no_checkpoint']);
  });
});

test('a block without a checkpoint has no proof yet, gets a hint when it will, and is in no tile', async () => {
  const index = await record(server, maker, 'quality_check', 'REST-1');
  const answer = await callLoosely(server.app, contract.proveInclusion, { params: { index } });
  expect(answer.problem).toMatchObject({
    status: 404,
    code: 'ledger.no_checkpoint',
    hint: expect.stringContaining('second'),
  });
  const tile = `/log/tile/0/002.p/${LENGTH - 512 + 1}`;
  expect((await server.app.inject({ method: 'GET', url: tile })).statusCode).toBe(404);
  await server.publish();
  expect((await callLoosely(server.app, contract.proveInclusion, { params: { index } })).status).toBe(200);
  expect((await server.app.inject({ method: 'GET', url: tile })).statusCode).toBe(200);
});

describe('a block whose stored content was altered', () => {
  test('is not shown when its content does not match its hash', async () => {
    const { hash } = (await server.call(contract.readBlock, { params: { index: 600 } })).body;
    const replace = (from: string, to: string) =>
      server.database.tamper(`update blocks set data = replace(data, $1, $2) where index = 600`, [from, to]);
    await replace('manufactured', 'returned');
    try {
      for (const path of ['/api/chain/blocks/600', `/api/chain/hashes/${hash}`]) {
        const { statusCode, payload } = await server.app.inject({ method: 'GET', url: path });
        expect([path, statusCode, JSON.parse(payload)]).toEqual([
          path,
          503,
          expect.objectContaining({ code: 'ledger.damaged', detail: expect.stringContaining('does not match') }),
        ]);
        expect(payload).not.toContain('returned');
      }
    } finally {
      await replace('returned', 'manufactured');
    }
    expect((await server.call(contract.readBlock, { params: { index: 600 } })).body.hash).toBe(hash);
  });

  test.each([
    ['is no longer JSON', `left(data, 40)`],
    ['would smuggle another block into the list', `data || '},{"index":601,"data":{}'`],
  ])('is reported and not shown when it %s', async (_, altered) => {
    const [{ data, asset_id: assetId } = { data: '', asset_id: '' }] = await server.database.sql<{
      data: string;
      asset_id: string;
    }>('select data, asset_id from blocks where index = 600');
    await server.database.tamper(`update blocks set data = ${altered} where index = 600`);
    try {
      for (const path of ['/api/chain', '/api/chain/blocks/600', `/api/assets/${assetId}`]) {
        const { statusCode, payload } = await server.app.inject({ method: 'GET', url: path });
        expect([path, statusCode, payload]).toEqual([path, 503, expect.stringContaining('no longer JSON')]);
      }
    } finally {
      await server.database.tamper('update blocks set data = $1 where index = 600', [data]);
    }
    expect((await chain()).chain.map((block) => block.index)).toContain(600);
  });
});
