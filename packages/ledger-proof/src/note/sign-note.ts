import { ed25519 } from '@noble/curves/ed25519.js';
import type { Ed25519Sign } from '../crypto.ts';
import { encodeUtf8, isBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { cosignatureMessage, encodeTimestampedSignature, isCosignatureTime } from './cosignature.ts';
import { formatNote, type NoteSignature } from './note.ts';
import { createVerifierKey, type KeyType, type VerifierKey } from './verifier-key.ts';

/** A key that can sign: its public part, and the function that has the secret. */
export interface NoteSigner {
  readonly key: VerifierKey;
  readonly sign: Ed25519Sign;
}

/**
 * Returns a signer for a secret key (the 32-byte seed of RFC 8032), in plain JavaScript.
 * A cosigner needs its own secret key: the type alone does not separate the two roles.
 * @throws ProofError `key_malformed`
 */
export function createNoteSigner(name: string, secretKey: Uint8Array, type: KeyType = 'ed25519'): NoteSigner {
  if (!isBytes(secretKey) || secretKey.length !== 32) {
    throw new ProofError('key_malformed', 'An Ed25519 secret key must have 32 bytes.');
  }
  const key = createVerifierKey(name, ed25519.getPublicKey(secretKey), type);
  return { key, sign: (message) => ed25519.sign(message, secretKey) };
}

/**
 * Returns the signed note over a text that ends with a newline, with one signature of each signer.
 * @throws ProofError `note_malformed` for a text that no note can contain, `key_malformed` for a cosigner's key,
 *   `signer_failed`
 */
export async function signNote(text: string, signers: readonly NoteSigner[]): Promise<string> {
  const signatures: NoteSignature[] = [];
  for (const { key, sign } of signers) {
    if (key.type !== 'ed25519') throw new ProofError('key_malformed', 'A cosigner must sign with cosignNote.');
    const signature = await runSigner(sign, encodeUtf8(text), key);
    signatures.push({ name: key.name, keyId: key.id, signature });
  }
  return formatNote({ text, signatures });
}

/**
 * Returns a witness's signature over the text of a checkpoint (C2SP tlog-cosignature, Ed25519).
 * It states that the witness saw no larger consistent checkpoint by `timestamp`, which the caller must have checked.
 * @param timestamp seconds since the epoch
 * @throws ProofError `key_malformed` if the key is not a cosigner's, `signer_failed`, `note_malformed`
 */
export async function cosignNote(text: string, cosigner: NoteSigner, timestamp: bigint): Promise<NoteSignature> {
  const { key, sign } = cosigner;
  if (key.type !== 'cosignature/v1') throw new ProofError('key_malformed', 'The key is not a cosigner’s.');
  if (!isCosignatureTime(timestamp)) throw new ProofError('note_malformed', 'The time is outside 0 to 2^63 - 1.');
  const signature = await runSigner(sign, cosignatureMessage(text, timestamp), key);
  return { name: key.name, keyId: key.id, signature: encodeTimestampedSignature({ timestamp, signature }) };
}

async function runSigner(sign: Ed25519Sign, message: Uint8Array, key: VerifierKey): Promise<Uint8Array> {
  try {
    return await sign(message);
  } catch (cause) {
    throw new ProofError('signer_failed', `The key ${key.name} could not sign.`, { cause });
  }
}
