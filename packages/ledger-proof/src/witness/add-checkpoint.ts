import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { decodeUtf8 } from '../encoding/bytes.ts';
import { parseDecimal } from '../encoding/decimal.ts';
import { requireHash, requireProof, requireSize } from '../merkle/hashing.ts';
import { NOTE_LENGTH_MAX } from '../note/note.ts';
import { ProofError } from '../proof-error.ts';

/** A log's request to a witness to cosign a checkpoint that extends the last cosigned one. */
export interface AddCheckpoint {
  /** The size that the witness last cosigned, according to the log; 0 before the first. */
  readonly oldSize: bigint;
  /** The consistency proof from `oldSize`, for `verifyConsistency`; empty from 0. */
  readonly proof: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

/** The maximum number of proof lines in a request (C2SP tlog-witness). */
const PROOF_LINES_MAX = 63;

/**
 * Returns the body of a request to `add-checkpoint` (C2SP tlog-witness), the reverse of `parseAddCheckpoint`.
 * @throws ProofError `size_out_of_range`, `proof_malformed` or `hash_malformed`
 */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  requireSize(oldSize, 'old size');
  requireProof(proof);
  return `${[`old ${oldSize}`, ...proof.map(toBase64)].join('\n')}\n\n${checkpoint}`;
}

/**
 * Parses the body of a request. Formatting the result returns the same text. Checks only the form; the checkpoint is
 * still unverified.
 * @throws ProofError `request_malformed`
 */
export function parseAddCheckpoint(body: string | Uint8Array): AddCheckpoint {
  try {
    if (body.length > NOTE_LENGTH_MAX) throw malformed('It is too long.');
    const text = typeof body === 'string' ? body : decodeUtf8(body);
    const blank = text.indexOf('\n\n');
    const [first = '', ...lines] = text.slice(0, Math.max(blank, 0)).split('\n');
    if (!first.startsWith('old ')) throw malformed('It does not start with the old size.');
    const oldSize = parseDecimal(first.slice(4));
    if (lines.length > PROOF_LINES_MAX) throw malformed(`It has more than ${PROOF_LINES_MAX} hashes.`);
    return { oldSize, proof: lines.map(parseHashLine), checkpoint: text.slice(blank + 2) };
  } catch (cause) {
    throw cause instanceof ProofError && cause.code === 'request_malformed' ? cause : malformed('', cause);
  }
}

function parseHashLine(line: string): Uint8Array {
  const hash = fromBase64(line);
  requireHash(hash, 'proof hash');
  return hash;
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('request_malformed', `The body is not an add-checkpoint request. ${detail}`.trim(), { cause });
}
