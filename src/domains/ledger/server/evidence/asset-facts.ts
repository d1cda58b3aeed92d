import type { Block } from '@cairn/ledger-proof';
import type { VeinTone } from './cairn-picture.ts';

/** An asset according to blocks. */
export type Standing = {
  readonly name: string;
  /** The block that states the name. */
  readonly namedBy: number;
  readonly status: string;
  readonly tone: VeinTone;
  readonly place: string | undefined;
  readonly holder: string | undefined;
  /** What does not fit the steps before it, in words, by its block. What was corrected has none. */
  readonly anomalies: ReadonlyMap<number, readonly string[]>;
};

/** What the domain that records about assets adds to a sheet. The ledger itself gives an event no meaning. */
export type AssetFacts = {
  /** Returns the block that corrects each of these blocks according to the server's index, by the index of the corrected one. */
  correctionsOf(indexes: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns which of these blocks is corrected by which, according to the blocks alone. */
  correctionsAmong(blocks: readonly Block[]): ReadonlyMap<number, number>;
  /** Returns the asset after these blocks, its first one among them. Undefined if none of them is an event of it. */
  standingAfter(assetId: string, blocks: readonly Block[]): Standing | undefined;
};

/** Used while no domain records about assets. */
export const noAssetFacts: AssetFacts = {
  correctionsOf: async () => new Map(),
  correctionsAmong: () => new Map(),
  standingAfter: () => undefined,
};
