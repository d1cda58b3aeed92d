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
} from '../test/sample-log.ts';
import { refusal, refusalOf } from '../test/trees.ts';
import { describeWithVectors, vectorText } from '../test/vectors.ts';
import { formatCheckpoint, parseCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { formatSignatureLine, parseNote } from './note/note.ts';
import { cosignNote, createNoteSigner, signNote } from './note/sign-note.ts';

const blocks = sampleBlocks(5);
const head = headOf(blocks);
const text = formatCheckpoint({ origin, ...head });
const note = await signedCheckpoint(blocks);
const policy = { logKey: logSigner.key, witnessKeys: [witness.key, otherWitness.key] };
const cosign = async (signer: typeof witness, time: bigint) =>
  formatSignatureLine(await cosignNote(text, signer, time));

describe('parseCheckpoint', () => {
  it('round-trips formatCheckpoint, including extension lines and sizes beyond 2^53', () => {
    const checkpoint = { origin, size: 2n ** 64n - 1n, root: head.root, extensions: ['one', 'two'] };
    expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
  });

  it.each([
    ['no final newline', text.slice(0, -1)],
    ['a leading zero', text.replace('\n5\n', '\n05\n')],
    ['a sign', text.replace('\n5\n', '\n+5\n')],
    ['a size of 65 bits', text.replace('\n5\n', '\n18446744073709551616\n')],
    ['a short root', text.replace(/\n.{44}\n$/, '\nAAAA\n')],
    ['an empty origin', text.replace(origin, '')],
    ['an empty extension line', `${text}\n`],
    ['two lines', `${origin}\n5\n`],
    ['nothing', ''],
  ])('rejects %s', (_name, text) => expect(refusal(() => parseCheckpoint(text))).toBe('checkpoint_malformed'));

  it('throws only ProofError', () => {
    fc.assert(fc.property(fc.anything(), (value) => refusal(() => parseCheckpoint(value as string)) !== 'accepted'));
  });
});

describe('formatCheckpoint', () => {
  it('rejects a line that would be read as several', () => {
    expect(refusal(() => formatCheckpoint({ ...head, origin: 'a\n7' }))).toBe('checkpoint_malformed');
    expect(refusal(() => formatCheckpoint({ ...head, origin, extensions: [''] }))).toBe('checkpoint_malformed');
  });
});

describe('verifyCheckpoint', () => {
  it('returns the checkpoint that the log signed', async () => {
    const { checkpoint, cosignatures } = await verifyCheckpoint(note, policy);
    expect(checkpoint).toEqual({ origin, ...head, extensions: [] });
    expect(cosignatures).toEqual([]);
  });

  it('counts different witnesses, not signatures', async () => {
    const one = note + (await cosign(witness, 10n)) + (await cosign(witness, 11n));
    const two = one + (await cosign(otherWitness, 12n));
    expect(await refusalOf(verifyCheckpoint(one, { ...policy, quorum: 2 }))).toBe('checkpoint_quorum_missing');
    const { cosignatures } = await verifyCheckpoint(two, { ...policy, quorum: 2 });
    expect(cosignatures.map(({ timestamp }) => timestamp)).toEqual([10n, 11n, 12n]);
  });

  it('does not count one key under two names as two witnesses', async () => {
    const alias = createNoteSigner('witness.example/alias', new Uint8Array(32).fill(2), 'cosignature/v1');
    const cosigned = note + (await cosign(witness, 10n)) + (await cosign(alias, 10n));
    const both = { ...policy, witnessKeys: [witness.key, alias.key] };
    expect(await refusalOf(verifyCheckpoint(cosigned, { ...both, quorum: 1 }))).toBe('accepted');
    expect(await refusalOf(verifyCheckpoint(cosigned, { ...both, quorum: 2 }))).toBe('checkpoint_quorum_missing');
  });

  it('does not count a plain signature as a cosignature', async () => {
    const plain = createNoteSigner('plain.example', new Uint8Array(32).fill(7));
    const signed = await signNote(text, [logSigner, plain]);
    const lenient = { ...policy, witnessKeys: [plain.key], quorum: 1 };
    expect(await refusalOf(verifyCheckpoint(signed, lenient))).toBe('checkpoint_quorum_missing');
  });

  it('rejects a checkpoint that only witnesses signed', async () => {
    const cosigned = `${text}\n${await cosign(witness, 10n)}`;
    expect(parseNote(cosigned).signatures).toHaveLength(1);
    expect(await refusalOf(verifyCheckpoint(cosigned, policy))).toBe('signature_missing');
  });

  it('rejects the checkpoint of a different log with the same key', async () => {
    const other = await signNote(formatCheckpoint({ ...head, origin: 'other.example' }), [logSigner]);
    expect(await refusalOf(verifyCheckpoint(other, policy))).toBe('checkpoint_origin_mismatch');
    expect(await refusalOf(verifyCheckpoint(other, { ...policy, origin: 'other.example' }))).toBe('accepted');
  });

  it('rejects a signed note that is not a checkpoint', async () => {
    expect(await refusalOf(verifyCheckpoint(await signNote('hello\n', [logSigner]), policy))).toBe(
      'checkpoint_malformed',
    );
  });
});

describeWithVectors('C2SP checkpoints', () => {
  it('round-trips the example', () => {
    const { text } = parseNote(vectorText('c2sp/tlog-checkpoint.example.note'));
    expect(parseCheckpoint(text)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20852163n });
    expect(formatCheckpoint(parseCheckpoint(text))).toBe(text);
  });
});
