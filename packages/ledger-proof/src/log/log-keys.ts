import type { Block, BlockData } from '../block.ts';
import { type CheckpointPolicy, parseCheckpoint, type VerifiedCheckpoint, verifyCheckpoint } from '../checkpoint.ts';
import { defaultEd25519Verify } from '../crypto.ts';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { bytesEqual, encodeUtf8 } from '../encoding/bytes.ts';
import { parseNote } from '../note/note.ts';
import type { NoteSigner } from '../note/sign-note.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../note/verifier-key.ts';
import type { VerifyNoteOptions } from '../note/verify-note.ts';
import { ProofError } from '../proof-error.ts';

/** The action of a block that announces a new key. */
export const KEY_CHANGE_ACTION = 'checkpoint_key';

/** A block that may announce a key, with the fields that `followKeys` reads. */
export type KeyBlock = Pick<Block, 'index' | 'data'>;

/** A key with the range of checkpoints that it signs. */
export interface KeyPeriod {
  readonly key: VerifierKey;
  /** The smallest and largest number of blocks. Without a largest one, it is the current key. */
  readonly from: bigint;
  readonly to?: bigint;
}

/** The keys by size, ascending: each range starts where the previous one ends. Never empty. */
export type LogKeys = readonly KeyPeriod[];

interface KeyChange {
  readonly index: number;
  readonly oldKey: VerifierKey;
  readonly newKey: VerifierKey;
}

/**
 * Returns the content of block `index` that announces a new key, signed by the replaced key. The new key signs every
 * checkpoint that covers this block. The signature covers the log, both keys and the index, so it is useless elsewhere.
 * @throws ProofError `key_change_invalid` for keys of another kind or name, or for the same key; `signer_failed`
 */
export async function signKeyChange(index: number, oldSigner: NoteSigner, newKey: VerifierKey): Promise<BlockData> {
  const change = { index, oldKey: oldSigner.key, newKey };
  requireSuccessor(change);
  const signature = await runSigner(oldSigner, keyChangeMessage(change));
  return {
    action: KEY_CHANGE_ACTION,
    previousKey: formatVerifierKey(change.oldKey),
    publicKey: formatVerifierKey(newKey),
    signature: toBase64(signature),
  };
}

/**
 * Returns the signing key of each size, starting from a trusted key: the one in the genesis or any later one. `blocks`
 * are the log's blocks with the action `checkpoint_key`, ascending; others are ignored. Each block after the trusted
 * key's must be signed by the previous key, for its own index.
 * @throws ProofError `key_change_invalid`, with the index of the block; `verifier_failed`
 */
export async function followKeys(
  trusted: VerifierKey,
  blocks: readonly KeyBlock[],
  options: VerifyNoteOptions = {},
): Promise<LogKeys> {
  const announcements = blocks.filter((block) => block?.data?.action === KEY_CHANGE_ACTION);
  const start = findAnnouncement(announcements, formatVerifierKey(trusted));
  let key = trusted;
  let from = start < 0 ? 0n : BigInt(announcements[start]?.index ?? 0) + 1n;
  const periods: KeyPeriod[] = [];
  for (const block of announcements.slice(start + 1)) {
    const newKey = await readChange(block, key, options);
    const to = BigInt(block.index);
    if (to < from) throw invalid(block.index, 'it precedes the announcement that it follows');
    if (periods.some((period) => bytesEqual(period.key.publicKey, newKey.publicKey)))
      throw invalid(block.index, 'it reinstates a replaced key');
    periods.push({ key, from, to });
    key = newKey;
    from = to + 1n;
  }
  return [...periods, { key, from }];
}

/** Returns the key that signs a checkpoint over `size` blocks; undefined before the first trusted key. */
export function keyAtSize(keys: LogKeys, size: bigint): VerifierKey | undefined {
  return keys.find(({ from, to }) => size >= from && (to === undefined || size <= to))?.key;
}

/**
 * Verifies a checkpoint like `verifyCheckpoint`, for a log whose key may have changed: only the key for the checkpoint's
 * size counts.
 * @throws ProofError like `verifyCheckpoint`; `signature_missing` for a size before the first trusted key
 */
export async function verifyCheckpointByKeys(
  note: string,
  keys: LogKeys,
  policy: Omit<CheckpointPolicy, 'logKey'> = {},
): Promise<VerifiedCheckpoint> {
  const { size } = parseCheckpoint(parseNote(note).text);
  const logKey = keyAtSize(keys, size);
  if (logKey === undefined) throw new ProofError('signature_missing', 'The checkpoint is older than the trusted key.');
  return verifyCheckpoint(note, { ...policy, logKey });
}

/** Returns the index that announced the trusted key; -1 for the genesis key, which cannot return after its replacement. */
function findAnnouncement(announcements: readonly KeyBlock[], vkey: string): number {
  const announced = announcements.findIndex(({ data }) => data['publicKey'] === vkey);
  const replaced = announcements.findIndex(({ data }) => data['previousKey'] === vkey);
  return replaced >= 0 && replaced < announced ? -1 : announced;
}

/** Returns the bytes that the old key signs. Their first line is not an origin, so they can never be a checkpoint. */
function keyChangeMessage({ index, oldKey, newKey }: KeyChange): Uint8Array {
  return encodeUtf8(
    `cairn/checkpoint-key/v1\norigin ${oldKey.name}\nindex ${index}\nold ${formatVerifierKey(oldKey)}\nnew ${formatVerifierKey(newKey)}\n`,
  );
}

async function readChange(block: KeyBlock, key: VerifierKey, options: VerifyNoteOptions): Promise<VerifierKey> {
  const { index, data } = block;
  const { previousKey, publicKey, signature } = data as Record<string, unknown>;
  if (typeof publicKey !== 'string' || typeof signature !== 'string')
    throw invalid(index, 'it lacks a key or a signature');
  if (previousKey !== formatVerifierKey(key)) throw invalid(index, 'it replaces a key other than the current one');
  const change = { index, oldKey: key, newKey: parsed(() => parseVerifierKey(publicKey), index) };
  requireSuccessor(change);
  const bytes = parsed(() => fromBase64(signature), index);
  const verify = options.ed25519Verify ?? defaultEd25519Verify;
  if (bytes.length !== 64 || !(await runVerifier(verify, bytes, keyChangeMessage(change), key)))
    throw invalid(index, 'the replaced key did not sign it for this index');
  return change.newKey;
}

function requireSuccessor({ index, oldKey, newKey }: KeyChange): void {
  if (!Number.isSafeInteger(index) || index < 1)
    throw invalid(index, 'only a block after the genesis can announce a key');
  if (newKey.type !== 'ed25519' || newKey.name !== oldKey.name)
    throw invalid(index, 'the new key has a different type or log');
  if (bytesEqual(newKey.publicKey, oldKey.publicKey)) throw invalid(index, 'the new key is the old one');
}

function parsed<T>(read: () => T, index: number): T {
  try {
    return read();
  } catch (cause) {
    throw invalid(index, 'its key or its signature is malformed', cause);
  }
}

async function runVerifier(
  verify: NonNullable<VerifyNoteOptions['ed25519Verify']>,
  signature: Uint8Array,
  message: Uint8Array,
  key: VerifierKey,
): Promise<boolean> {
  try {
    return (await verify(signature, message, key.publicKey)) === true;
  } catch (cause) {
    throw new ProofError('verifier_failed', `The signature of ${key.name} could not be checked.`, { cause });
  }
}

async function runSigner({ key, sign }: NoteSigner, message: Uint8Array): Promise<Uint8Array> {
  try {
    return await sign(message);
  } catch (cause) {
    throw new ProofError('signer_failed', `The key ${key.name} could not sign.`, { cause });
  }
}

function invalid(index: number, why: string, cause?: unknown): ProofError {
  return new ProofError('key_change_invalid', `Block ${index} announces an untrusted key: ${why}.`, {
    cause,
    index,
  });
}
