import type { AssetState } from './journey.ts';

/** What the last batches left behind, so that an asset on its way is not read again for each of its events. */
export type AssetMemory = {
  /** Gives those of these assets that are remembered. */
  recall(assetIds: Iterable<string>): Map<string, AssetState>;
  keep(states: readonly AssetState[]): void;
  forget(): void;
};

/** About 400 bytes each. */
const REMEMBERED_MAX = 20_000;

/** Remembers the assets that were touched last, and forgets the others. */
export function createAssetMemory(): AssetMemory {
  const states = new Map<string, AssetState>();
  return {
    recall(assetIds) {
      const recalled = new Map<string, AssetState>();
      for (const assetId of assetIds) {
        const state = states.get(assetId);
        if (state !== undefined) recalled.set(assetId, state);
      }
      return recalled;
    },
    keep(touched) {
      for (const state of touched) {
        states.delete(state.assetId);
        states.set(state.assetId, state);
      }
      for (const oldest of states.keys()) {
        if (states.size <= REMEMBERED_MAX) break;
        states.delete(oldest);
      }
    },
    forget: () => states.clear(),
  };
}
