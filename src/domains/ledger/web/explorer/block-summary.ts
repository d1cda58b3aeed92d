import type { Block } from '#domains/ledger/contract.ts';

/** What a block says about the world, as far as it names it. */
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

/** Block 0 has a name; the others have their number. */
export function labelOf(index: number): string {
  return index === 0 ? 'Genesis Block' : `#${index}`;
}

/** `quality_check` → `quality check`. */
export function wordsOf(action: string): string {
  return action.replaceAll('_', ' ');
}
