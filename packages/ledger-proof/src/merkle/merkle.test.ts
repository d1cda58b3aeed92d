import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ctLeaves,
  ctRoots,
  fastSha256,
  flipBit,
  naiveConsistency,
  naivePath,
  naiveRoot,
  refusal,
  sampleLeaves,
} from '../../test/trees.ts';
import { describeWithVectors, parseWithBigints, vectorFiles, vectorText } from '../../test/vectors.ts';
import { fromBase64 } from '../encoding/base64.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { toHex } from '../encoding/hex.ts';
import { verifyConsistency } from './consistency.ts';
import { emptyRoot, leafHash, nodeHash } from './hashing.ts';
import { inclusionRoot, verifyInclusion } from './inclusion.ts';
import { nodesOfLeaves, proveConsistency, proveInclusion, rootAtSize } from './prove.ts';

const SIZE_MAX = 300;
const leaves = sampleLeaves(SIZE_MAX);
const readNode = nodesOfLeaves(leaves, fastSha256);
const roots = Array.from({ length: SIZE_MAX + 1 }, (_, size) => rootAtSize(BigInt(size), readNode, fastSha256));

const inclusionClaim = (index: number, size: number) => ({
  leafHash: leaves[index]!,
  index: BigInt(index),
  size: BigInt(size),
  root: roots[size]!,
  proof: proveInclusion(BigInt(index), BigInt(size), readNode, fastSha256),
});

const consistencyClaim = (oldSize: number, newSize: number) => ({
  oldSize: BigInt(oldSize),
  oldRoot: roots[oldSize]!,
  newSize: BigInt(newSize),
  newRoot: roots[newSize]!,
  proof: proveConsistency(BigInt(oldSize), BigInt(newSize), readNode, fastSha256),
});

describe('hashing', () => {
  it('returns the published hashes of leaf and node', () => {
    expect(toHex(leafHash(new Uint8Array(0)))).toMatch(/^6e340b9c.*a01d$/);
    expect(toHex(leafHash(encodeUtf8('L123456')))).toMatch(/^395aa064.*4d56$/);
    expect(toHex(nodeHash(encodeUtf8('N123'), encodeUtf8('N456')))).toMatch(/^aa217fe8.*6bbb$/);
  });

  it('returns the roots of the classic tree of eight leaves at every size', () => {
    const read = nodesOfLeaves(ctLeaves);
    expect(ctRoots.map((_, size) => rootAtSize(BigInt(size), read))).toEqual(ctRoots);
    expect(emptyRoot()).toEqual(ctRoots[0]);
  });
});

// Long enough for a busy machine; on an idle one they take two seconds.
describe('the recursive definitions of RFC 6962', { timeout: 60_000 }, () => {
  it('yield the same root and inclusion proofs for every leaf at every size up to 300', () => {
    for (let size = 1; size <= SIZE_MAX; size++) {
      expect(roots[size]).toEqual(naiveRoot(leaves.slice(0, size)));
      for (let index = 0; index < size; index++) verifyInclusion(inclusionClaim(index, size), fastSha256);
      const sampled = [0, size - 1, (size * 5) >> 3];
      for (const index of sampled) {
        expect(inclusionClaim(index, size).proof.map(toHex)).toEqual(
          naivePath(index, leaves.slice(0, size)).map(toHex),
        );
      }
    }
  });

  it('yield the same consistency proofs at every size up to 300', () => {
    for (let newSize = 1; newSize <= SIZE_MAX; newSize++) {
      for (let oldSize = 1 + (newSize % 3); oldSize <= newSize; oldSize += newSize < 40 ? 1 : 3) {
        verifyConsistency(consistencyClaim(oldSize, newSize), fastSha256);
      }
      for (const oldSize of [1, (newSize >> 1) + 1, newSize]) {
        const expected = naiveConsistency(oldSize, leaves.slice(0, newSize));
        expect(consistencyClaim(oldSize, newSize).proof.map(toHex)).toEqual(expected.map(toHex));
      }
    }
  });
});

describe('verifyInclusion', () => {
  const place = fc
    .tuple(fc.integer({ min: 1, max: SIZE_MAX }), fc.nat())
    .map(([size, n]) => ({ size, index: n % size }));

  it('rejects a proof with any bit flipped in the leaf, the root or a hash', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ size, index }, n) => {
        const claim = inclusionClaim(index, size);
        const parts = [claim.leafHash, claim.root, ...claim.proof];
        const bit = n % (parts.length * 256);
        const [leaf, root, ...proof] = parts.map((part, i) => (i === bit >> 8 ? flipBit(part, bit & 255) : part));
        const changed = { ...claim, leafHash: leaf!, root: root!, proof };
        expect(refusal(() => verifyInclusion(changed, fastSha256))).toBe('root_mismatch');
      }),
      { numRuns: 300 },
    );
  });

  it('rejects a wrong index, and a truncated, extended or reordered proof', () => {
    fc.assert(
      fc.property(place, fc.nat(), ({ size, index }, n) => {
        const claim = inclusionClaim(index, size);
        const refused = (changed: object) =>
          expect(refusal(() => verifyInclusion({ ...claim, ...changed }, fastSha256))).not.toBe('accepted');
        if (BigInt(n % size) !== claim.index) refused({ index: BigInt(n % size) });
        refused({ index: claim.size });
        refused({ proof: [...claim.proof, claim.root] });
        if (claim.proof.length > 0) refused({ proof: claim.proof.slice(1) });
        if (claim.proof.length > 1) refused({ proof: claim.proof.toReversed() });
      }),
      { numRuns: 200 },
    );
  });

  it('works at sizes beyond 2^53, where a JavaScript number would round', () => {
    const size = 2n ** 60n + 1n;
    const sibling = leaves[1]!;
    // The last leaf of this tree is alone on the right: its only sibling is the rest of the tree.
    const claim = { leafHash: leaves[0]!, index: 2n ** 60n, size, proof: [sibling] };
    const root = nodeHash(sibling, leaves[0]!);
    verifyInclusion({ ...claim, root });
    expect(refusal(() => verifyInclusion({ ...claim, root, index: 2n ** 60n - 1n }))).toBe('proof_malformed');
    const deep = { leafHash: leaves[0]!, index: 2n ** 59n + 12345n, size, proof: sampleLeaves(61) };
    verifyInclusion({ ...deep, root: inclusionRoot(deep) });
    expect(refusal(() => verifyInclusion({ ...deep, root: inclusionRoot(deep), index: deep.index + 1n }))).toBe(
      'root_mismatch',
    );
  });

  it('throws only ProofError for any input', () => {
    const junk = fc.oneof(fc.anything(), fc.bigInt(), fc.uint8Array({ maxLength: 40 }), fc.array(fc.uint8Array()));
    const claims = fc.record({ leafHash: junk, index: junk, size: junk, root: junk, proof: junk });
    fc.assert(fc.property(claims, (claim) => refusal(() => verifyInclusion(claim as never)) !== 'accepted'));
    const valid = inclusionClaim(3, 7);
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(valid)), junk, (key, value) => {
        refusal(() => verifyInclusion({ ...valid, [key]: value } as never, fastSha256));
      }),
    );
  });
});

describe('verifyConsistency', () => {
  const sizes = fc.tuple(fc.integer({ min: 1, max: SIZE_MAX - 1 }), fc.nat()).map(([oldSize, n]) => ({
    oldSize,
    newSize: oldSize + 1 + (n % (SIZE_MAX - oldSize)),
  }));

  it('rejects a proof with any bit flipped in a root or a hash', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ({ oldSize, newSize }, n) => {
        const claim = consistencyClaim(oldSize, newSize);
        const parts = [claim.oldRoot, claim.newRoot, ...claim.proof];
        const bit = n % (parts.length * 256);
        const [oldRoot, newRoot, ...proof] = parts.map((part, i) => (i === bit >> 8 ? flipBit(part, bit & 255) : part));
        const changed = { ...claim, oldRoot: oldRoot!, newRoot: newRoot!, proof };
        expect(refusal(() => verifyConsistency(changed, fastSha256))).toBe('root_mismatch');
      }),
      { numRuns: 300 },
    );
  });

  it('rejects a history in which one old leaf was changed', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ({ oldSize, newSize }, n) => {
        const rewritten = leaves.with(n % oldSize, leafHash(encodeUtf8('forged')));
        const read = nodesOfLeaves(rewritten.slice(0, newSize), fastSha256);
        const newRoot = rootAtSize(BigInt(newSize), read, fastSha256);
        const proof = proveConsistency(BigInt(oldSize), BigInt(newSize), read, fastSha256);
        const claim = { ...consistencyClaim(oldSize, newSize), newRoot, proof };
        expect(refusal(() => verifyConsistency(claim, fastSha256))).toBe('root_mismatch');
      }),
      { numRuns: 60 },
    );
  });

  it('accepts equal trees only with an empty proof', () => {
    verifyConsistency({ ...consistencyClaim(5, 5), proof: [] });
    expect(refusal(() => verifyConsistency({ ...consistencyClaim(5, 5), proof: [leaves[0]!] }))).toBe(
      'proof_malformed',
    );
    expect(refusal(() => verifyConsistency({ ...consistencyClaim(5, 5), newRoot: roots[6]! }))).toBe('root_mismatch');
  });

  it('rejects an empty older tree, and a newer tree that is smaller', () => {
    const claim = consistencyClaim(3, 5);
    expect(refusal(() => verifyConsistency({ ...claim, oldSize: 0n }))).toBe('size_out_of_range');
    expect(refusal(() => verifyConsistency({ ...claim, newSize: 2n }))).toBe('size_out_of_range');
  });

  it('works at sizes beyond 2^53', () => {
    const [old, right] = [leaves[0]!, leaves[1]!];
    const claim = {
      oldSize: 2n ** 60n,
      oldRoot: old,
      newSize: 2n ** 60n + 1n,
      newRoot: nodeHash(old, right),
      proof: [right],
    };
    verifyConsistency(claim);
    expect(refusal(() => verifyConsistency({ ...claim, oldSize: 2n ** 60n - 1n }))).not.toBe('accepted');
  });
});

describeWithVectors('transparency-dev/merkle test data', () => {
  interface Vector {
    readonly wantErr: boolean;
    readonly proof: string[] | null;
    readonly [name: string]: unknown;
  }
  const load = (kind: string) =>
    vectorFiles(`transparency-dev-merkle/testdata/${kind}`).map(
      (path) => [path, parseWithBigints(vectorText(path)) as Vector] as const,
    );
  const hashes = (vector: Vector) => (vector.proof ?? []).map(fromBase64);
  // Placeholder roots ("don't care") are not hashes; hashing them preserves the intent of the case.
  const root = (text: unknown) => {
    const bytes = fromBase64(text as string);
    return Buffer.from(bytes).toString().startsWith("don't care") ? fastSha256(bytes) : bytes;
  };

  it('agrees with all 98 inclusion cases', () => {
    const cases = load('inclusion');
    expect(cases).toHaveLength(98);
    for (const [path, vector] of cases) {
      const claim = {
        leafHash: fromBase64(vector.leafHash as string),
        index: vector.leafIdx as bigint,
        size: vector.treeSize as bigint,
        root: root(vector.root),
        proof: hashes(vector),
      };
      expect([path, refusal(() => verifyInclusion(claim)) !== 'accepted']).toEqual([path, vector.wantErr]);
    }
  });

  it('agrees with all 98 consistency cases', () => {
    const cases = load('consistency');
    expect(cases).toHaveLength(98);
    for (const [path, vector] of cases) {
      const claim = {
        oldSize: vector.size1 as bigint,
        oldRoot: root(vector.root1),
        newSize: vector.size2 as bigint,
        newRoot: root(vector.root2),
        proof: hashes(vector),
      };
      expect([path, refusal(() => verifyConsistency(claim)) !== 'accepted']).toEqual([path, vector.wantErr]);
    }
  });
});
