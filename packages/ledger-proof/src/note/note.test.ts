import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSigner, witness } from '../../test/sample-log.ts';
import { flipBit, refusal, refusalOf } from '../../test/trees.ts';
import { describeWithVectors, vectorBytes, vectorText } from '../../test/vectors.ts';
import type { Ed25519Verify } from '../crypto.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/bytes.ts';
import { cosignatureMessage, decodeTimestampedSignature } from './cosignature.ts';
import { formatNote, formatSignatureLine, parseNote, parseSignatureLines } from './note.ts';
import { cosignNote, createNoteSigner, signNote } from './sign-note.ts';
import { createVerifierKey, formatVerifierKey, parseVerifierKey } from './verifier-key.ts';
import { verifyNote } from './verify-note.ts';

// The example of C2SP signed-note, with its published key.
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const exampleNote =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

const text = 'first line\n\nlast line\n';
const note = await signNote(text, [logSigner]);

describe('verifier keys', () => {
  it('round-trip, with the id from the specification', () => {
    const key = parseVerifierKey(exampleKey);
    expect(key).toMatchObject({ name: 'example.com/foo', id: 0x530d903a, type: 'ed25519' });
    expect(formatVerifierKey(key)).toBe(exampleKey);
    expect(parseVerifierKey(formatVerifierKey(witness.key))).toEqual(witness.key);
  });

  it.each([
    ['a different name', exampleKey.replace('foo', 'bar')],
    ['a different id', exampleKey.replace('530d903a', '530d903b')],
    ['a different key', exampleKey.replace('U2k', 'U2s')],
    ['an upper-case id', exampleKey.replace('530d903a', '530D903A')],
    ['an unknown type', 'example.com/foo+530d903a+/+kyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
    ['a final newline', `${exampleKey}\n`],
    ['a space in the name', exampleKey.replace('/foo', ' foo')],
    ['no key', 'example.com/foo+530d903a+'],
    ['no parts', 'example.com'],
  ])('are rejected with %s', (_name, vkey) => expect(refusal(() => parseVerifierKey(vkey))).toBe('key_malformed'));

  it('have names without any Unicode space', () => {
    for (const name of ['', 'a b', 'a\u2003b', 'a\u0085b', 'a+b', 'a\nb', '\ud800']) {
      expect(refusal(() => createVerifierKey(name, new Uint8Array(32)))).toBe('key_malformed');
    }
  });
});

describe('verifyNote', () => {
  it('accepts the published example', async () => {
    const verified = await verifyNote(exampleNote, [parseVerifierKey(exampleKey)]);
    expect(verified.text).toBe('This is an example message.\n');
    expect(verified.signatures).toHaveLength(1);
  });

  it('splits text and signatures at the last blank line', async () => {
    expect((await verifyNote(note, [logSigner.key])).text).toBe(text);
  });

  it('rejects a note with any bit flipped', async () => {
    const bytes = encodeUtf8(exampleNote);
    const keys = [parseVerifierKey(exampleKey)];
    const cheap: Ed25519Verify = (signature, message) =>
      Buffer.from(signature).equals(parseNote(exampleNote).signatures[0]!.signature) &&
      decodeUtf8(message) === parseNote(exampleNote).text;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      // Real verification is slow: sample it, and use a comparison for the others.
      const options = bit % 61 === 0 ? {} : { ed25519Verify: cheap };
      expect(await refusalOf(verifyNote(flipBit(bytes, bit), keys, options))).not.toBe('accepted');
    }
  });

  it('ignores unknown keys, even with a known name or a known id, but not with both', async () => {
    const stranger = createNoteSigner(logSigner.key.name, new Uint8Array(32).fill(9));
    const namesake = { ...stranger, key: { ...stranger.key, id: logSigner.key.id ^ 1 } };
    const double = { ...stranger, key: { ...stranger.key, name: 'elsewhere.example', id: logSigner.key.id } };
    const mixed = await signNote(text, [namesake, double, logSigner]);
    expect((await verifyNote(mixed, [logSigner.key])).signatures.map(({ key }) => key)).toEqual([logSigner.key]);
    expect(await refusalOf(verifyNote(await signNote(text, [stranger]), [logSigner.key]))).toBe('signature_missing');
    expect(await refusalOf(verifyNote(note, []))).toBe('signature_missing');
  });

  it('rejects the whole note if one known key fails, even if another succeeds', async () => {
    const other = createNoteSigner('second.example', new Uint8Array(32).fill(8));
    const signatures = [...parseNote(note).signatures, ...parseNote(await signNote('else\n', [other])).signatures];
    const mixed = formatNote({ text, signatures });
    expect(await refusalOf(verifyNote(mixed, [logSigner.key, other.key]))).toBe('signature_invalid');
    expect(await refusalOf(verifyNote(mixed, [logSigner.key]))).toBe('accepted');
  });

  it('awaits an asynchronous verifier such as WebCrypto', async () => {
    const ed25519Verify: Ed25519Verify = async (signature, message, publicKey) => {
      const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
    };
    const keys = [parseVerifierKey(exampleKey)];
    expect(await refusalOf(verifyNote(exampleNote, keys, { ed25519Verify }))).toBe('accepted');
    expect(await refusalOf(verifyNote(exampleNote.replace('This', 'that'), keys, { ed25519Verify }))).toBe(
      'signature_invalid',
    );
  });

  it('does not treat a failing verifier as a verdict', async () => {
    const broken: Ed25519Verify = () => Promise.reject(new Error('no such algorithm'));
    const vague = (() => Promise.resolve('yes')) as unknown as Ed25519Verify;
    expect(await refusalOf(verifyNote(note, [logSigner.key], { ed25519Verify: broken }))).toBe('verifier_failed');
    expect(await refusalOf(verifyNote(note, [logSigner.key], { ed25519Verify: vague }))).toBe('signature_invalid');
  });
});

describe('parseNote', () => {
  const [line] = note.split('\n').slice(-2);

  it.each([
    ['no signature', 'text\n\n'],
    ['no blank line', `text\n${line}\n`],
    ['no final newline', note.slice(0, -1)],
    ['a trailing blank line', `${note}\n`],
    ['a tab', note.replace('first', 'first\t')],
    ['a carriage return', note.replaceAll('\n', '\r\n')],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['two spaces', note.replace('— ', '—  ')],
    ['a space at the end of the line', `${note.slice(0, -1)} \n`],
    ['base64 without padding', note.replace(/=+\n$/, '\n')],
    ['a signature of no bytes', 'text\n\n— a AAAAAA==\n'],
    ['101 signatures', `text\n\n${`${line}\n`.repeat(101)}`],
    ['nothing', ''],
    ['a million characters', `${'x'.repeat(1_000_000)}\n\n${line}\n`],
    ['a lone surrogate', note.replace('first', '\ud800')],
  ])('rejects %s', (_name, text) => expect(refusal(() => parseNote(text))).toBe('note_malformed'));

  it('accepts 16 signatures and more', () => {
    expect(parseNote(`text\n\n${`${line}\n`.repeat(100)}`).signatures).toHaveLength(100);
  });

  it('rejects bytes that are not UTF-8', () => {
    expect(refusal(() => parseNote(Uint8Array.of(0xff, 10, 10)))).toBe('note_malformed');
  });

  it('is exactly reversed by formatNote, and throws only ProofError', () => {
    const pieces = fc.constantFrom(
      '\n',
      '\n\n',
      '— ',
      'a ',
      'AAAAAAA=',
      'AAAAAAAA',
      '\n— a AAAAAAAA\n',
      ' ',
      '\ufeff',
      '\t',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
        (candidate) => {
          if (refusal(() => parseNote(candidate)) === 'accepted')
            expect(formatNote(parseNote(candidate))).toBe(candidate);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('signNote', () => {
  it('creates signatures that another implementation accepts', () => {
    const x = Buffer.from(logSigner.key.publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, encodeUtf8(text), key, parseNote(note).signatures[0]!.signature)).toBe(true);
  });

  it('rejects a text that no note can contain, and a cosigner', async () => {
    expect(await refusalOf(signNote('no newline', [logSigner]))).toBe('note_malformed');
    expect(await refusalOf(signNote('a\u0007\n', [logSigner]))).toBe('note_malformed');
    expect(await refusalOf(signNote(text, []))).toBe('note_malformed');
    expect(await refusalOf(signNote(text, [witness]))).toBe('key_malformed');
    const sign = () => Promise.reject(new Error('locked'));
    expect(await refusalOf(signNote(text, [{ ...logSigner, sign }]))).toBe('signer_failed');
  });
});

describe('cosignatures', () => {
  it('verify only with their own time', async () => {
    const line = await cosignNote(text, witness, 1_679_315_147n);
    const cosigned = note + formatSignatureLine(line);
    const verified = await verifyNote(cosigned, [logSigner.key, witness.key]);
    expect(verified.signatures[1]).toEqual({ key: witness.key, timestamp: 1_679_315_147n });
    const later = note + formatSignatureLine({ ...line, signature: flipBit(line.signature, 7 * 8) });
    expect(await refusalOf(verifyNote(later, [logSigner.key, witness.key]))).toBe('signature_invalid');
    expect(parseSignatureLines(formatSignatureLine(line))).toEqual([line]);
  });

  it('are not created with a key of another type, nor at an impossible time', async () => {
    expect(await refusalOf(cosignNote(text, logSigner, 0n))).toBe('key_malformed');
    expect(await refusalOf(cosignNote(text, witness, 2n ** 63n))).toBe('note_malformed');
    expect(decodeTimestampedSignature(new Uint8Array(72).fill(255))).toBeUndefined();
    expect(decodeTimestampedSignature(new Uint8Array(71))).toBeUndefined();
  });

  it('do not pass as plain signatures of the same key', async () => {
    const plain = createNoteSigner(witness.key.name, new Uint8Array(32).fill(2));
    const crossed = { ...(await cosignNote(text, witness, 5n)), keyId: plain.key.id };
    const signatures = [{ ...crossed, signature: crossed.signature.slice(8) }];
    expect(await refusalOf(verifyNote(formatNote({ text, signatures }), [plain.key]))).toBe('signature_invalid');
  });
});

describeWithVectors('C2SP notes', () => {
  it('verifies the example of signed-note with its published key', async () => {
    const key = parseVerifierKey(vectorText('c2sp/signed-note.example.vkey').trim());
    expect((await verifyNote(vectorBytes('c2sp/signed-note.example.note'), [key])).signatures).toHaveLength(1);
  });

  it('round-trips every example byte for byte', () => {
    for (const name of [
      'signed-note.example',
      'signed-note.quasimodo',
      'tlog-checkpoint.example',
      'tlog-cosignature.example',
    ]) {
      const bytes = vectorBytes(`c2sp/${name}.note`);
      expect(encodeUtf8(formatNote(parseNote(bytes)))).toEqual(bytes);
    }
  });

  it('splits a note with a blank line in its text as the specification does', () => {
    expect(parseNote(vectorText('c2sp/signed-note.quasimodo.note')).text).toMatch(/\n\ned è subito sera\.\n$/);
  });

  it('reads time and message of the example of tlog-cosignature', () => {
    const { text, signatures } = parseNote(vectorText('c2sp/tlog-cosignature.example.note'));
    const stamped = decodeTimestampedSignature(signatures[1]!.signature);
    expect(stamped?.timestamp).toBe(1_679_315_147n);
    expect(decodeUtf8(cosignatureMessage(text, stamped!.timestamp))).toBe(
      'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    );
  });
});
