import { type BlockData, verifyBlock } from '@cairn/ledger-proof';
import type { Block } from '#domains/ledger/contract.ts';
import { LedgerDamage, reportDamage } from './report-damage.ts';
import { nodeSha256 } from './seal-blocks.ts';

/**
 * Returns `block` if it is the requested one and its hash covers its content. Throws `ledger.damaged` otherwise: the stored
 * block was altered, or the database answered with another one. Costs one hash.
 */
export function requireIntact(block: Block, requested: { readonly index: number } | { readonly hash: string }) {
  return reportDamage(async () => {
    const isRequested = 'index' in requested ? block.index === requested.index : block.hash === requested.hash;
    if (!isRequested) throw new LedgerDamage('The database returned another block than the requested one.');
    verifyBlock({ ...block, data: block.data as BlockData }, nodeSha256);
    return block;
  });
}
