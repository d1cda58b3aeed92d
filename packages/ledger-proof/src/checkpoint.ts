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

/** A log's statement about itself: the text of its signed note (C2SP tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** The log's identity. */
  readonly origin: string;
  /** Extension lines, opaque here; usually none. */
  readonly extensions: readonly string[];
}

/** The keys that a reader trusts, and the required number of witnesses. */
export interface CheckpointPolicy extends VerifyNoteOptions {
  readonly logKey: VerifierKey;
  /** The origin that the checkpoint must name. Default: the name of the log's key. */
  readonly origin?: string;
  /** Known witnesses. Default: none. */
  readonly witnessKeys?: readonly VerifierKey[];
  /** How many different known witnesses must have cosigned. Default: 0. */
  readonly quorum?: number;
}

/** A checkpoint that satisfied a policy. */
export interface VerifiedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The signatures of known witnesses, with their times. */
  readonly cosignatures: readonly VerifiedSignature[];
}

/**
 * Parses the text of a checkpoint. Formatting the result returns the same text. Proves nothing about its author.
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
 * Returns the text of a checkpoint, ready to be signed as a note.
 * @throws ProofError `checkpoint_malformed`, `size_out_of_range` or `hash_malformed`
 */
export function formatCheckpoint(head: TreeHead & { origin: string; extensions?: readonly string[] }): string {
  requireSize(head.size, 'tree size');
  requireHash(head.root, 'root');
  const lines = [head.origin, String(head.size), toBase64(head.root), ...(head.extensions ?? [])];
  // A newline inside a line would let an origin supply the size.
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw malformed('A line is empty or contains a newline.');
  return `${lines.join('\n')}\n`;
}

/**
 * Resolves only if the log's key signed this checkpoint for this origin, and enough witnesses cosigned it.
 * @throws ProofError like `verifyNote` and `parseCheckpoint`; `signature_missing` if the log itself did not sign,
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
  // A key may serve several logs. A checkpoint of one of them must not pass for another's.
  if (checkpoint.origin !== (policy.origin ?? logKey.name)) {
    throw new ProofError('checkpoint_origin_mismatch', 'The checkpoint belongs to a different log.');
  }
  // Only a cosignature states that its signer checked consistency. A plain note signature does not make a witness.
  const cosignatures = signatures.filter(({ key }) => key.type === 'cosignature/v1' && !isSameKey(key, logKey));
  requireQuorum(cosignatures, quorum);
  return { checkpoint, cosignatures };
}

// Counted by public key, so that one witness configured or signing twice counts once.
function requireQuorum(cosignatures: readonly VerifiedSignature[], quorum: number): void {
  const witnesses = new Set(cosignatures.map(({ key }) => toBase64(key.publicKey)));
  if (!(witnesses.size >= quorum)) {
    throw new ProofError(
      'checkpoint_quorum_missing',
      `Witnesses that cosigned: ${witnesses.size} of the required ${quorum}.`,
    );
  }
}

function isSameKey(a: VerifierKey, b: VerifierKey): boolean {
  return a.name === b.name && a.id === b.id;
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('checkpoint_malformed', `The text is not a checkpoint. ${detail}`.trim(), { cause });
}
