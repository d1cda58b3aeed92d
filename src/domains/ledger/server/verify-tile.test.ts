import { createTreeAccumulator, type ReadTile, TILE_WIDTH, type TreeHead, tilesBetween } from '@cairn/ledger-proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record } from '#tests/support/events.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { nodeSha256 } from './seal-blocks.ts';
import { isStoredNode } from './tiles.ts';
import { readVerifiedTile } from './verify-tile.ts';

/** Builds the tiles of a tree of `size` leaves, as the verifier stores them. */
function buildTree(size: number): { head: TreeHead; tiles: Map<string, Uint8Array> } {
  const parts = new Map<string, Uint8Array[]>();
  const put = (level: number, index: bigint, hash: Uint8Array) => {
    const key = `${level}/${index / BigInt(TILE_WIDTH)}`;
    parts.set(key, [...(parts.get(key) ?? []), hash.slice()]);
  };
  const tree = createTreeAccumulator({
    sha256: nodeSha256,
    onNode: (node, hash) => {
      if (node.level === 0 || isStoredNode(node)) put(node.level / 8, node.index, hash);
    },
  });
  for (let leaf = 0; leaf < size; leaf++) tree.append(nodeSha256(Buffer.from(`leaf ${leaf}`)));
  const tiles = new Map([...parts].map(([key, hashes]) => [key, Buffer.concat(hashes)]));
  return { head: { size: BigInt(size), root: tree.root() }, tiles };
}

const readerOf =
  (tiles: Map<string, Uint8Array>): ReadTile =>
  (level, index, width) =>
    tiles.get(`${level}/${index}`)!.subarray(0, width * 32);

test.each([1, 2, 255, 256, 257, 300, 512, 700, 65_536, 65_537, 66_000])(
  'accepts every tile of a tree of %i leaves, and rejects each with one changed bit',
  async (size) => {
    const { head, tiles } = buildTree(size);
    // All tiles above the leaves, and the first and last ones among them.
    const addresses = [...tilesBetween(0n, head.size)];
    const checked = addresses.filter(({ level, index }) => level > 0 || index < 2n || index > head.size / 256n - 2n);
    for (const { level, index, width } of checked) {
      const tile = { level, index, width };
      const sound = await readVerifiedTile(readerOf(tiles), head, tile);
      expect(sound).toHaveLength(width * 32);
      for (const hash of new Set([0, 1, width >> 1, width - 2, width - 1].filter((n) => n >= 0 && n < width))) {
        const altered = Uint8Array.from(tiles.get(`${level}/${index}`)!);
        altered[hash * 32 + 7]! ^= 1;
        const reader = readerOf(new Map(tiles).set(`${level}/${index}`, altered));
        await expect(readVerifiedTile(reader, head, tile)).rejects.toThrow(/does not match/);
      }
    }
  },
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'TILE-1');
  await record(server, maker, 'shipped', 'TILE-1');
  await server.publish();
});
afterAll(() => server.stop());

const get = (url: string) => server.app.inject({ method: 'GET', url });

test('an altered hash is neither served nor used in a proof, and an altered entry is never cached', async () => {
  const immutable = expect.stringContaining('immutable');
  expect((await get('/log/tile/0/000.p/3')).headers['cache-control']).toEqual(immutable);
  expect((await get('/log/tile/entries/000.p/3')).headers['cache-control']).toEqual(immutable);

  await server.database.tamper(`update blocks set data = data || ' ' where index = 1`);
  const entries = await get('/log/tile/entries/000.p/3');
  expect([entries.statusCode, entries.headers['cache-control']]).toEqual([200, 'no-store']);
  await server.database.tamper(`update blocks set data = rtrim(data) where index = 1`);

  await server.database.tamper(`update blocks set hash = set_byte(hash, 3, 255 - get_byte(hash, 3)) where index = 1`);
  for (const url of [
    '/log/tile/0/000.p/3',
    '/api/chain/blocks/2/proof',
    '/api/chain/blocks/2/proof.tlog-proof',
    '/api/chain/consistency?from=1&to=3',
  ]) {
    const { statusCode, headers } = await get(url);
    expect([url, statusCode]).toEqual([url, 503]);
    expect((await get(url)).json().code).toBe('ledger.damaged');
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  }
});

test('a damaged checkpoint is reported by every proof route', async () => {
  await server.database.tamper(`update checkpoints set note = replace(note, 'ledger', 'ladder')`);
  for (const url of ['/api/chain/blocks/1/proof', '/api/chain/consistency?from=1&to=2', '/log/tile/0/000.p/2']) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 503, 'ledger.damaged']);
  }
});
