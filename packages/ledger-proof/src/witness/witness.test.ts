import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  headOf,
  logSigner,
  origin,
  otherWitness,
  sampleBlocks,
  signedCheckpoint,
  witness,
} from '../../test/sample-log.ts';
import { fastSha256, flipBit, refusal, refusalOf } from '../../test/trees.ts';
import { describeWithVectors, vectorText } from '../../test/vectors.ts';
import { formatCheckpoint, type TreeHead, verifyCheckpoint } from '../checkpoint.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { fromHex } from '../encoding/hex.ts';
import { nodesOfLeaves, proveConsistency } from '../merkle/prove.ts';
import { decodeTimestampedSignature, encodeTimestampedSignature } from '../note/cosignature.ts';
import { formatSignatureLine, type NoteSignature, parseNote } from '../note/note.ts';
import { cosignNote, createNoteSigner, signNote } from '../note/sign-note.ts';
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts';
import { addSignatures, readCosignature } from './cosignatures.ts';
import { judgeCheckpoint, type WitnessView } from './judge-checkpoint.ts';

const LENGTH = 24;
const blocks = sampleBlocks(LENGTH);
const leaves = blocks.map(({ hash }) => fromHex(hash));
const headAt = (size: number) => headOf(blocks.slice(0, size));
const noteAt = (size: number) => signedCheckpoint(blocks.slice(0, size));
const proofBetween = (oldSize: number, newSize: number) =>
  oldSize === 0
    ? []
    : proveConsistency(BigInt(oldSize), BigInt(newSize), nodesOfLeaves(leaves, fastSha256), fastSha256);
const requestOf = async (oldSize: number, newSize: number) =>
  formatAddCheckpoint({
    oldSize: BigInt(oldSize),
    proof: proofBetween(oldSize, newSize),
    checkpoint: await noteAt(newSize),
  });
const view = (latest?: TreeHead): WitnessView => ({
  keysOf: (name) => (name === origin ? [logSigner.key] : undefined),
  latestOf: () => latest,
  sha256: fastSha256,
});
const judge = async (body: string | Uint8Array, latest?: TreeHead) => {
  const verdict = await judgeCheckpoint(body, view(latest));
  return 'status' in verdict ? verdict.status : Number(verdict.checkpoint.size);
};

describe('a request to add a checkpoint', () => {
  it('round-trips byte for byte', async () => {
    for (const [from, to] of [
      [0, 1],
      [5, 5],
      [7, LENGTH],
    ] as const) {
      const body = await requestOf(from, to);
      expect(formatAddCheckpoint(parseAddCheckpoint(encodeUtf8(body)))).toBe(body);
    }
  });

  it.each([
    ['nothing', ''],
    ['no old size', '\n\nx'],
    ['a leading zero', 'old 05\n\nx'],
    ['a negative size', 'old -1\n\nx'],
    ['a short hash', 'old 1\nAAAA\n\nx'],
    ['no blank line', 'old 1\nx'],
    ['64 hashes', `old 1\n${`${'A'.repeat(43)}=\n`.repeat(64)}\nx`],
    ['bytes that are not text', Uint8Array.of(0xff, 0xfe)],
  ])('with %s is malformed', (_, body) => expect(refusal(() => parseAddCheckpoint(body))).toBe('request_malformed'));
});

describe('a witness', () => {
  it('cosigns any extension of the last cosigned checkpoint, from any size to any size', async () => {
    const sizes = fc.integer({ min: 1, max: LENGTH });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async (to, n) => {
        const from = n % (to + 1);
        expect(await judge(await requestOf(from, to), from === 0 ? undefined : headAt(from))).toBe(to);
      }),
      { numRuns: 60 },
    );
  });

  it('rejects a checkpoint of an unknown log, or without a trusted signature', async () => {
    const stranger = createNoteSigner('other.example', new Uint8Array(32).fill(9));
    const foreign = await signNote(formatCheckpoint({ origin: 'other.example', ...headAt(3) }), [stranger]);
    expect(await judge(formatAddCheckpoint({ oldSize: 0n, proof: [], checkpoint: foreign }))).toBe(404);
    const impostor = createNoteSigner(origin, new Uint8Array(32).fill(9));
    const forged = await signNote(formatCheckpoint({ origin, ...headAt(3) }), [impostor]);
    expect(await judge(formatAddCheckpoint({ oldSize: 0n, proof: [], checkpoint: forged }))).toBe(403);
  });

  it('rejects an old size beyond the checkpoint, and reports its own size on a mismatch', async () => {
    const checkpoint = await noteAt(5);
    expect(await judge(formatAddCheckpoint({ oldSize: 6n, proof: [], checkpoint }), headAt(6))).toBe(400);
    const conflict = await judgeCheckpoint(await requestOf(0, 9), view(headAt(4)));
    expect(conflict).toMatchObject({ status: 409, size: 4n });
  });

  it('rejects a smaller tree than it has cosigned, for any stated old size', async () => {
    for (const oldSize of [0, 3, 5]) {
      const body = formatAddCheckpoint({ oldSize: BigInt(oldSize), proof: [], checkpoint: await noteAt(5) });
      expect(await judge(body, headAt(8))).toBe(409);
    }
  });

  it('rejects a fork: a different tree of the same size, or one that does not extend the last cosigned tree', async () => {
    const fork = { size: 8n, root: headAt(9).root };
    expect(await judge(await requestOf(8, 8), fork)).toBe(422);
    expect(await judge(await requestOf(8, 20), fork)).toBe(422);
    const unproven = formatAddCheckpoint({ oldSize: 8n, proof: [], checkpoint: await noteAt(20) });
    expect(await judge(unproven, headAt(8))).toBe(422);
    const superfluous = formatAddCheckpoint({ oldSize: 0n, proof: [leaves[0]!], checkpoint: await noteAt(20) });
    expect(await judge(superfluous)).toBe(422);
  });

  it('cosigns nothing if any bit of the request is flipped', async () => {
    const body = encodeUtf8(await requestOf(7, LENGTH));
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length * 8 - 1), async (bit) => {
        expect(await judge(flipBit(body, bit), headAt(7))).toBeGreaterThanOrEqual(400);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws for any request', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array(), async (bytes) => void expect(await judge(bytes)).toBe(400)));
  });
});

describe('a witness’s answer', () => {
  const cosign = async (size: number, time = 1_700_000_000n, signer = witness) =>
    cosignNote(parseNote(await noteAt(size)).text, signer, time);

  it('contains the cosignature and its time, which go into the note', async () => {
    const note = await noteAt(5);
    const answer = [await cosign(5, 12n, otherWitness), await cosign(5)].map(formatSignatureLine).join('');
    const { signature, timestamp } = await readCosignature(answer, note, witness.key);
    expect(timestamp).toBe(1_700_000_000n);
    const cosigned = addSignatures(note, [signature]);
    expect(addSignatures(cosigned, [signature])).toBe(cosigned);
    const policy = { logKey: logSigner.key, witnessKeys: [witness.key], quorum: 1 };
    expect((await verifyCheckpoint(cosigned, policy)).cosignatures).toHaveLength(1);
  });

  it('is rejected if it covers a different checkpoint, uses a different key, or names no time', async () => {
    const refused = async (line: NoteSignature) =>
      refusalOf(readCosignature(formatSignatureLine(line), await noteAt(6), witness.key));
    expect(await refused(await cosign(5))).toBe('signature_invalid');
    expect(await refused(await cosign(6, 1n, otherWitness))).toBe('signature_missing');
    expect(await refused(await cosign(6, 0n))).toBe('signature_invalid');
    expect(await refusalOf(readCosignature('', await noteAt(6), witness.key))).toBe('note_malformed');
    expect(await refusalOf(readCosignature('x\n', await noteAt(6), logSigner.key))).toBe('key_malformed');
  });

  it('is rejected with any bit flipped, and with any other time', async () => {
    const note = await noteAt(5);
    const line = encodeUtf8(formatSignatureLine(await cosign(5)));
    const answers = fc.nat(line.length * 8 - 1).map((bit) => Buffer.from(flipBit(line, bit)).toString('utf8'));
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        expect(await refusalOf(readCosignature(answer, note, witness.key))).not.toBe('accepted');
      }),
      { numRuns: 300 },
    );
    const { signature: bytes, ...rest } = await cosign(5);
    const stamped = decodeTimestampedSignature(bytes)!;
    const moved = { ...rest, signature: encodeTimestampedSignature({ ...stamped, timestamp: 1n }) };
    expect(await refusalOf(readCosignature(formatSignatureLine(moved), note, witness.key))).toBe('signature_invalid');
  });
});

describeWithVectors('C2SP cosignatures', () => {
  it('reads the time of the example’s cosignature', () => {
    const { signatures } = parseNote(vectorText('c2sp/tlog-cosignature.example.note'));
    const stamps = signatures.map(({ signature }) => decodeTimestampedSignature(signature)?.timestamp);
    expect(stamps).toContain(1679315147n);
  });
});

describe('the request that C2SP tlog-witness shows', () => {
  it('round-trips byte for byte', () => {
    const body = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
`;
    const request = parseAddCheckpoint(body);
    expect(request).toMatchObject({ oldSize: 20852014n, proof: { length: 4 } });
    expect(formatAddCheckpoint(request)).toBe(body);
  });
});
