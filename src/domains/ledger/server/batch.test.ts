import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftNote } from '#tests/support/notes.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { appendBlocks } from './batch.ts';
import { readBlocksAsJson, readHead } from './blocks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('appendBlocks', () => {
  test('commits its blocks with the transaction, chained to the head', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const drafts = ['one', 'two'].map((text) => draftNote({ text }));
    const blocks = await database.transaction().execute(async (tx) => {
      const made = await appendBlocks(tx, drafts, server.clock);
      await tx.insertInto('asset_grams').values({ gram: '~1' }).execute();
      return made;
    });
    expect(blocks.map((block) => block.index)).toEqual([before.length, before.length + 1]);
    expect(blocks[0]!.prevHash).toBe(before.hash);
    expect(await readHead(database)).toEqual({ ...before, length: before.length + 2, hash: blocks[1]!.hash });
    expect(await database.selectFrom('asset_grams').selectAll().where('gram', '=', '~1').execute()).toHaveLength(1);
  });

  test('rolls back its blocks together with the business rows', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const failing = database.transaction().execute(async (tx) => {
      await appendBlocks(tx, [draftNote()], server.clock);
      await tx.insertInto('asset_grams').values({ gram: '~2' }).execute();
      throw new Error('the business changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await readHead(database)).toEqual(before);
    expect(await readBlocksAsJson(database, before.length, before.length + 1)).toBe('[]');
    expect(await database.selectFrom('asset_grams').selectAll().where('gram', '=', '~2').execute()).toEqual([]);
  });

  test('takes no lock and returns no blocks without drafts', async () => {
    const { database } = server.services;
    const outcome = await database.transaction().execute((tx) => appendBlocks(tx, [], server.clock));
    expect(outcome).toEqual([]);
  });

  test('gives each of twenty concurrent transactions its own index', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        database.transaction().execute((tx) => appendBlocks(tx, [draftNote({ i })], server.clock)),
      ),
    );
    const indexes = made.flat().map((block) => block.index);
    expect(indexes.toSorted((a, b) => a - b)).toEqual(indexes.map((_, i) => before.length + i));
    await server.publish();
    await server.verifier.scrubAll();
    expect(await server.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
  });
});
