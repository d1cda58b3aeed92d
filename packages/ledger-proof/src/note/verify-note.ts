import { defaultEd25519Verify, type Ed25519Verify } from '../crypto.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { cosignatureMessage, decodeTimestampedSignature } from './cosignature.ts';
import { type NoteSignature, parseNote } from './note.ts';
import type { VerifierKey } from './verifier-key.ts';

/** A verified signature of a known key. */
export interface VerifiedSignature {
  readonly key: VerifierKey;
  /** For a cosignature: when the witness saw the note, in seconds since the epoch. */
  readonly timestamp?: bigint;
}

/** A note with a verified signature of at least one known key. */
export interface VerifiedNote {
  readonly text: string;
  /** The signatures of known keys, in the order of the note. One key may occur twice. */
  readonly signatures: readonly VerifiedSignature[];
}

/** Options of all functions that check signatures. */
export interface VerifyNoteOptions {
  /** Default: plain JavaScript. WebCrypto and node:crypto are about ten times faster. */
  readonly ed25519Verify?: Ed25519Verify;
}

/**
 * Resolves only if a known key signed the text and no known key's signature is wrong (C2SP signed-note).
 * Ignores signatures of unknown keys, even if they share the name or the id of a known one, but not both.
 * @throws ProofError `note_malformed`, `signature_invalid`, `signature_missing` if no known key signed, or
 *   `verifier_failed` if the verification itself failed
 */
export async function verifyNote(
  note: string | Uint8Array,
  keys: readonly VerifierKey[],
  options: VerifyNoteOptions = {},
): Promise<VerifiedNote> {
  const { text, signatures } = parseNote(note);
  const verify = options.ed25519Verify ?? defaultEd25519Verify;
  const verified: VerifiedSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find((known) => known.name === signature.name && known.id === signature.keyId);
    if (key !== undefined) verified.push(await verifySignature(text, signature, key, verify));
  }
  if (verified.length === 0) throw new ProofError('signature_missing', 'No known key signed the note.');
  return { text, signatures: verified };
}

async function verifySignature(
  text: string,
  line: NoteSignature,
  key: VerifierKey,
  verify: Ed25519Verify,
): Promise<VerifiedSignature> {
  if (key.type === 'ed25519') {
    await requireValid(line.signature, encodeUtf8(text), key, verify);
    return { key };
  }
  const stamped = decodeTimestampedSignature(line.signature);
  if (stamped === undefined) throw invalid(key);
  await requireValid(stamped.signature, cosignatureMessage(text, stamped.timestamp), key, verify);
  return { key, timestamp: stamped.timestamp };
}

async function requireValid(
  signature: Uint8Array,
  message: Uint8Array,
  key: VerifierKey,
  verify: Ed25519Verify,
): Promise<void> {
  // Some implementations throw on other lengths, some accept them.
  if (signature.length !== 64 || !(await runVerifier(signature, message, key, verify))) throw invalid(key);
}

async function runVerifier(
  signature: Uint8Array,
  message: Uint8Array,
  key: VerifierKey,
  verify: Ed25519Verify,
): Promise<boolean> {
  try {
    return (await verify(signature, message, key.publicKey)) === true;
  } catch (cause) {
    throw new ProofError('verifier_failed', `The signature of ${key.name} could not be checked.`, { cause });
  }
}

function invalid(key: VerifierKey): ProofError {
  return new ProofError('signature_invalid', `The signature of ${key.name} is wrong.`);
}
