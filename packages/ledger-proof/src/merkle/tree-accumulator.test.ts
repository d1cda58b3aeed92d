import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ctLeaves, ctRoots, fastSha256, naiveRoot, refusal, sampleLeaves } from '../../test/trees.ts';
import { toHex } from '../encoding/hex.ts';
import { nodesOfLeaves } from './prove.ts';
import { createTreeAccumulator } from './tree-accumulator.ts';

const leaves = sampleLeaves(300);

describe('createTreeAccumulator', () => {
  it('returns the roots of the classic tree at every size', () => {
    const tree = createTreeAccumulator();
    expect(tree.root()).toEqual(ctRoots[0]);
    for (const [i, leaf] of ctLeaves.entries()) {
      tree.append(leaf);
      expect(tree.size).toBe(BigInt(i + 1));
      expect(tree.root()).toEqual(ctRoots[i + 1]);
    }
  });

  it('agrees with the recursive definition at every size up to 300', () => {
    const tree = createTreeAccumulator({ sha256: fastSha256 });
    for (const [i, leaf] of leaves.entries()) {
      tree.append(leaf);
      expect(toHex(tree.root())).toBe(toHex(naiveRoot(leaves.slice(0, i + 1))));
    }
  });

  it('continues from a snapshot as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (first, second) => {
        const start = createTreeAccumulator({ sha256: fastSha256 });
        for (const leaf of leaves.slice(0, first)) start.append(leaf);
        const rest = createTreeAccumulator({ from: start.snapshot(), sha256: fastSha256 });
        for (const leaf of leaves.slice(first, first + second)) rest.append(leaf);
        expect(toHex(rest.root())).toBe(toHex(naiveRoot(leaves.slice(0, first + second))));
      }),
      { numRuns: 40 },
    );
  });

  it('accepts a complete subtree computed elsewhere instead of its leaves', () => {
    const tree = createTreeAccumulator({ sha256: fastSha256 });
    for (const start of [0, 64, 128]) tree.append(naiveRoot(leaves.slice(start, start + 64)), 6);
    tree.append(naiveRoot(leaves.slice(192, 200)), 3);
    tree.append(leaves[200]!);
    expect(tree.size).toBe(201n);
    expect(toHex(tree.root())).toBe(toHex(naiveRoot(leaves.slice(0, 201))));
  });

  it('rejects a subtree that does not fit, and stays unchanged', () => {
    const tree = createTreeAccumulator();
    tree.append(leaves[0]!);
    for (const level of [1, 64, -1, 0.5, Number.NaN]) {
      expect(refusal(() => tree.append(leaves[1]!, level))).toBe('subtree_misaligned');
    }
    expect(refusal(() => tree.append(new Uint8Array(31)))).toBe('hash_malformed');
    expect(tree.root()).toEqual(leaves[0]);
  });

  it('reports every complete subtree once, with its position', () => {
    const nodes = new Map<string, string>();
    const onNode = ({ level, index }: { level: number; index: bigint }, hash: Uint8Array) => {
      expect(nodes.has(`${level}/${index}`)).toBe(false);
      nodes.set(`${level}/${index}`, toHex(hash));
    };
    const tree = createTreeAccumulator({ onNode, sha256: fastSha256 });
    for (const leaf of leaves) tree.append(leaf);
    const read = nodesOfLeaves(leaves, fastSha256);
    expect(nodes.size).toBe(300 + 150 + 75 + 37 + 18 + 9 + 4 + 2 + 1);
    for (const [key, hash] of nodes) {
      const [level, index] = key.split('/');
      expect(hash).toBe(toHex(read({ level: Number(level), index: BigInt(index!) })));
    }
  });

  it('rejects a state with the wrong number of hashes', () => {
    expect(refusal(() => createTreeAccumulator({ from: { size: 3n, hashes: [leaves[0]!] } }))).toBe('proof_malformed');
  });

  it('continues beyond 2^53 leaves', () => {
    const tree = createTreeAccumulator({ from: { size: 2n ** 60n, hashes: [leaves[0]!] } });
    tree.append(leaves[1]!);
    expect(tree.size).toBe(2n ** 60n + 1n);
    expect(tree.snapshot().hashes).toEqual([leaves[0], leaves[1]]);
  });
});
