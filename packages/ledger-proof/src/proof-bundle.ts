import { type Block, parseEntry } from './block.ts';
import type { CheckpointPolicy, VerifiedCheckpoint } from './checkpoint.ts';
import { defaultSha256, type Sha256 } from './crypto.ts';
import { decodeUtf8 } from './encoding/bytes.ts';
import { fromHex } from './encoding/hex.ts';
import { followKeys, KEY_CHANGE_ACTION, verifyCheckpointByKeys } from './log/log-keys.ts';
import { verifyInclusion } from './merkle/inclusion.ts';
import { ProofError } from './proof-error.ts';
import { formatTlogProof, parseTlogProof, type TlogProof } from './tlog-proof.ts';

/** The keys that a reader of a bundle trusts. */
export interface ProofBundlePolicy extends Omit<CheckpointPolicy, 'origin'> {
  readonly sha256?: Sha256;
}

/** The facts that a bundle proves. */
export interface VerifiedProofBundle extends VerifiedCheckpoint {
  /** The proven blocks, ascending, including those that announce a key. */
  readonly blocks: readonly Block[];
}

/** The maximum number of proofs in a bundle. */
export const BUNDLE_PROOFS_MAX = 1000;

const LENGTH_MAX = 128 * 1024 * 1024;
const HEADER = 'c2sp.org/tlog-proof@v1\n';

/**
 * Returns the text of a `.tlog-proofs` file: C2SP tlog-proofs in ascending order, separated by a blank line, all under
 * the same checkpoint, each with its block's entry as `extra`. Each part is a valid `.tlog-proof` file.
 * @throws ProofError `proof_malformed` like `parseProofBundle`; errors of `formatTlogProof`
 */
export function formatProofBundle(proofs: readonly TlogProof[]): string {
  requireBundle(proofs);
  return proofs.map(formatTlogProof).join('\n');
}

/**
 * Parses a bundle; a single `.tlog-proof` file is a bundle of one. Formatting the result returns the same text. Checks
 * only the form.
 * @throws ProofError `proof_malformed`
 */
export function parseProofBundle(file: string | Uint8Array): TlogProof[] {
  if (file.length > LENGTH_MAX) throw malformed('It is too long.');
  const text = typeof file === 'string' ? file : readText(file);
  const parts = text.split(`\n${HEADER}`);
  if (parts.length > BUNDLE_PROOFS_MAX) throw malformed(`It has more than ${BUNDLE_PROOFS_MAX} proofs.`);
  const proofs = parts.map((part, n) => parseTlogProof(n === 0 ? part : `${HEADER}${part}`));
  requireBundle(proofs);
  return proofs;
}

/**
 * Resolves to the blocks only if every one of them is in the log, at its index and with exactly this content, under a
 * checkpoint that satisfies the policy. `logKey` may be the log's first key or a later one: blocks in the bundle that
 * announce a key are followed from it on. Proves nothing about omitted blocks.
 * @throws ProofError with the `index` of the first invalid block, if it is a block; like `parseProofBundle`,
 *   `followKeys`, `verifyCheckpoint` and `verifyInclusion`
 */
export async function verifyProofBundle(
  file: string | Uint8Array,
  policy: ProofBundlePolicy,
): Promise<VerifiedProofBundle> {
  const { sha256 = defaultSha256, logKey, ...rest } = policy;
  const proofs = parseProofBundle(file);
  const blocks = proofs.map((proof) => at(proof.index, () => readBlock(proof, sha256)));
  const keys = await followKeys(
    logKey,
    blocks.filter(({ data }) => data.action === KEY_CHANGE_ACTION),
    policy,
  );
  const verified = await verifyCheckpointByKeys(proofs[0]?.checkpoint ?? '', keys, rest);
  const { size, root } = verified.checkpoint;
  for (const [n, { index, hashes }] of proofs.entries())
    at(index, () => {
      const leafHash = fromHex(blocks[n]?.hash ?? '');
      verifyInclusion({ leafHash, index, size, root, proof: hashes }, sha256);
    });
  return { ...verified, blocks };
}

function readBlock({ index, extra }: TlogProof, sha256: Sha256): Block {
  if (extra === undefined) throw new ProofError('entry_malformed', 'The proof does not contain the block.');
  const { dataText: _, ...block } = parseEntry(extra, sha256);
  if (BigInt(block.index) !== index) throw new ProofError('index_out_of_range', `It contains block ${block.index}.`);
  return block;
}

/** Adds the block's index to its errors. */
function at<T>(index: bigint, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new ProofError(error.code, error.message, { cause: error, index: Number(index) });
  }
}

function requireBundle(proofs: readonly TlogProof[]): void {
  if (proofs.length === 0 || proofs.length > BUNDLE_PROOFS_MAX)
    throw malformed(`It must contain 1 to ${BUNDLE_PROOFS_MAX} proofs.`);
  // One head for all: otherwise each proof could be about a different history.
  if (proofs.some(({ checkpoint }) => checkpoint !== proofs[0]?.checkpoint))
    throw malformed('Its proofs are not all under the same checkpoint.');
  if (proofs.some(({ index }, n) => n > 0 && index <= (proofs[n - 1]?.index ?? 0n)))
    throw malformed('Its proofs are not in ascending order.');
}

function readText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    throw malformed('It is not UTF-8 text.', cause);
  }
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('proof_malformed', `The file is not a bundle of log proofs. ${detail}`, { cause });
}
