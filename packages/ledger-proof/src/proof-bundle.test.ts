import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, logSigner, origin, sampleBlocks, witness } from '../test/sample-log.ts';
import { fastSha256, flipBit, refusal, refusalOf } from '../test/trees.ts';
import { type Block, entryOf, sealBlock } from './block.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { encodeUtf8 } from './encoding/bytes.ts';
import { fromHex } from './encoding/hex.ts';
import { signKeyChange } from './log/log-keys.ts';
import { nodesOfLeaves, proveInclusion } from './merkle/prove.ts';
import { formatSignatureLine } from './note/note.ts';
import { cosignNote, createNoteSigner, type NoteSigner, signNote } from './note/sign-note.ts';
import { formatProofBundle, parseProofBundle, verifyProofBundle } from './proof-bundle.ts';
import type { ProofError } from './proof-error.ts';
import { formatTlogProof, type TlogProof } from './tlog-proof.ts';

const successor = createNoteSigner(origin, new Uint8Array(32).fill(51));
const policy = { logKey: logSigner.key, sha256: fastSha256 };
const plain = sampleBlocks(20);

async function prove(blocks: readonly Block[], indexes: readonly number[], signer: NoteSigner = logSigner) {
  const text = formatCheckpoint({ origin, ...headOf(blocks) });
  const cosignature = formatSignatureLine(await cosignNote(text, witness, 1_700_000_000n));
  const checkpoint = (await signNote(text, [signer])) + cosignature;
  const read = nodesOfLeaves(
    blocks.map(({ hash }) => fromHex(hash)),
    fastSha256,
  );
  return indexes.map(
    (index): TlogProof => ({
      index: BigInt(index),
      hashes: proveInclusion(BigInt(index), BigInt(blocks.length), read, fastSha256),
      checkpoint,
      extra: encodeUtf8(entryOf(blocks[index]!)),
    }),
  );
}

const faultOf = async (file: string, more: object = {}) =>
  verifyProofBundle(file, { ...policy, ...more }).then(
    () => 'accepted',
    (error: ProofError) => ({ code: error.code, index: error.index }),
  );

describe('a proof bundle', () => {
  it('proves any set of blocks', async () => {
    const subsets = fc.subarray([...plain.keys()], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(subsets, async (indexes) => {
        const { blocks, checkpoint } = await verifyProofBundle(formatProofBundle(await prove(plain, indexes)), policy);
        expect(blocks).toEqual(indexes.map((index) => plain[index]));
        expect(checkpoint.size).toBe(20n);
      }),
      { numRuns: 20 },
    );
  });

  it('round-trips, and a single proof is a bundle of one', async () => {
    const proofs = await prove(plain, [3, 4, 19]);
    expect(parseProofBundle(encodeUtf8(formatProofBundle(proofs)))).toEqual(proofs);
    expect(parseProofBundle(formatTlogProof(proofs[0]!))).toEqual([proofs[0]]);
  });

  it('is rejected with any bit flipped', async () => {
    const bytes = encodeUtf8(formatProofBundle(await prove(plain, [2, 11])));
    const strict = { ...policy, witnessKeys: [witness.key], quorum: 1 };
    expect(await refusalOf(verifyProofBundle(bytes, strict))).toBe('accepted');
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        expect(await refusalOf(verifyProofBundle(flipBit(bytes, bit), strict))).not.toBe('accepted');
      }),
      { numRuns: 500 },
    );
  });

  it('names the invalid block', async () => {
    const proofs = await prove(plain, [2, 11, 15]);
    const forged = sealBlock({ ...plain[11]!, data: { action: 'forged' } }, fastSha256);
    const changed = (change: Partial<TlogProof>) => formatProofBundle(proofs.with(1, { ...proofs[1]!, ...change }));
    expect(await faultOf(changed({ extra: encodeUtf8(entryOf(forged)) }))).toEqual({
      code: 'root_mismatch',
      index: 11,
    });
    expect(await faultOf(changed({ extra: encodeUtf8('{}') }))).toEqual({ code: 'entry_malformed', index: 11 });
    expect(await faultOf(changed({ extra: proofs[0]!.extra! }))).toEqual({ code: 'index_out_of_range', index: 11 });
    expect(await faultOf(changed({ hashes: proofs[0]!.hashes }))).toMatchObject({ index: 11 });
  });

  it('requires witnesses if the policy does', async () => {
    const file = formatProofBundle(await prove(plain, [2]));
    expect(await faultOf(file, { witnessKeys: [witness.key], quorum: 2 })).toMatchObject({
      code: 'checkpoint_quorum_missing',
    });
  });

  it('consists of at least one proof, ascending, under one checkpoint', async () => {
    const [one, two] = await prove(plain, [2, 3]);
    const [other] = await prove(plain.slice(0, 10), [4]);
    for (const proofs of [[], [two!, one!], [one!, one!], [one!, other!]]) {
      expect(refusal(() => formatProofBundle(proofs))).toBe('proof_malformed');
      const text = proofs.map(formatTlogProof).join('\n');
      expect(refusal(() => parseProofBundle(text))).toBe('proof_malformed');
    }
  });

  it('throws only ProofError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => void (await refusalOf(verifyProofBundle(bytes, policy)))),
    );
  });
});

describe('a bundle of a log with a rotated key', () => {
  const changed = async () => {
    const start = sampleBlocks(6);
    const data = await signKeyChange(6, logSigner, successor.key);
    const change = sealBlock({ index: 6, timestamp: 1_800_000_000, prev_hash: start[5]!.hash, data }, fastSha256);
    const last = sealBlock({ ...change, index: 7, prev_hash: change.hash, data: { action: 'x' } }, fastSha256);
    return [...start, change, last];
  };

  it('verifies with the first key through the block that announced the new one', async () => {
    const blocks = await changed();
    const file = formatProofBundle(await prove(blocks, [2, 6, 7], successor));
    expect(await faultOf(file)).toBe('accepted');
    expect(await faultOf(file, { logKey: successor.key })).toBe('accepted');
    const without = formatProofBundle(await prove(blocks, [2, 7], successor));
    expect(await faultOf(without)).toMatchObject({ code: 'signature_missing' });
    const byOldKey = formatProofBundle(await prove(blocks, [2, 6, 7], logSigner));
    expect(await faultOf(byOldKey)).toMatchObject({ code: 'signature_missing' });
  });
});
