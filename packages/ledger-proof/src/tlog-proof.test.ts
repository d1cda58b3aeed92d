import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, logSigner, sampleBlocks, signedCheckpoint, witness } from '../test/sample-log.ts';
import { fastSha256, flipBit, refusal, refusalOf } from '../test/trees.ts';
import { describeWithVectors, vectorText } from '../test/vectors.ts';
import { encodeUtf8 } from './encoding/bytes.ts';
import { fromHex } from './encoding/hex.ts';
import { nodesOfLeaves, proveInclusion } from './merkle/prove.ts';
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts';

const blocks = sampleBlocks(20);
const leaves = blocks.map(({ hash }) => fromHex(hash));
const checkpoint = await signedCheckpoint(blocks);
const proof = { index: 13n, hashes: proveInclusion(13n, 20n, nodesOfLeaves(leaves), fastSha256), checkpoint };
const file = formatTlogProof(proof);
const policy = { logKey: logSigner.key };

describe('verifyTlogProof', () => {
  it('accepts only its own entry', async () => {
    const verified = await verifyTlogProof(file, leaves[13]!, policy);
    expect(verified).toMatchObject({ index: 13n, checkpoint: headOf(blocks) });
    expect(await refusalOf(verifyTlogProof(file, leaves[12]!, policy))).toBe('root_mismatch');
  });

  it('rejects a file with any bit flipped', async () => {
    const bytes = encodeUtf8(file);
    const honest = checkpoint.split('\n\n').map((part) => part.trim());
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      // A comparison replaces most signature checks, which take milliseconds each.
      const ed25519Verify = (signature: Uint8Array, message: Uint8Array) =>
        Buffer.from(message).toString() === `${honest[0]}\n` &&
        honest[1]!.endsWith(Buffer.concat([Buffer.from(keyId()), signature]).toString('base64'));
      const changed = bit % 97 === 0 ? policy : { ...policy, ed25519Verify };
      expect(await refusalOf(verifyTlogProof(flipBit(bytes, bit), leaves[13]!, changed))).not.toBe('accepted');
    }
  });

  it('requires witnesses if the policy does', async () => {
    const strict = { ...policy, witnessKeys: [witness.key], quorum: 1 };
    expect(await refusalOf(verifyTlogProof(file, leaves[13]!, strict))).toBe('checkpoint_quorum_missing');
  });

  it('rejects an index outside the tree and an invalid leaf hash', async () => {
    const far = formatTlogProof({ ...proof, index: 2n ** 60n });
    expect(await refusalOf(verifyTlogProof(far, leaves[13]!, policy))).toBe('index_out_of_range');
    expect(await refusalOf(verifyTlogProof(file, new Uint8Array(3), policy))).toBe('hash_malformed');
  });
});

describe('parseTlogProof', () => {
  it('round-trips formatTlogProof, with and without extra data', () => {
    expect(parseTlogProof(file)).toEqual(proof);
    const extra = { ...proof, extra: encodeUtf8('context') };
    expect(parseTlogProof(formatTlogProof(extra))).toEqual(extra);
    const alone = { ...proof, hashes: [] };
    expect(parseTlogProof(formatTlogProof(alone))).toEqual(alone);
  });

  it.each([
    ['another version', file.replace('@v1', '@v2')],
    ['no index', file.replace('index 13\n', '')],
    ['an index with a leading zero', file.replace('index 13', 'index 013')],
    ['extra data after the index', file.replace('index 13\n', 'index 13\nextra AAAA\n')],
    ['a hash of 31 bytes', file.replace('index 13\n', `index 13\n${Buffer.alloc(31).toString('base64')}\n`)],
    ['65 hashes', file.replace('index 13\n', `index 13\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(65)}`)],
    ['carriage returns', file.replaceAll('\n', '\r\n')],
    ['no checkpoint', file.slice(0, file.indexOf('\n\n'))],
    ['nothing', ''],
  ])('rejects %s', (_name, text) => expect(refusal(() => parseTlogProof(text))).toBe('proof_malformed'));

  it('throws only ProofError', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => refusal(() => parseTlogProof(value as string)) === 'proof_malformed'),
    );
  });
});

describeWithVectors('C2SP tlog-proof', () => {
  it('round-trips the example, whose signatures are elided', () => {
    const text = vectorText('c2sp/tlog-proof.example.tlog-proof');
    const parsed = parseTlogProof(text);
    expect(parsed).toMatchObject({ index: 73894n });
    expect(parsed.extra).toHaveLength(39);
    expect(parsed.hashes).toHaveLength(5);
    expect(formatTlogProof(parsed)).toBe(text);
  });
});

function keyId(): Uint8Array {
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, logSigner.key.id);
  return id;
}
