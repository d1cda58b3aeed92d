import { followKeys, formatVerifierKey, verifyProofBundle } from '@cairn/ledger-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadAssetProofs } from '#domains/ledger/contract.ts';
import { record } from '#tests/support/events.ts';
import { forgeDraft } from '#tests/support/notes.ts';
import { startTestServer, type TestServer, testSigner } from '#tests/support/test-server.ts';
import { cosignLastCheckpoint, testWitness } from '#tests/support/witnesses.ts';
import { appendBlocks } from '../batch.ts';
import { PROVEN_BLOCKS_MAX } from './prove-blocks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  for (const id of ['P-1', 'P-2']) await record(server, maker, 'manufactured', id);
  for (let n = 0; n < 3; n++) await record(server, maker, 'quality_check', 'P-1');
  await server.publish();
});
afterAll(() => server.stop());

const download = (assetId: string, after?: number) =>
  server.call(downloadAssetProofs, { params: { assetId }, query: after === undefined ? {} : { after } });
const policy = { logKey: testSigner().key };

describe('the proofs of an asset’s blocks', () => {
  test('form one file with exactly these blocks', async () => {
    const { text, headers } = await download('P-1');
    const { blocks } = await verifyProofBundle(text, policy);
    expect(blocks.map(({ index, data }) => [index, data['asset_id']])).toEqual([1, 3, 4, 5].map((n) => [n, 'P-1']));
    expect(headers['content-disposition']).toContain('filename="cairn-P-1-1-5.tlog-proofs"');
    expect(headers['link']).toBeUndefined();
  });

  test('use the newest cosigned checkpoint that covers them, or the newest one', async () => {
    const size = await cosignLastCheckpoint(server);
    await record(server, await server.account('retailer'), 'retail_selling', 'P-2');
    await server.publish();
    const witnessed = { ...policy, witnessKeys: [testWitness.key] };
    const old = await verifyProofBundle((await download('P-1')).text, { ...witnessed, quorum: 1 });
    expect([Number(old.checkpoint.size), old.cosignatures.length]).toEqual([size, 1]);
    const young = await verifyProofBundle((await download('P-2')).text, witnessed);
    expect([Number(young.checkpoint.size), young.cosignatures.length]).toEqual([size + 1, 0]);
  });

  test('omit blocks that no checkpoint covers yet', async () => {
    await record(server, await server.account('retailer'), 'retail_selling', 'P-1');
    const { blocks } = await verifyProofBundle((await download('P-1')).text, policy);
    expect(blocks).toHaveLength(4);
    await server.publish();
    expect((await verifyProofBundle((await download('P-1')).text, policy)).blocks).toHaveLength(5);
  });

  test('name the start of the next file when one is full', async () => {
    const drafts = Array.from({ length: PROVEN_BLOCKS_MAX + 3 }, (_, n) =>
      forgeDraft({ action: 'noted', asset_id: 'MANY/1', n }),
    );
    await server.services.database.transaction().execute((tx) => appendBlocks(tx, drafts, server.clock));
    await server.publish();
    const first = await download('MANY/1');
    const seen = (await verifyProofBundle(first.text, policy)).blocks;
    expect(seen).toHaveLength(PROVEN_BLOCKS_MAX);
    const path = /^<(.*)>; rel="next"$/.exec(String(first.headers['link']))![1]!;
    const second = await server.app.inject(path);
    expect((await verifyProofBundle(second.body, policy)).blocks.map(({ data }) => data['n'])).toEqual([500, 501, 502]);
    expect(second.headers['link']).toBeUndefined();
    expect((await download('MANY/1', seen.at(-1)!.index + 3)).problem.code).toBe('ledger.no_blocks_of_asset');
  });

  test('name the key that verifies them', async () => {
    const [only] = await followKeys(
      policy.logKey,
      (await verifyProofBundle((await download('P-2')).text, policy)).blocks,
    );
    expect(formatVerifierKey(only!.key)).toBe(server.services.ledger.vkey);
  });
});
