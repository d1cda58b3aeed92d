import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftNote } from '#tests/support/notes.ts';
import { startTestServer, type TestServer, testKeys } from '#tests/support/test-server.ts';
import { appendBlocks } from '../batch.ts';
import { sealBlocks } from '../seal-blocks.ts';
import { startRunThreads } from './run-threads.ts';
import { validateAll } from './validate-all.ts';

/** More than one run of a full validation (65,536 blocks), and more than four of the verifier's. */
const LENGTH = 66_000;
const SEAM = 65_536;

let server: TestServer;
let threads: ReturnType<typeof startRunThreads>;
beforeAll(async () => {
  server = await startTestServer();
  const draft = draftNote();
  for (let made = 1; made < LENGTH; ) {
    const count = Math.min(6000, LENGTH - made);
    await server.services.database
      .transaction()
      .execute((tx) => appendBlocks(tx, Array<typeof draft>(count).fill(draft), server.clock));
    made += count;
  }
  threads = startRunThreads(server.database.application, 2);
});
afterAll(async () => {
  await threads.stop();
  await server.stop();
});

const progress: number[] = [];
const validate = async () =>
  validateAll({
    database: server.services.database,
    client: await server.database.connect(),
    keys: testKeys(),
    recorded: undefined,
    clock: server.clock,
    executors: threads.executors,
    onProgress: (checked) => progress.push(checked),
    signal: new AbortController().signal,
  });
const problem = () => server.database.sql('select problem, problem_index from ledger_verifier');

describe('a chain longer than one run', () => {
  test('is linked across runs: an intact tail that follows another block is found at the boundary', async () => {
    await rewriteFrom(SEAM, 'ab'.repeat(32));
    expect(await validate()).toMatchObject({
      index: SEAM,
      message: expect.stringContaining('does not follow the previous block'),
    });
    await rewriteFrom(SEAM, undefined);
    expect(await validate()).toBeUndefined();
  });

  test('is verified and signed in several runs, and validates against the signature', async () => {
    await server.publish();
    expect(await server.database.sql('select max(size)::int as size from checkpoints')).toEqual([{ size: LENGTH }]);
    await server.verifier.scrubAll();
    expect(await problem()).toEqual([{ problem: null, problem_index: null }]);
    progress.length = 0;
    expect(await validate()).toBeUndefined();
    expect(progress).toEqual([SEAM, LENGTH]);
  });

  test.each([10, 16_384, 50_000, SEAM - 1, SEAM, LENGTH - 1])(
    'a byte changed in block %i is found at it',
    async (index) => {
      await server.database.tamper(`update blocks set data = data || ' ' where index = $1`, [index]);
      expect(await validate()).toMatchObject({ index });
      await server.verifier.scrubAll();
      expect(await problem()).toMatchObject([{ problem_index: index }]);
      await server.database.tamper(`update blocks set data = rtrim(data) where index = $1`, [index]);
    },
  );

  test('stops between two runs when cancelled', async () => {
    const stopping = new AbortController();
    const cancelled = validateAll({
      database: server.services.database,
      client: await server.database.connect(),
      keys: testKeys(),
      recorded: undefined,
      clock: server.clock,
      executors: threads.executors,
      onProgress: () => stopping.abort(new Error('cancelled')),
      signal: stopping.signal,
    });
    await expect(cancelled).rejects.toThrow('cancelled');
  });
});

/** Rewrites the hashes of the blocks from `index` on, linked to the given hash or to the previous block. */
async function rewriteFrom(index: number, prevHash: string | undefined): Promise<void> {
  const [before] = await server.database.sql<{ hash: Buffer; timestamp: number }>(
    'select hash, timestamp from blocks where index = $1 - 1',
    [index],
  );
  const head = { length: index, hash: prevHash ?? before!.hash.toString('hex'), timestamp: before!.timestamp };
  const drafts = Array.from({ length: LENGTH - index }, () => draftNote());
  const { blocks } = sealBlocks(head, drafts, before!.timestamp);
  await server.database.tamper(
    `update blocks set hash = decode(t.hash, 'hex'), prev_hash = decode(t.prev_hash, 'hex')
     from unnest($1::bigint[], $2::text[], $3::text[]) as t (index, hash, prev_hash) where blocks.index = t.index`,
    [blocks.map((block) => block.index), blocks.map((block) => block.hash), blocks.map((block) => block.prevHash)],
  );
  await server.database.tamper(`update ledger_head set hash = decode($1, 'hex')`, [blocks.at(-1)!.hash]);
}
