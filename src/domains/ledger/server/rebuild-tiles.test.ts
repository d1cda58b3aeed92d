import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAssets } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { rebuildTiles } from './rebuild-tiles.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await recordAssets(server, await server.account('manufacturer'), 'A', 1100);
  await server.publish();
});
afterAll(() => server.stop());

const check = () => rebuildTiles(server.services.database, false);

test('the stored tiles are those of the signed tree', async () => expect(await check()).toEqual([]));

describe('finds and repairs tampering', () => {
  test.each([
    [
      'of a hash',
      `update merkle_tiles set hashes = decode(repeat('ab', 32), 'hex') || substring(hashes from 33)`,
      'tile 1/0 differs',
    ],
    ['of the length', 'update merkle_tiles set hashes = substring(hashes from 1 for 64)', 'tile 1/0 differs'],
    ['of a missing tile', 'delete from merkle_tiles', 'tile 1/0 differs'],
  ])('%s', async (_, change, found) => {
    await server.database.tamper(change);
    expect(await check()).toEqual([found]);
    expect(await rebuildTiles(server.services.database, true)).toEqual([found]);
    expect(await check()).toEqual([]);
  });

  test('an extra tile is reported', async () => {
    await server.database.tamper('insert into merkle_tiles select level, index + 7, hashes from merkle_tiles');
    expect(await check()).toEqual(['1 tiles do not belong to a signed tree']);
    await server.database.tamper('delete from merkle_tiles where index = 7');
  });
});
