import type { Block } from '#domains/ledger/contract.ts';
import { blockNumber } from '../block-number.ts';

/** The event of a block, as far as its data names it. */
export type BlockSummary = {
  readonly action: string;
  readonly assetId: string | undefined;
  readonly participant: string | undefined;
  readonly recordedBy: string | undefined;
};

export function summaryOf({ data }: Pick<Block, 'data'>): BlockSummary {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    action: text(data['action']) ?? 'unknown',
    assetId: text(data['asset_id']),
    participant: text(data['user']),
    recordedBy: text(data['recordedBy']),
  };
}

/** Returns the name of block 0, or the number of any other block. */
export function labelOf(index: number): string {
  return index === 0 ? 'Genesis Block' : blockNumber(index);
}
