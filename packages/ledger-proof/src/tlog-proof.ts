import { type CheckpointPolicy, type VerifiedCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import { defaultSha256, type Sha256 } from './crypto.ts';
import { fromBase64, toBase64 } from './encoding/base64.ts';
import { decodeUtf8 } from './encoding/bytes.ts';
import { parseDecimal } from './encoding/decimal.ts';
import { requireHash, requireProof, requireSize } from './merkle/hashing.ts';
import { verifyInclusion } from './merkle/inclusion.ts';
import { NOTE_LENGTH_MAX } from './note/note.ts';
import { ProofError } from './proof-error.ts';

/** Everything needed to verify offline that an entry is in a log, except the entry and the trusted keys. */
export interface TlogProof {
  /** The index of the entry in the log, from 0. */
  readonly index: bigint;
  /** The inclusion proof in the checkpoint's tree, for `verifyInclusion`. */
  readonly hashes: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
  /** Opaque bytes that nothing authenticates. */
  readonly extra?: Uint8Array;
}

/** Options of `verifyTlogProof`. */
export interface TlogProofPolicy extends CheckpointPolicy {
  readonly sha256?: Sha256;
}

/** The facts that a proof proves. */
export interface VerifiedTlogProof extends VerifiedCheckpoint {
  readonly index: bigint;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
// No proof is longer, because a tree has at most 2^64 - 1 leaves.
const HASHES_MAX = 64;
const LENGTH_MAX = 2 * NOTE_LENGTH_MAX;

/**
 * Returns the text of a `.tlog-proof` file (C2SP tlog-proof), the reverse of `parseTlogProof`.
 * @throws ProofError `size_out_of_range`, `proof_malformed` or `hash_malformed`
 */
export function formatTlogProof(proof: TlogProof): string {
  requireSize(proof.index, 'index');
  requireProof(proof.hashes);
  const head = [
    HEADER,
    ...(proof.extra === undefined ? [] : [`extra ${toBase64(proof.extra)}`]),
    `index ${proof.index}`,
  ];
  return `${[...head, ...proof.hashes.map(toBase64)].join('\n')}\n\n${proof.checkpoint}`;
}

/**
 * Parses a `.tlog-proof` file. Formatting the result returns the same text. Checks only the form.
 * @throws ProofError `proof_malformed`
 */
export function parseTlogProof(file: string | Uint8Array): TlogProof {
  try {
    if (file.length > LENGTH_MAX) throw malformed('It is too long.');
    const text = typeof file === 'string' ? file : decodeUtf8(file);
    const blank = text.indexOf('\n\n');
    const lines = text.slice(0, Math.max(blank, 0)).split('\n');
    if (lines.shift() !== HEADER) throw malformed('It does not start with the name of the format.');
    const extra = lines[0]?.startsWith('extra ') ? fromBase64((lines.shift() ?? '').slice(6)) : undefined;
    const index = parseIndexLine(lines.shift());
    if (lines.length > HASHES_MAX) throw malformed('It has too many hashes.');
    const hashes = lines.map(parseHashLine);
    return { index, hashes, checkpoint: text.slice(blank + 2), ...(extra === undefined ? {} : { extra }) };
  } catch (cause) {
    throw cause instanceof ProofError && cause.code === 'proof_malformed' ? cause : malformed('', cause);
  }
}

/**
 * Resolves only if the entry with this leaf hash is in the log at the stated index, under a checkpoint that satisfies
 * the policy. For a block the leaf hash is its `hash`; compute it from the content with `verifyBlock` or `leafHash`.
 * @throws ProofError like `parseTlogProof`, `verifyCheckpoint` and `verifyInclusion`
 */
export async function verifyTlogProof(
  file: string | Uint8Array,
  leafHash: Uint8Array,
  policy: TlogProofPolicy,
): Promise<VerifiedTlogProof> {
  const { index, hashes, checkpoint: note } = parseTlogProof(file);
  // The checkpoint first: sizes and roots without a trusted signature must not be used in computations.
  const verified = await verifyCheckpoint(note, policy);
  const { size, root } = verified.checkpoint;
  verifyInclusion({ leafHash, index, size, root, proof: hashes }, policy.sha256 ?? defaultSha256);
  return { ...verified, index };
}

function parseIndexLine(line: string | undefined): bigint {
  if (line === undefined || !line.startsWith('index ')) throw malformed('It names no index.');
  return parseDecimal(line.slice(6));
}

function parseHashLine(line: string): Uint8Array {
  const hash = fromBase64(line);
  requireHash(hash, 'proof hash');
  return hash;
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('proof_malformed', `The file is not a log proof. ${detail}`.trim(), { cause });
}
