import { defaultSha256, type Sha256 } from '../crypto.ts';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concatBytes, encodeUtf8, isBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

/** The content that a key signs: the note itself (type 0x01) or, as a witness, the time and the note (type 0x04). */
export type KeyType = 'ed25519' | 'cosignature/v1';

/** A public key with the name it signs under. */
export interface VerifierKey {
  readonly name: string;
  /** The first four bytes of SHA-256(name || 0x0A || type || public key) as an unsigned number. */
  readonly id: number;
  readonly type: KeyType;
  /** 32 bytes, RFC 8032. */
  readonly publicKey: Uint8Array;
}

const TYPE_BYTES: Readonly<Record<KeyType, number>> = { ed25519: 0x01, 'cosignature/v1': 0x04 };
const PUBLIC_KEY_LENGTH = 32;

/**
 * Returns a verifier key with its computed id (C2SP signed-note, tlog-cosignature).
 * @throws ProofError `key_malformed` for a name with a space or `+`, or a public key that is not 32 bytes
 */
export function createVerifierKey(
  name: string,
  publicKey: Uint8Array,
  type: KeyType = 'ed25519',
  sha256: Sha256 = defaultSha256,
): VerifierKey {
  if (!isKeyName(name)) throw new ProofError('key_malformed', 'A key name must not be empty or contain spaces or `+`.');
  if (!isBytes(publicKey) || publicKey.length !== PUBLIC_KEY_LENGTH) {
    throw new ProofError('key_malformed', `An Ed25519 public key must have ${PUBLIC_KEY_LENGTH} bytes.`);
  }
  const digest = sha256(concatBytes(encodeUtf8(`${name}\n`), Uint8Array.of(TYPE_BYTES[type]), publicKey));
  return { name, id: readUint32(digest), type, publicKey };
}

/**
 * Parses a verifier key, `<name>+<id in hex>+<base64 of type and public key>`. Recomputes its id instead of trusting it.
 * @throws ProofError `key_malformed`, also for key types other than Ed25519 and Ed25519 cosignatures
 */
export function parseVerifierKey(vkey: string, sha256: Sha256 = defaultSha256): VerifierKey {
  // At most three parts: the base64 may contain `+` itself.
  const match = typeof vkey === 'string' ? /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey) : null;
  if (match === null) throw new ProofError('key_malformed', 'A verifier key must have the form <name>+<id>+<base64>.');
  const [, name = '', id = '', material = ''] = match;
  const bytes = decodeMaterial(material);
  const type = keyTypeOf(bytes[0]);
  if (type === undefined) throw new ProofError('key_malformed', 'The key type is not supported.');
  const key = createVerifierKey(name, bytes.slice(1), type, sha256);
  if (formatKeyId(key.id) !== id) throw new ProofError('key_malformed', 'The key id does not belong to the key.');
  return key;
}

/** Returns the text form of a verifier key, the reverse of `parseVerifierKey`. */
export function formatVerifierKey(key: VerifierKey): string {
  const material = concatBytes(Uint8Array.of(TYPE_BYTES[key.type]), key.publicKey);
  return `${key.name}+${formatKeyId(key.id)}+${toBase64(material)}`;
}

/** Reports whether a signature line can contain the name: not empty, well-formed, no Unicode space, control or `+`. */
export function isKeyName(name: unknown): name is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: notes may not contain control characters
  return typeof name === 'string' && name.isWellFormed() && /^[^\p{White_Space}+\u0000-\u001f]+$/u.test(name);
}

/** Reads the first four bytes as an unsigned big-endian number. */
export function readUint32(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
}

function keyTypeOf(byte: number | undefined): KeyType | undefined {
  return (Object.keys(TYPE_BYTES) as KeyType[]).find((type) => TYPE_BYTES[type] === byte);
}

function decodeMaterial(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch (cause) {
    throw new ProofError('key_malformed', 'The key is not canonical base64.', { cause });
  }
}

function formatKeyId(id: number): string {
  return id.toString(16).padStart(8, '0');
}
