import {
  blockHash,
  entryOf,
  fromHex,
  type Block as ProvenBlock,
  verifyBlock,
  verifyInclusion,
} from '@cairn/ledger-proof';
import type { Block } from '#domains/ledger/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { attempt, type ProofCheck } from './proof-check.ts';
import type { ProofSource } from './proof-source.ts';
import type { TrustMemory } from './trusted-log.ts';
import { verifyLog } from './verify-log.ts';

/** The claims of a screen about a block. Each claim is compared with the block's own content. */
export type BlockClaim = {
  readonly index: number;
  readonly hash?: string;
  readonly action?: string;
  readonly assetId?: string;
};
export type BlockVerdict = {
  readonly holds: boolean;
  readonly checks: readonly ProofCheck[];
  /** The block, if it is valid. Its content may be compared with other values on the screen. */
  readonly block?: Block;
};

/**
 * Verifies one block in this browser: its hash covers its content, its previous block is the one it names, it is in
 * the signed tree, and the log itself is valid. Throws `ApiError` if the material cannot be fetched.
 */
export async function verifyBlockHere(
  claim: BlockClaim,
  source: ProofSource,
  memory: TrustMemory,
  onCheck: (check: ProofCheck) => void = () => {},
): Promise<BlockVerdict> {
  const checks: ProofCheck[] = [];
  const add = (check: ProofCheck) => {
    checks.push(check);
    onCheck(check);
  };
  const found = await fetchIntact(() => Promise.all([source.block(claim.index), source.inclusion(claim.index)]));
  if ('kind' in found) {
    add(found);
    return { holds: false, checks };
  }
  const [block, proof] = found;
  add(await checkContent(block, claim));
  if (claim.index > 0) add(await checkLink(block, source));
  const log = await verifyLog(proof.checkpoint, source, memory);
  for (const check of log.checks) add(check);
  const { checkpoint } = log;
  if (checkpoint) add(await checkInclusion(block, proof.hashes, checkpoint));
  return { holds: checks.every((check) => check.holds), checks };
}

/** Verifies many blocks against one checkpoint. Calls `onBlock` with each verdict. */
export async function verifyBlocksHere(
  claims: readonly BlockClaim[],
  source: ProofSource,
  memory: TrustMemory,
  onBlock: (claim: BlockClaim, verdict: BlockVerdict) => void,
  signal?: AbortSignal,
): Promise<{ readonly log: readonly ProofCheck[] }> {
  const last = claims.reduce((highest, claim) => Math.max(highest, claim.index), 0);
  const newest = await source.inclusion(last);
  const { checks, checkpoint } = await verifyLog(newest.checkpoint, source, memory);
  if (checkpoint === undefined) return { log: checks };
  for (const claim of claims) {
    if (signal?.aborted) break;
    const found = await fetchIntact(() =>
      Promise.all([
        source.block(claim.index),
        claim.index === last ? newest : source.inclusion(claim.index, Number(checkpoint.size)),
      ]),
    );
    if ('kind' in found) {
      onBlock(claim, { holds: false, checks: [found] });
      continue;
    }
    const [block, proof] = found;
    const own = [await checkContent(block, claim), await checkInclusion(block, proof.hashes, checkpoint)];
    const holds = own.every((check) => check.holds);
    onBlock(claim, { holds, checks: own, ...(holds ? { block } : {}) });
  }
  return { log: checks };
}

/** Returns the fetched material, or the failed check if the server reports that it is damaged. */
async function fetchIntact<T extends object>(fetchMaterial: () => Promise<T>): Promise<T | ProofCheck> {
  let material: T | undefined;
  const check = await attempt('content', async () => {
    material = await fetchMaterial();
    return '';
  });
  return material ?? check;
}

function checkContent(block: Block, claim: BlockClaim): Promise<ProofCheck> {
  return attempt('content', () => {
    const number = formatCount(block.index);
    const shown = [
      [claim.hash, block.hash],
      [claim.action, block.data['action']],
      [claim.assetId, block.data['asset_id']],
    ];
    if (block.index !== claim.index || shown.some(([claimed, said]) => claimed !== undefined && claimed !== said)) {
      throw new Error(`Block ${number} differs from what is shown here.`);
    }
    if (blockHash(entryOf(provable(block))) !== block.hash) {
      throw new Error(`Block ${number} no longer matches its hash. Compare it with the last checkpoint.`);
    }
    verifyBlock(provable(block));
    return { label: 'Its hash, recomputed here, matches its content.', short: 'Content unchanged' };
  });
}

function checkLink(block: Block, source: ProofSource): Promise<ProofCheck> {
  return attempt('link', async () => {
    const before = await source.block(block.index - 1);
    if (blockHash(entryOf(provable(before))) !== block.prev_hash) {
      throw new Error(`It does not link to block ${formatCount(before.index)}: the hashes differ.`);
    }
    const number = formatCount(before.index);
    return { label: `It links to block ${number} by its hash.`, short: `Linked to block ${number}` };
  });
}

function checkInclusion(
  block: Block,
  hashes: readonly string[],
  head: { size: bigint; root: Uint8Array },
): Promise<ProofCheck> {
  return attempt('inclusion', () => {
    verifyInclusion({
      // Recomputed instead of taken from the response, because changed content must not pass under its old hash.
      leafHash: fromHex(blockHash(entryOf(provable(block)))),
      index: BigInt(block.index),
      size: head.size,
      root: head.root,
      proof: hashes.map((hash) => fromHex(hash)),
    });
    return {
      label: `${formatCounted(hashes.length, 'hash leads', 'hashes lead')} from it to the signed root over ${formatCounted(head.size, 'block')}.`,
      short: 'Signed',
    };
  });
}

function provable(block: Block): ProvenBlock {
  return block as unknown as ProvenBlock;
}
