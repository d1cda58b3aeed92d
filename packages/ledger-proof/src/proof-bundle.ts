import { type Block, parseEntry } from './block.ts';
import type { CheckpointPolicy, VerifiedCheckpoint } from './checkpoint.ts';
import { defaultSha256, type Sha256 } from './crypto.ts';
import { decodeUtf8 } from './encoding/bytes.ts';
import { fromHex } from './encoding/hex.ts';
import { followKeys, KEY_CHANGE_ACTION, verifyCheckpointByKeys } from './log/log-keys.ts';
import { verifyInclusion } from './merkle/inclusion.ts';
import { ProofError } from './proof-error.ts';
import { formatTlogProof, parseTlogProof, type TlogProof } from './tlog-proof.ts';

/** Whom a reader of a bundle trusts. */
export interface ProofBundlePolicy extends Omit<CheckpointPolicy, 'origin'> {
  readonly sha256?: Sha256;
}

/** What a bundle has shown. */
export interface VerifiedProofBundle extends VerifiedCheckpoint {
  /** The blocks that are in the log, ascending; those that announce a key among them. */
  readonly blocks: readonly Block[];
}

/** Proofs in a bundle at most. */
export const BUNDLE_PROOFS_MAX = 1000;

const LENGTH_MAX = 128 * 1024 * 1024;
const HEADER = 'c2sp.org/tlog-proof@v1\n';

/**
 * Gives the text of a `.tlog-proofs` file: C2SP tlog-proofs with one blank line between two, ascending, all under the same
 * checkpoint, and each with its block's entry as `extra`. Each part is a `.tlog-proof` file as it stands.
 * @throws ProofError `proof_malformed` as `parseProofBundle`; errors of `formatTlogProof`
 */
export function formatProofBundle(proofs: readonly TlogProof[]): string {
  requireBundle(proofs);
  return proofs.map(formatTlogProof).join('\n');
}

/**
 * Takes a bundle apart; a single `.tlog-proof` file is a bundle of one. Formatting the result gives the same text again. Checks the form
 * only.
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
 * announce a key are followed from it on. Says nothing of blocks that are left out.
 * @throws ProofError with the `index` of the first block that does not hold, where it is one; as `parseProofBundle`,
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
  if (extra === undefined) throw new ProofError('entry_malformed', 'The proof does not hold the block.');
  const { dataText: _, ...block } = parseEntry(extra, sha256);
  if (BigInt(block.index) !== index) throw new ProofError('index_out_of_range', `It holds block ${block.index}.`);
  return block;
}

/** Names the block in whatever is wrong with it. */
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
    throw malformed(`It has to hold 1 to ${BUNDLE_PROOFS_MAX} proofs.`);
  // One head for all: otherwise each proof could be about another history.
  if (proofs.some(({ checkpoint }) => checkpoint !== proofs[0]?.checkpoint))
    throw malformed('Its proofs are not all under the same checkpoint.');
  if (proofs.some(({ index }, n) => n > 0 && index <= (proofs[n - 1]?.index ?? 0n)))
    throw malformed('Its proofs are not in ascending order.');
}

function readText(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    throw malformed('It is not text in UTF-8.', cause);
  }
}

function malformed(detail: string, cause?: unknown): ProofError {
  return new ProofError('proof_malformed', `The file is not a bundle of log proofs. ${detail}`, { cause });
}
