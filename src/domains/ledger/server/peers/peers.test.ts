import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createNoteSigner,
  formatCheckpoint,
  type NoteSigner,
  parseCheckpoint,
  parseNote,
  signNote,
} from '@cairn/ledger-proof';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { servePeer, type TestPeer } from '#tests/support/peers.ts';
import { type Laboratory, LENGTH, openLaboratory, SIGNED } from '#tests/support/tampering.ts';
import { LEDGER_ORIGIN, testSigner } from '#tests/support/test-server.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { type SigningRecord, signingRecordFile } from '../verification/signing-record.ts';
import { createVerifier, type Verifier } from '../verification/verifier.ts';
import { createPeerWatch } from './peer-watch.ts';
import { formatRecordNote } from './record-note.ts';

let lab: Laboratory;
/** The data folder of a second server, whose record covers the first `SIGNED` blocks. */
let folder: string;
let milliseconds = 0;
/** How long after the last block a verifier starts. */
let later = 0;
const peers: TestPeer[] = [];
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.stop());
beforeEach(() => {
  later = 0;
  folder = mkdtempSync(join(tmpdir(), 'cairn-second-'));
  copyFileSync(firstRecord().path, join(folder, 'signing-record'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(peers.splice(0).map((peer) => peer.stop()));
  await lab.repair();
});

const tamper = (statement: string) => lab.server.database.tamper(statement);
const firstRecord = () => lab.server.services.ledger.recordFile;
const secondRecord = () => signingRecordFile(folder, LEDGER_ORIGIN);
const signedBlocks = async () => (await readCheckpoint(lab.server.services.database))?.size;

/** Starts a verifier on the record of the second server, with the lease free. */
async function start(origins: readonly string[], recordFile = secondRecord()): Promise<Verifier> {
  await lab.server.database.sql(`update ledger_verifier set lease_until = '-infinity'`);
  const monotonic = () => milliseconds;
  const signal = new AbortController().signal;
  return createVerifier({
    database: lab.server.services.database,
    client: await lab.server.database.connect(),
    signer: testSigner(),
    recordFile,
    clock: () => lab.server.clock() + later,
    monotonic,
    peers: createPeerWatch({ peers: origins, key: testSigner().key, process: 'second', monotonic, signal }),
  });
}

/** Ticks for longer than the time limit for comparing with peers. */
async function run(verifier: Verifier): Promise<void> {
  for (let n = 0; n < 4; n++) {
    while (await verifier.tick());
    milliseconds += 3000;
  }
}

async function serve(answer: () => string | Promise<string>): Promise<string> {
  const peer = await servePeer(answer);
  peers.push(peer);
  return peer.origin;
}

/** Serves the signing record of the first server. */
const serveFirst = (process = 'first') =>
  serve(async () => formatRecordNote((await firstRecord().read())!, testSigner(), process));

/** Serves a tree of this size, with the right root if a checkpoint has one. */
async function serveTree(
  size: number,
  root?: Uint8Array,
  more: { process?: string; conflict?: string } = {},
  key: NoteSigner = testSigner(),
) {
  const stored = await readCheckpoint(lab.server.services.database, size);
  const tree = root ?? parseCheckpoint(parseNote(stored!.note).text).root;
  const extensions = [
    `cairn-process ${more.process ?? 'first'}`,
    ...(more.conflict === undefined ? [] : [`cairn-conflict ${more.conflict}`]),
  ];
  const text = formatCheckpoint({ origin: LEDGER_ORIGIN, size: BigInt(size), root: tree, extensions });
  return serve(() => signNote(text, [key]));
}

const other = new Uint8Array(32).fill(9);

/** Lets the first server sign all blocks, and the database's owner replace the newest ones and their checkpoints. */
async function rewriteBehindTheFirst(): Promise<SigningRecord> {
  const first = await start([], firstRecord());
  while (await first.tick());
  const record = (await firstRecord().read())!;
  expect(record.signed.range.size).toBe(BigInt(LENGTH));
  await lab.rewriteFrom(SIGNED);
  for (const table of ['checkpoints where size > 8', 'merkle_tiles', 'block_hashes where index >= 8'])
    await tamper(`delete from ${table}`);
  await tamper(`insert into merkle_tiles select * from kept_merkle_tiles`);
  return record;
}

describe('a second server with an older record', () => {
  test('signs no other history than the one that the first server signed', async () => {
    const { signed } = await rewriteBehindTheFirst();
    const second = await start([await serveFirst()]);
    await run(second);
    expect(second.leads()).toBe(true);
    expect(second.finding().fault).toMatchObject({
      index: SIGNED,
      conflict: true,
      message: expect.stringContaining('rewritten'),
    });
    expect(await signedBlocks()).toBe(SIGNED);
    expect(await secondRecord().read()).toMatchObject({
      conflict: { index: SIGNED },
      signed: { range: { size: BigInt(SIGNED) } },
    });
    expect((await firstRecord().read())!.signed).toEqual(signed);
  });

  test('waits at its start while the first server cannot be reached', async () => {
    await rewriteBehindTheFirst();
    later = 120_000;
    const second = await start(['http://127.0.0.1:1']);
    await run(second);
    expect(await signedBlocks()).toBe(SIGNED);
    expect(second.finding()).toMatchObject({ fault: undefined, peers: { awaited: true } });
  });

  test('does not mistake its own answer for that of another server', async () => {
    await rewriteBehindTheFirst();
    later = 120_000;
    const second = await start([await serveFirst('second')]);
    await run(second);
    expect(await signedBlocks()).toBe(SIGNED);
    expect(second.finding()).toMatchObject({ peers: { awaited: true, unreachable: [] } });
  });
});

describe('an intact ledger is signed', () => {
  test('when the other server has signed less', async () => {
    const verifier = await start([await serveTree(5)]);
    await run(verifier);
    expect(verifier.finding()).toMatchObject({ fault: undefined, peers: { unreachable: [], awaited: false } });
    expect(await signedBlocks()).toBe(LENGTH);
  });

  test('when the other server has signed more', async () => {
    const first = await start([], firstRecord());
    while (await first.tick());
    await tamper(`delete from checkpoints where size > ${SIGNED}`);
    const verifier = await start([await serveFirst()]);
    await run(verifier);
    expect(verifier.finding().fault).toBeUndefined();
    expect(await signedBlocks()).toBe(LENGTH);
  });

  test('while another server is unreachable, and names it', async () => {
    const stranger = createNoteSigner(LEDGER_ORIGIN, new Uint8Array(32).fill(3));
    const forged = await serveTree(SIGNED, other, {}, stranger);
    const verifier = await start(['http://127.0.0.1:1', forged]);
    await run(verifier);
    expect(await signedBlocks()).toBe(LENGTH);
    expect(verifier.finding()).toMatchObject({
      fault: undefined,
      peers: {
        unreachable: [
          { origin: 'http://127.0.0.1:1', error: expect.stringContaining('could not be reached') },
          { origin: forged, error: expect.stringContaining('not signed by the key of this ledger') },
        ],
      },
    });
  });

  test('after a start with an old record, once another server answers', async () => {
    later = 120_000;
    const verifier = await start([await serveTree(SIGNED)]);
    await run(verifier);
    expect(await signedBlocks()).toBe(LENGTH);
  });

  test('after a start with an old record, if checkpoints cover all blocks', async () => {
    const first = await start([], firstRecord());
    while (await first.tick());
    later = 120_000;
    const verifier = await start(['http://127.0.0.1:1']);
    await run(verifier);
    expect(verifier.finding()).toMatchObject({ fault: undefined, peers: { awaited: false }, verifiedLength: LENGTH });
  });
});

describe('nothing is signed, permanently, when another server', () => {
  test.each([
    ['has signed another tree of the same size', () => serveTree(SIGNED, other), /another tree of 8 blocks/],
    ['has signed another smaller tree', () => serveTree(5, other), /another tree of 5 blocks/],
    ['has signed another larger tree', () => serveTree(LENGTH - 1, other), /was rewritten/],
    ['has signed more blocks than the database holds', () => serveTree(40, other), /holds only 10/],
    ['reports a conflict', () => serveTree(5, undefined, { conflict: 'Lost.' }), /reports a conflict: Lost\./],
  ])('%s', async (_, makePeer, message) => {
    const verifier = await start([await makePeer()]);
    await run(verifier);
    expect(verifier.finding().fault).toMatchObject({ conflict: true, message: expect.stringMatching(message) });
    expect(await signedBlocks()).toBe(SIGNED);
    const later = await start([]);
    await run(later);
    expect(later.finding().fault).toMatchObject({ conflict: true, message: expect.stringMatching(message) });
    expect(await signedBlocks()).toBe(SIGNED);
  });
});
