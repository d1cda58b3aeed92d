/** What the domain that records about assets adds to a sheet. The ledger itself gives an event no meaning. */
export type AssetFacts = {
  /** Returns the block that corrects each of these blocks, by the index of the corrected one. */
  correctionsOf(indexes: readonly number[]): Promise<ReadonlyMap<number, number>>;
};

/** Used while no domain records about assets. */
export const noAssetFacts: AssetFacts = { correctionsOf: async () => new Map() };
