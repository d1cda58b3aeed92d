import { type Checkpoint, parseCheckpoint, type TreeHead } from '../checkpoint.ts';
import { defaultSha256, type Sha256 } from '../crypto.ts';
import { bytesEqual } from '../encoding/bytes.ts';
import { verifyConsistency } from '../merkle/consistency.ts';
import { emptyRoot } from '../merkle/hashing.ts';
import { parseNote } from '../note/note.ts';
import type { VerifierKey } from '../note/verifier-key.ts';
import { type VerifyNoteOptions, verifyNote } from '../note/verify-note.ts';
import { ProofError } from '../proof-error.ts';
import { type AddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts';

/** The trusted keys and stored state of a witness. */
export interface WitnessView extends VerifyNoteOptions {
  /** Returns the trusted keys for a log of this origin; undefined for a log that this witness does not follow. */
  readonly keysOf: (origin: string) => readonly VerifierKey[] | undefined;
  /** Returns the last cosigned checkpoint for this origin; undefined before the first. */
  readonly latestOf: (origin: string) => TreeHead | undefined;
  readonly sha256?: Sha256;
}

/** Why a witness does not cosign. `status` is the HTTP status that C2SP tlog-witness specifies. */
export type WitnessRefusal =
  | { readonly status: 400 | 403 | 404 | 422; readonly reason: string }
  | { readonly status: 409; readonly reason: string; readonly size: bigint };

/** A checkpoint that a witness may cosign, with the text to sign. */
export interface Cosignable {
  readonly checkpoint: Checkpoint;
  readonly text: string;
}

/**
 * Returns the checkpoint only if a trusted key of a known log signed it and it extends, without changing a leaf, the
 * last one that this witness cosigned; otherwise returns the refusal. Judging and recording must be one step: the
 * caller must not process a second request for the same origin in between, and must cosign only once the new state is
 * durable. Never throws for any request.
 */
export async function judgeCheckpoint(
  body: string | Uint8Array,
  view: WitnessView,
): Promise<Cosignable | WitnessRefusal> {
  try {
    const request = parseAddCheckpoint(body);
    const { text } = parseNote(request.checkpoint);
    const checkpoint = parseCheckpoint(text);
    const keys = view.keysOf(checkpoint.origin);
    if (keys === undefined) return { status: 404, reason: 'This witness does not follow a log of this origin.' };
    if (!(await isSigned(request.checkpoint, keys, view)))
      return { status: 403, reason: 'No trusted key of this origin signed the checkpoint.' };
    return judgeGrowth(request, { checkpoint, text }, view);
  } catch (error) {
    if (error instanceof ProofError) return { status: 400, reason: error.message };
    throw error;
  }
}

function judgeGrowth(
  request: AddCheckpoint,
  cosignable: Cosignable,
  { latestOf, sha256 = defaultSha256 }: WitnessView,
): Cosignable | WitnessRefusal {
  const { size, root, origin } = cosignable.checkpoint;
  const latest = latestOf(origin) ?? { size: 0n, root: emptyRoot(sha256) };
  if (request.oldSize > size) return { status: 400, reason: 'The old size is larger than the checkpoint.' };
  if (request.oldSize !== latest.size) return conflict(latest, 'The old size is not the size that was last cosigned.');
  if (size === latest.size && !bytesEqual(root, latest.root))
    return { status: 422, reason: 'A different checkpoint of the same size was cosigned.' };
  if (size === 0n && !bytesEqual(root, emptyRoot(sha256)))
    return { status: 422, reason: 'The root of a checkpoint of size 0 is not that of the empty tree.' };
  if (latest.size === 0n) {
    // The empty tree is consistent with everything; a proof could only hide something else.
    return request.proof.length === 0 ? cosignable : inconsistent();
  }
  try {
    verifyConsistency(
      { oldSize: latest.size, oldRoot: latest.root, newSize: size, newRoot: root, proof: request.proof },
      sha256,
    );
    return cosignable;
  } catch (error) {
    if (error instanceof ProofError) return inconsistent();
    throw error;
  }
}

const conflict = ({ size }: TreeHead, reason: string): WitnessRefusal => ({ status: 409, reason, size });

const inconsistent = (): WitnessRefusal => ({
  status: 422,
  reason: 'The proof does not show that the log extends the last cosigned checkpoint.',
});

async function isSigned(note: string, keys: readonly VerifierKey[], options: VerifyNoteOptions): Promise<boolean> {
  try {
    await verifyNote(note, keys, options);
    return true;
  } catch (error) {
    if (error instanceof ProofError && (error.code === 'signature_missing' || error.code === 'signature_invalid'))
      return false;
    throw error;
  }
}
