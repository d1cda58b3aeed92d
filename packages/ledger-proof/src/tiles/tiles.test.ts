import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, fastSha256, flipBit, refusal, refusalOf, sampleLeaves } from '../../test/trees.ts';
import { describeWithVectors, vectorBytes, vectorFiles, vectorText } from '../../test/vectors.ts';
import { parseCheckpoint, verifyCheckpoint } from '../checkpoint.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { toHex } from '../encoding/hex.ts';
import { verifyConsistency } from '../merkle/consistency.ts';
import { emptyRoot, leafHash } from '../merkle/hashing.ts';
import { verifyInclusion } from '../merkle/inclusion.ts';
import { nodesOfLeaves, proveConsistency, proveInclusion, rootAtSize } from '../merkle/prove.ts';
import { createTreeAccumulator } from '../merkle/tree-accumulator.ts';
import { parseNote } from '../note/note.ts';
import { parseVerifierKey } from '../note/verifier-key.ts';
import { decodeEntryBundle, encodeEntryBundle, readEntries } from './entry-bundle.ts';
import {
  proveConsistencyFromTiles,
  proveInclusionFromTiles,
  type ReadTile,
  rootFromTiles,
} from './prove-from-tiles.ts';
import { decodeTile, encodeTile, tilesBetween, tileWidth } from './tile.ts';
import { parseTilePath, TILE_WIDTH, tilePath } from './tile-path.ts';

// Three levels of tiles.
const SIZE = 66_000;
const leaves = sampleLeaves(SIZE);
const stored = new Map<string, Uint8Array[]>();
const tree = createTreeAccumulator({
  sha256: fastSha256,
  onNode: ({ level, index }, hash) => {
    if (level % 8 !== 0) return;
    const key = `${level / 8}/${index >> 8n}`;
    stored.set(key, [...(index & 255n ? (stored.get(key) ?? []) : []), hash]);
  },
});
for (const leaf of leaves) tree.append(leaf);
const readNode = nodesOfLeaves(leaves, fastSha256);

const readTile: ReadTile = async (level, index, width) => encodeTile(stored.get(`${level}/${index}`)!.slice(0, width));

describe('tilePath', () => {
  it.each([
    [{ level: 0, index: 1234067n, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 0n, width: 17 }, 'tile/1/000.p/17'],
    [{ level: 63, index: 999n, width: 255 }, 'tile/63/999.p/255'],
    [{ level: 'entries', index: 1000n, width: 1 }, 'tile/entries/x001/000.p/1'],
    [{ level: 0, index: 2n ** 64n - 1n, width: 256 }, 'tile/0/x018/x446/x744/x073/x709/x551/615'],
  ] as const)('and parseTilePath agree on %o', (address, path) => {
    expect(tilePath(address)).toBe(path);
    expect(parseTilePath(path)).toEqual(address);
  });

  it('is reversed by parseTilePath for every tile', () => {
    const addresses = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(fc.property(addresses, (address) => void expect(parseTilePath(tilePath(address))).toEqual(address)));
  });

  it.each([
    'tile/0/67',
    'tile/0/x000/067',
    'tile/0/001/067',
    'tile/0/x001',
    'tile/00/001',
    'tile/64/001',
    'tile/0/001.p/0',
    'tile/0/001.p/256',
    'tile/0/001.p/01',
    'tile/0/001.p/',
    'tile/0/001/',
    '/tile/0/001',
    'tile/0/../001',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
    'tile/data/001',
    'tile/0/001\n',
  ])('has only one form: rejects %j', (path) => {
    expect(refusal(() => parseTilePath(path))).toBe('tile_path_malformed');
  });

  it('rejects impossible tiles', () => {
    for (const change of [{ level: -1 }, { level: 1.5 }, { width: 0 }, { width: 257 }, { index: -1n }]) {
      expect(refusal(() => tilePath({ level: 0, index: 0n, width: 1, ...change }))).toBe('tile_path_malformed');
    }
  });
});

describe('tilesBetween', () => {
  it('lists the tiles that the specification counts for a tree of 70,000', () => {
    const tiles = [...tilesBetween(0n, 70_000n)];
    const full = tiles.filter(({ width }) => width === TILE_WIDTH).map(({ level }) => level);
    expect(full).toEqual([...new Array(273).fill(0), 1]);
    const partial = tiles.filter(({ width }) => width < TILE_WIDTH).map(tilePath);
    expect(partial).toEqual(['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1']);
  });

  it('lists only changed tiles', () => {
    expect([...tilesBetween(255n, 257n)].map(tilePath)).toEqual(['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1']);
    expect([...tilesBetween(300n, 301n)].map(tilePath)).toEqual(['tile/0/001.p/45']);
    expect([...tilesBetween(300n, 300n)]).toEqual([]);
    expect([...tilesBetween(0n, 256n)].map(tilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1']);
  });

  it('starts immediately at any size', () => {
    expect(tilesBetween(2n ** 63n, 2n ** 64n - 1n).next().value).toMatchObject({
      level: 0,
      index: 2n ** 55n,
      width: 256,
    });
    expect(tileWidth(7, 0n, 2n ** 60n)).toBe(16);
  });
});

describe('tiles', () => {
  it('round-trip, and a wider tile is accepted', () => {
    const hashes = leaves.slice(0, 200);
    expect(encodeTile(hashes)).toHaveLength(6400);
    expect(decodeTile(encodeTile(hashes))).toEqual(hashes);
    expect(decodeTile(encodeTile(hashes), 7)).toEqual(hashes.slice(0, 7));
  });

  it('are rejected if empty, truncated or too wide', () => {
    const bad = [new Uint8Array(0), new Uint8Array(31), new Uint8Array(33), new Uint8Array(257 * 32), 'tile' as never];
    for (const bytes of bad) expect(refusal(() => decodeTile(bytes))).toBe('tile_malformed');
    expect(refusal(() => decodeTile(new Uint8Array(64), 3))).toBe('tile_malformed');
    expect(refusal(() => encodeTile([]))).toBe('tile_malformed');
    expect(refusal(() => encodeTile(leaves.slice(0, 257)))).toBe('tile_malformed');
    expect(refusal(() => encodeTile([new Uint8Array(1)]))).toBe('hash_malformed');
  });
});

describe('proofs from tiles', () => {
  const sizes = fc.oneof(
    fc.integer({ min: 1, max: SIZE }),
    fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, SIZE),
  );

  it('equal those from the whole tree', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async (size, n) => {
        const [index, oldSize, total] = [BigInt(n % size), BigInt(1 + (n % size)), BigInt(size)];
        const inclusion = await proveInclusionFromTiles(index, total, readTile, fastSha256);
        expect(inclusion).toEqual(proveInclusion(index, total, readNode, fastSha256));
        const consistency = await proveConsistencyFromTiles(oldSize, total, readTile, fastSha256);
        expect(consistency).toEqual(proveConsistency(oldSize, total, readNode, fastSha256));
        const root = await rootFromTiles(total, readTile, fastSha256);
        expect(toHex(root)).toBe(toHex(rootAtSize(total, readNode, fastSha256)));
      }),
      { numRuns: 60 },
    );
  });

  it('request each tile once, with the width in the tree', async () => {
    const asked: string[] = [];
    const counting: ReadTile = (level, index, width) => {
      asked.push(tilePath({ level, index, width }));
      return readTile(level, index, width);
    };
    await proveInclusionFromTiles(0n, BigInt(SIZE), counting, fastSha256);
    expect(asked.sort()).toEqual(['tile/0/000', 'tile/0/257.p/208', 'tile/1/000', 'tile/1/001.p/1']);
  });

  it('need no tile for the empty tree', async () => {
    expect(await rootFromTiles(0n, readTile)).toEqual(emptyRoot());
  });

  it('do not verify if a bit of a tile is flipped, and reject a truncated tile', async () => {
    const target = { leafHash: leaves[0]!, index: 0n, size: BigInt(SIZE), root: tree.root() };
    for (const bit of [257, 255 * 256 + 3, 8191 * 8]) {
      const forged: ReadTile = async (...at) => flipBit(await readTile(...at), bit % (at[2] * 256));
      const proof = await proveInclusionFromTiles(0n, target.size, forged, fastSha256);
      expect(refusal(() => verifyInclusion({ ...target, proof }, fastSha256))).toBe('root_mismatch');
    }
    const cut: ReadTile = async (...at) => (await readTile(...at)).slice(32);
    expect(await refusalOf(proveInclusionFromTiles(0n, target.size, cut, fastSha256))).toBe('tile_malformed');
    const gone: ReadTile = () => Promise.reject(new Error('404'));
    await expect(proveInclusionFromTiles(0n, target.size, gone, fastSha256)).rejects.toThrow('404');
  });
});

describe('entry bundles', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 256 });

  it('round-trip', () => {
    fc.assert(fc.property(entries, (list) => void expect(decodeEntryBundle(encodeEntryBundle(list))).toEqual(list)));
    const long = [new Uint8Array(65_535), new Uint8Array(0)];
    expect(decodeEntryBundle(encodeEntryBundle(long))).toEqual(long);
  });

  it('are rejected if truncated, overlong, empty or too many', () => {
    const bytes = encodeEntryBundle([encodeUtf8('one'), encodeUtf8('two')]);
    for (const bad of [
      bytes.slice(0, -1),
      bytes.slice(0, 6),
      new Uint8Array(0),
      new Uint8Array(2 * 257),
      null as never,
    ]) {
      expect(refusal(() => decodeEntryBundle(bad))).toBe('tile_malformed');
    }
    expect(refusal(() => decodeEntryBundle(bytes, 3))).toBe('tile_malformed');
    expect(decodeEntryBundle(bytes, 1)).toEqual([encodeUtf8('one')]);
    expect(refusal(() => encodeEntryBundle([]))).toBe('tile_malformed');
    expect(refusal(() => encodeEntryBundle([new Uint8Array(65_536)]))).toBe('entry_too_large');
  });

  it('throw only ProofError', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void refusal(() => decodeEntryBundle(bytes))));
  });
});

describeWithVectors('the log of Tessera', () => {
  const log = 'tessera/testdata/log';
  const words = () => vectorText('tessera/VKEY.txt').split('1..15): ')[1]!.trim().split(' ');
  const key = () => parseVerifierKey(vectorText('tessera/VKEY.txt').split('\n')[1]!);
  const read: ReadTile = (level, index, width) => vectorBytes(`${log}/${tilePath({ level, index, width })}`);
  const headAt = (size: number) => parseCheckpoint(parseNote(vectorText(`${log}/checkpoint.${size}`)).text);

  it('verifies all its checkpoints', async () => {
    const names = vectorFiles(log).filter((path) => /\/checkpoint(\.\d+)?$/.test(path));
    expect(names).toHaveLength(17);
    for (const name of names) {
      const { checkpoint } = await verifyCheckpoint(vectorText(name), { logKey: key() });
      expect(name).toMatch(name.includes('.') ? `.${checkpoint.size}` : 'checkpoint');
    }
  });

  it('has the root, tile and bundle of every size from 0 to 15', async () => {
    expect(headAt(0).root).toEqual(emptyRoot());
    for (let size = 1; size <= 15; size++) {
      const hashes = words()
        .slice(0, size)
        .map((word) => leafHash(encodeUtf8(word)));
      expect(encodeTile(hashes)).toEqual(vectorBytes(`${log}/tile/0/000.p/${size}`));
      expect(rootAtSize(BigInt(size), nodesOfLeaves(hashes))).toEqual(headAt(size).root);
      expect(await rootFromTiles(BigInt(size), read)).toEqual(headAt(size).root);
      const entries = words().slice(0, size).map(encodeUtf8);
      expect(encodeEntryBundle(entries)).toEqual(vectorBytes(`${log}/tile/entries/000.p/${size}`));
      const readBundle = (index: bigint, width: number) =>
        vectorBytes(`${log}/${tilePath({ level: 'entries', index, width })}`);
      expect(await collect(readEntries(BigInt(size), readBundle))).toEqual(entries);
    }
  });

  it('is consistent between any two sizes, and includes every entry at every size', async () => {
    for (let newSize = 1; newSize <= 15; newSize++) {
      const { size, root } = headAt(newSize);
      for (let n = 1; n <= newSize; n++) {
        const old = headAt(n);
        const consistency = await proveConsistencyFromTiles(old.size, size, read);
        verifyConsistency({ oldSize: old.size, oldRoot: old.root, newSize: size, newRoot: root, proof: consistency });
        const proof = await proveInclusionFromTiles(BigInt(n - 1), size, read);
        verifyInclusion({ leafHash: leafHash(encodeUtf8(words()[n - 1]!)), index: BigInt(n - 1), size, root, proof });
      }
    }
  });
});
