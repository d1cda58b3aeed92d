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
  /** The anomalies of each step as text, by block. Corrected steps have none. */
  readonly anomalies: ReadonlyMap<number, readonly string[]>;
};

/** The facts that the domain of assets adds to blocks and sheets. The ledger itself gives an event no meaning. */
export type AssetFacts = {
  /** Returns the present names of these assets, by id, according to the server's index. */
  namesOf(assetIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the block that corrects each of these blocks according to the server's index, by the index of the corrected one. */
  correctionsOf(indexes: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns the correcting block of each corrected one among these blocks, according to the blocks alone. */
  correctionsAmong(blocks: readonly Block[]): ReadonlyMap<number, number>;
  /**
   * Returns the state of the asset after these blocks, which include its first one. Undefined if none of them is an
   * event of it.
   */
  standingAfter(assetId: string, blocks: readonly Block[]): Standing | undefined;
};

/** Used while no domain records about assets. */
export const noAssetFacts: AssetFacts = {
  namesOf: async () => new Map(),
  correctionsOf: async () => new Map(),
  correctionsAmong: () => new Map(),
  standingAfter: () => undefined,
};
