import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, recordAssets } from '#tests/support/events.ts';
import { servePeer } from '#tests/support/peers.ts';
import { startTestServer, type TestServer, testSigner } from '#tests/support/test-server.ts';
import { readCheckpoint } from '../checkpoints.ts';
import { rebuildTiles } from '../rebuild-tiles.ts';
import { createVerifier } from '../verification/verifier.ts';
import { createPeerWatch } from './peer-watch.ts';
import { formatRecordNote } from './record-note.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('damaged tiles stop signing while another server’s tree cannot be compared, until they are rebuilt', async () => {
  const { database, ledger } = server.services;
  const signedBlocks = async () => (await readCheckpoint(database))?.size;
  const maker = await server.account('manufacturer');
  await recordAssets(server, maker, 'OLD', 300);
  await server.publish();
  const earlier = await formatRecordNote((await ledger.recordFile.read())!, testSigner(), 'first');
  await recordAssets(server, maker, 'NEW', 300);
  await server.publish();
  const signed = await signedBlocks();
  await record(server, maker, 'quality_check', 'NEW-1');
  await server.verifier.stop();

  const [tile] = await server.database.sql<{ hashes: Buffer }>('select hashes from merkle_tiles where level = 1');
  await server.database.tamper(`update merkle_tiles set hashes = decode(repeat('ab', 64), 'hex') where level = 1`);
  expect(tile!.hashes).toHaveLength(64);
  const peer = await servePeer(() => earlier);
  const monotonic = () => performance.now();
  const signal = new AbortController().signal;
  const verifier = createVerifier({
    database,
    client: await server.database.connect(),
    signer: testSigner(),
    recordFile: ledger.recordFile,
    clock: server.clock,
    peers: createPeerWatch({ peers: [peer.origin], key: testSigner().key, process: 'second', monotonic, signal }),
  });
  await verifier.tick();
  expect(verifier.finding().fault?.message).toContain('cannot be compared with this one, because the stored tiles');
  expect(verifier.finding().fault).not.toHaveProperty('conflict');
  expect(await signedBlocks()).toBe(signed);

  await database.transaction().execute((tx) => rebuildTiles(tx, true));
  while (await verifier.tick());
  expect(verifier.finding().fault).toBeUndefined();
  expect(await signedBlocks()).toBe(signed! + 1);
  await peer.stop();
});
