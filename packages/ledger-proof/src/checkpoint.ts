import { fromBase64, toBase64 } from './encoding/base64.ts';
import { parseDecimal } from './encoding/decimal.ts';
import { requireHash, requireSize } from './merkle/hashing.ts';
import type { VerifierKey } from './note/verifier-key.ts';
import { type VerifiedSignature, type VerifyNoteOptions, verifyNote } from './note/verify-note.ts';
import { ProofError } from './proof-error.ts';

/** The state of a log at one size. */
export interface TreeHead {
  readonly size: bigint;
  /** The RFC 6962 root over the first `size` leaves, 32 bytes. */
  readonly root: Uint8Array;
}

/** What a log states about itself: the text of its signed note (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** The log's identity. */
  readonly origin: string;
  /** Further lines, opaque here; usually none. */
  readonly extensions: readonly string[];
}

/** Whom a reader trusts, and how far. */
export interface CheckpointPolicy extends VerifyNoteOptions {
  readonly logKey: VerifierKey;
  /** The origin that the checkpoint has to name. Default: the name of the log's key. */
  readonly origin?: string;
  /** Known witnesses. Default: none. */
  readonly witnessKeys?: readonly VerifierKey[];
  /** How many different known witnesses have to have cosigned. Default: 0. */
  readonly quorum?: number;
}

/** A checkpoint that satisfied a policy. */
export interface VerifiedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The signatures of known witnesses, with their times. */
  readonly cosignatures: readonly VerifiedSignature[];
}

/**
 * Reads the text of a checkpoint; formatting the result gives the same text again. Proves nothing about who wrote it.
 * @throws ProofError `checkpoint_malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  try {
    if (!text.endsWith('\n')) throw malformed('It does not end with a newline.');
    const lines = text.slice(0, -1).split('\n');
    const [origin, size, root, ...extensions] = lines;
    if (origin === undefined || size === undefined || root === undefined) throw malformed('It has too few lines.');
    if (lines.includes('')) throw malformed('It has an empty line.');
    const hash = fromBase64(root);
    requireHash(hash, 'root');
    return { origin, size: parseDecimal(size), root: hash, extensions };
  } catch (cause) {
    throw cause instanceof ProofError && cause.code === 'checkpoint_malformed' ? cause : malformed('', cause);
  }
}

/**
 * Gives the text of a checkpoint, ready to be signed as a note.
 * @throws ProofError `checkpoint_malformed`, `size_out_of_range` or `hash_malformed`
 */
export function formatCheckpoint(head: TreeHead & { origin: string; extensions?: readonly string[] }): string {
  requireSize(head.size, 'tree size');
  requireHash(head.root, 'root');
  const lines = [head.origin, String(head.size), toBase64(head.root), ...(head.extensions ?? [])];
  // A newline inside a line would let an origin write the size.
  if (lines.some((line) => line === '' || line.includes('\n'))) throw malformed('A line is empty or not one line.');
  return `${lines.join('\n')}\n`;
}

/**
 * Resolves only if the log's key signed this checkpoint for this origin, and enough witnesses saw it.
 * @throws ProofError as `verifyNote` and `parseCheckpoint`; `signature_missing` when the log itself did not sign,
 *   `checkpoint_origin_mismatch`, `checkpoint_quorum_missing`
 */
export async function verifyCheckpoint(
  note: string | Uint8Array,
  policy: CheckpointPolicy,
): Promise<VerifiedCheckpoint> {
  const { logKey, witnessKeys = [], quorum = 0 } = policy;
  const { text, signatures } = await verifyNote(note, [logKey, ...witnessKeys], policy);
  if (!signatures.some(({ key }) => isSameKey(key, logKey))) {
    throw new ProofError('signature_missing', 'The log itself did not sign the checkpoint.');
  }
  const checkpoint = parseCheckpoint(text);
  // A key may serve several logs; what one of them signed must not pass for another.
  if (checkpoint.origin !== (policy.origin ?? logKey.name)) {
    throw new ProofError('checkpoint_origin_mismatch', 'The checkpoint belongs to another log.');
  }
  // Only a cosignature states that its maker checked consistency; a plain note signature does not make a witness.
  const cosignatures = signatures.filter(({ key }) => key.type === 'cosignature/v1' && !isSameKey(key, logKey));
  requireQuorum(cosignatures, quorum);
  return { checkpoint, cosignatures };
}

// Counted by public key, so that one witness configured or signing twice is still one.
function requireQuorum(cosignatures: readonly VerifiedSignature[], quorum: number): void {
  const witnesses = new Set(cosignatures.map(({ key }) => toBase64(key.publicKey)));
  if (!(witnesses.size >= quorum)) {
    throw new ProofError('checkpoint_quorum_missing', `Of ${quorum} witnesses needed, ${witnesses.size} cosigned.`);
  }
}

function isSameKey(a: VerifierKey, b: VerifierKey): boolean {
  return a.name === b.name && a.id === b.id;
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('checkpoint_malformed', `The text is not a checkpoint. ${detail}`.trim(), { cause });
}
