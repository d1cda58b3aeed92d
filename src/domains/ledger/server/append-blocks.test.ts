import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { appendBlocks } from './append-blocks.ts';
import { readBlocks, readHead } from './blocks.ts';
import { draftBlock } from './seal-blocks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('appending in another domain’s transaction', () => {
  test('commits its blocks with it, chained to what was there', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const drafts = ['one', 'two'].map((text) => draftBlock({ action: 'noted', text }));
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

  test('takes its blocks back with it when it fails, and the business’s rows too', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const failing = database.transaction().execute(async (tx) => {
      await appendBlocks(tx, [draftBlock({ action: 'noted' })], server.clock);
      await tx.insertInto('asset_grams').values({ gram: '~2' }).execute();
      throw new Error('the business changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await readHead(database)).toEqual(before);
    expect(await readBlocks(database, before.length, before.length + 1)).toEqual([]);
    expect(await database.selectFrom('asset_grams').selectAll().where('gram', '=', '~2').execute()).toEqual([]);
  });

  test('of nothing locks nothing and gives nothing', async () => {
    const { database } = server.services;
    const outcome = await database.transaction().execute((tx) => appendBlocks(tx, [], server.clock));
    expect(outcome).toEqual([]);
  });

  test('by twenty transactions at once gives each its own place', async () => {
    const { database } = server.services;
    const before = await readHead(database);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        database.transaction().execute((tx) => appendBlocks(tx, [draftBlock({ action: 'noted', i })], server.clock)),
      ),
    );
    const indexes = made.flat().map((block) => block.index);
    expect(indexes.toSorted((a, b) => a - b)).toEqual(indexes.map((_, i) => before.length + i));
    await server.publish();
    await server.verifier.scrubAll();
    expect(await server.database.sql('select problem from ledger_verifier')).toEqual([{ problem: null }]);
  });

  test.each([
    ['an integer beyond 2^53', { n: 2 ** 53 }],
    ['a lone surrogate', { text: '\ud800' }],
    ['a number that is none', { n: Number.NaN }],
  ])('refuses content with %s as invalid input', (_, content) => {
    expect(() => draftBlock({ action: 'noted', ...content })).toThrow(
      expect.objectContaining({ kind: expect.objectContaining({ status: 400 }) }),
    );
  });

  test('refuses content above 48 KiB of canonical text, and takes 48 KiB', () => {
    const frame = Buffer.byteLength(draftBlock({ action: 'a', t: '' }).dataText);
    const room = 48 * 1024 - frame;
    expect(draftBlock({ action: 'a', t: 'x'.repeat(room) }).dataText).toHaveLength(48 * 1024);
    expect(() => draftBlock({ action: 'a', t: 'x'.repeat(room + 1) })).toThrow(
      expect.objectContaining({ kind: expect.objectContaining({ code: 'ledger.data_too_large' }) }),
    );
  });
});
