import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { decodeUtf8 } from '../encoding/bytes.ts';
import { parseDecimal } from '../encoding/decimal.ts';
import { requireHash, requireProof, requireSize } from '../merkle/hashing.ts';
import { NOTE_LENGTH_MAX } from '../note/note.ts';
import { ProofError } from '../proof-error.ts';

/** What a log asks of a witness: to cosign a checkpoint that extends the one it cosigned before. */
export interface AddCheckpoint {
  /** The size that the witness cosigned last, as far as the log knows; 0 before the first. */
  readonly oldSize: bigint;
  /** The proof of consistency from `oldSize` on, as for `verifyConsistency`; empty from 0. */
  readonly proof: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

/** C2SP tlog-witness: no request has more proof lines. */
const PROOF_LINES_MAX = 63;

/**
 * Gives the body of a request to `add-checkpoint` (C2SP tlog-witness), which `parseAddCheckpoint` reads.
 * @throws ProofError `size_out_of_range`, `proof_malformed` or `hash_malformed`
 */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  requireSize(oldSize, 'old size');
  requireProof(proof);
  return `${[`old ${oldSize}`, ...proof.map(toBase64)].join('\n')}\n\n${checkpoint}`;
}

/**
 * Reads the body of a request; formatting the result gives the same text again. Checks the form only: the checkpoint is
 * still to be verified.
 * @throws ProofError `request_malformed`
 */
export function parseAddCheckpoint(body: string | Uint8Array): AddCheckpoint {
  try {
    if (body.length > NOTE_LENGTH_MAX) throw malformed('It is too long.');
    const text = typeof body === 'string' ? body : decodeUtf8(body);
    const blank = text.indexOf('\n\n');
    const [first = '', ...lines] = text.slice(0, Math.max(blank, 0)).split('\n');
    if (!first.startsWith('old ')) throw malformed('It does not begin with the old size.');
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
  return new ProofError('request_malformed', `The request is not one to add a checkpoint. ${detail}`.trim(), { cause });
}
