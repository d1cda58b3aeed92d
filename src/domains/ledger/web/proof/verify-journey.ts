import type { ProofCheck } from './proof-check.ts';
import { serverSource } from './proof-source.ts';
import { browserMemory } from './trusted-log.ts';
import type { BlockClaim, BlockVerdict } from './verify-block.ts';

/**
 * Verifies many blocks in this browser against one checkpoint, and calls `onBlock` with each verdict. Loads its code on
 * demand.
 */
export async function verifyJourney(
  claims: readonly BlockClaim[],
  onBlock: (claim: BlockClaim, verdict: BlockVerdict) => void,
  signal: AbortSignal,
): Promise<{ readonly log: readonly ProofCheck[] }> {
  const { verifyBlocksHere } = await import('./verify-block.ts');
  return verifyBlocksHere(claims, serverSource, browserMemory, onBlock, signal);
}
