import type { VeinTone } from './cairn-picture.ts';

/** What the domain that records about assets adds to a sheet. The ledger itself gives an event no meaning. */
export type AssetFacts = {
  /** Returns the name of an asset, the number of its steps and its status, or undefined for an unknown one. */
  standingOf(
    assetId: string,
  ): Promise<
    { readonly name: string; readonly steps: number; readonly status: string; readonly tone: VeinTone } | undefined
  >;
  /** Returns the block that corrects each of these blocks, by the index of the corrected one. */
  correctionsOf(indexes: readonly number[]): Promise<ReadonlyMap<number, number>>;
};

/** Used while no domain records about assets. */
export const noAssetFacts: AssetFacts = { standingOf: async () => undefined, correctionsOf: async () => new Map() };
